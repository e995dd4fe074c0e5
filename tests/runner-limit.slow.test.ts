import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { eventually } from './eventually';
import { head, passing, running } from './running';
import { temporaryFolder } from './report/embedded-run';

/** Long enough for a process of small files on a busy machine. */
const limit = '15';

/** A process that has ended may stay in the list until its new parent looks at it. */
const isAlive = (pid: number): boolean =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout);

const pidIn = (file: string): number => Number(readFileSync(file, 'utf8'));

/** Starts what never ends, in a group of its own, which writes where the tests do, and notes its number. */
const starting = (file: string): string =>
  `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true });
  require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid));`;

test('a process of tests that does not end is ended, and what it started; the others go on', async (t) => {
  const note = join(temporaryFolder(t), 'pid');
  const waiting = `${head}test('waits', async () => {\n${starting(note)}\nawait new Promise(() => setInterval(() => {}, 1000));\n});\n`;
  const files = {
    'a/1.test.ts': passing,
    'a/2.test.ts': waiting,
    'a/3.test.ts': passing,
    'b/4.test.ts': passing,
  };
  const { code, stdout } = await running(t, files, ['--limit', limit]);
  assert.equal(code, 1);
  for (const ended of ['a/1', 'b/4']) assert.match(stdout, new RegExp(`^✔ tests/${ended}.test.ts`, 'm'));
  const told = stdout.split('\n').filter((line) => /^✖ (ended|not run)/.test(line));
  assert.deepEqual(told, [
    `✖ ended after ${limit} s: tests/a/2.test.ts`,
    '✖ not run: tests/a/2.test.ts',
    '✖ not run: tests/a/3.test.ts',
  ]);
  await eventually('what it started is gone', () => !isAlive(pidIn(note)));
});

test('a process that goes on after its tests is ended, too, and one that only left another behind', async (t) => {
  const folder = temporaryFolder(t);
  const [kept, left] = [join(folder, 'kept'), join(folder, 'left')];
  const files = {
    'a/1.test.ts': `${head}test('a', () => {\n${starting(kept)}\n});\n`,
    'b/2.test.ts': `${head}test('b', () => {\n${starting(left)}\nchild.unref();\n});\n`,
  };
  const { code, stdout } = await running(t, files, ['--limit', limit]);
  const other = pidIn(left);
  t.after(() => {
    process.kill(other);
  });
  assert.equal(code, 1);
  const told = stdout.split('\n').filter((line) => line.startsWith('✖ ended'));
  assert.deepEqual(told.sort(), [
    `✖ ended after ${limit} s: what tests/a/1.test.ts left running`,
    `✖ ended after ${limit} s: what tests/b/2.test.ts left running`,
  ]);
  await eventually('what it kept is gone', () => !isAlive(pidIn(kept)));
});
