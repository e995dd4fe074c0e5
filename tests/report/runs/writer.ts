import fs from 'node:fs';
import { destinationWithoutHistory } from '../../../support/report/runs/write-run';
import { destinationAt, nthRun, publishRun } from './scene';

// Writes runs from one number to another; `how`: into exactly that folder, or where it keeps a history. Where a point
// is named, it is killed at that rename.
const [, , root = '', how, from = '0', to = '0', dieAt] = process.argv;
const rename = fs.renameSync.bind(fs);
let renames = 0;
fs.renameSync = (...args) => {
  renames += 1;
  if (renames === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
  rename(...args);
};
for (let n = Number(from); n <= Number(to); n += 1)
  publishRun(how === 'exactly' ? destinationWithoutHistory(root) : destinationAt(root), nthRun(n));
