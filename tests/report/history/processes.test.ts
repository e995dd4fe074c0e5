import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { recover } from '../../../support/report/history/swap';
import { root as suite } from '../../cli/conform';
import { temporaryFolder } from '../embedded-run';
import { keeping, leftovers, nthRun, numberIn, numbersKept, publishRun } from './scene';

/** Starts a process that writes runs; gives what ended it. */
function writer(...args: readonly (string | number)[]): Promise<string> {
  const program = [
    '-r',
    join(suite, 'bin/typescript.cjs'),
    join(__dirname, 'writer.ts'),
    ...args.map(String),
  ];
  const child = spawn(process.execPath, program, { cwd: suite, stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => {
      resolve(signal ?? String(code));
    });
  });
}

it('processes that write at once lose nothing, and mix nothing', async (t) => {
  const root = temporaryFolder(t);
  const ended = await Promise.all([writer(root, 1, 12), writer(root, 21, 32), writer(root, 41, 52)]);
  assert.deepEqual(ended, ['0', '0', '0']);
  const all = [numberIn(root), ...numbersKept(root)].sort((one, other) => one - other);
  const expected = [1, 21, 41].flatMap((first) => Array.from({ length: 12 }, (_, index) => first + index));
  assert.deepEqual(all, expected);
  assert.deepEqual(leftovers(root), []);
});

it('a process that is killed amid its renames leaves a whole report, and the next one goes on', async (t) => {
  for (const at of [1, 3, 6]) {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    assert.equal(await writer(root, 2, 2, at), 'SIGKILL');
    recover(root);
    const isReady = at > 1;
    assert.deepEqual([numberIn(root), ...numbersKept(root)], isReady ? [2, 1] : [1]);
    assert.deepEqual(leftovers(root), []);
  }
});
