import fs from 'node:fs';
import { keeping, nthRun, publishRun } from './scene';

// Writes runs from one number to another into a folder; where a point is named, it is killed at that rename.
const [, , root = '', from = '0', to = '0', dieAt] = process.argv;
const rename = fs.renameSync.bind(fs);
let renames = 0;
fs.renameSync = (...args) => {
  renames += 1;
  if (renames === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
  rename(...args);
};
for (let n = Number(from); n <= Number(to); n += 1) publishRun(keeping(root), nthRun(n));
