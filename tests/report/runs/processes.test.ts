import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { root as suite } from '../../cli/conform';
import { temporaryFolder } from '../embedded-run';
import { destinationAt, leftovers, nthRun, runNumberIn, keptRunNumbers, publishRun } from './scene';

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

const firsts = [1, 21, 41];

it('processes that write at once lose nothing, and mix nothing', async (t) => {
  const root = temporaryFolder(t);
  const ended = await Promise.all(firsts.map((first) => writer(root, 'history', first, first + 11)));
  assert.deepEqual(ended, ['0', '0', '0']);
  const expected = firsts.flatMap((first) => Array.from({ length: 12 }, (_, index) => first + index));
  assert.deepEqual(keptRunNumbers(root), expected.reverse());
  assert.equal(runNumberIn(root), 52);
  assert.deepEqual(leftovers(root), []);
});

it('processes that write to one folder at once leave the last of one of them there, unmixed', async (t) => {
  const folder = temporaryFolder(t);
  const ended = await Promise.all(firsts.map((first) => writer(folder, 'exactly', first, first + 11)));
  assert.deepEqual(ended, ['0', '0', '0']);
  assert.ok(firsts.some((first) => runNumberIn(folder) === first + 11));
  requireReady(destinationWithoutHistory(folder));
  assert.deepEqual(leftovers(folder), []);
});

it('a process that is killed amid its renames leaves a whole report, and the next one goes on', async (t) => {
  for (const at of [1, 3, 6]) {
    const root = temporaryFolder(t);
    publishRun(destinationAt(root), nthRun(1));
    assert.equal(await writer(root, 'history', 2, 2, at), 'SIGKILL');
    requireReady(destinationAt(root));
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], at > 1 ? [2, 2, 1] : [1, 1]);
    assert.deepEqual(leftovers(root), []);
  }
});
