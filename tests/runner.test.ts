import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ProgramResult } from './cli/conform';
import { head, passing, running } from './running';

const failing = `${head}interface Unused {\n  a: 1;\n}\ntest('breaks', () => assert.equal('seen', 'wanted'));\n`;

const ranIn = ({ stdout }: ProgramResult): string[] =>
  [...stdout.matchAll(/^[✔✖] tests\/(\S+)\.test\.ts/gm)].map(([, file = '']) => file).sort();
const counts = ({ stdout }: ProgramResult): string[] => stdout.match(/^ℹ (?:tests|pass|fail) \d+$/gm) ?? [];

describe('the runner of the tests', () => {
  it('runs every file once, and sums up', async (t) => {
    const ended = await running(t, {
      'a/1.test.ts': passing,
      'a/2.test.ts': passing,
      'b/c/3.test.ts': passing,
    });
    assert.deepEqual([ended.code, counts(ended)], [0, ['ℹ tests 3', 'ℹ pass 3', 'ℹ fail 0']], ended.stdout);
    for (const file of ['a/1', 'a/2', 'b/c/3'])
      assert.equal(ended.stdout.split(`✔ tests/${file}.test.ts`).length, 2);
  });

  it('runs some by a part of their path, and takes none for a mistake', async (t) => {
    const files = { 'a/1.test.ts': passing, 'b/2.test.ts': passing };
    assert.deepEqual(counts(await running(t, files, ['b/']))[0], 'ℹ tests 1');
    const none = await running(t, files, ['elsewhere']);
    assert.equal(none.code, 1);
    assert.match(none.stdout, /^✖ not run: any file with elsewhere in its path$/m);
  });

  it('leaves slow files to --all, and to a word that names them', async (t) => {
    const files = { 'a/1.test.ts': passing, 'a/2.slow.test.ts': passing, 'b/3.slow.test.ts': passing };
    assert.deepEqual(ranIn(await running(t, files)), ['a/1']);
    assert.deepEqual(ranIn(await running(t, files, ['--all'])), ['a/1', 'a/2.slow', 'b/3.slow']);
    assert.deepEqual(ranIn(await running(t, files, ['tests/a/'])), ['a/1', 'a/2.slow']);
  });

  it('runs a part, and fails where it holds nothing', async (t) => {
    const names = ['1', '2', '3', '4', '5', '6'].map((name) => `a/${name}.test.ts`);
    const files = Object.fromEntries(names.map((name) => [name, passing]));
    const parts = await Promise.all(['1/2', '2/2'].map((part) => running(t, files, ['--part', part])));
    const ran = parts.flatMap(ranIn);
    assert.deepEqual(
      ran.sort().map((name) => `${name}.test.ts`),
      names,
    );
    const none = await running(t, { 'a/1.slow.test.ts': passing }, ['--part', '1/1']);
    assert.equal(none.code, 1);
    assert.match(none.stdout, /^✖ not run: any file$/m);
  });

  it('adds the slow files of rooms that changed since a commit', async (t) => {
    const files = { 'a/1.test.ts': passing, 'a/2.slow.test.ts': passing, 'b/3.slow.test.ts': passing };
    const ended = await running(t, files, ['--since', 'HEAD'], (folder) => {
      const git = (...args: readonly string[]): void => {
        const identity = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.org'];
        execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
      };
      git('init');
      git('add', '.');
      git('commit', '--message', 'All');
      mkdirSync(join(folder, 'support/b'), { recursive: true });
      writeFileSync(join(folder, 'support/b/changed.ts'), 'export {};\n');
    });
    assert.deepEqual(ranIn(ended), ['a/1', 'b/3.slow']);
  });

  it('takes no other options, parts and commits', async (t) => {
    for (const args of [
      ['--quick'],
      ['--part', '3/2'],
      ['--since', 'elsewhere'],
      ['--limit', 'soon'],
      ['--limit', '2147484'],
      ['--idle', '0'],
    ]) {
      const { code, stderr } = await running(t, { 'a/1.test.ts': passing }, args);
      assert.deepEqual([code, /^error: [^\n]+\nusage: /.test(stderr)], [2, true], stderr);
    }
  });

  it('prints what each file and folder took', async (t) => {
    const { stdout } = await running(t, { 'a/1.test.ts': passing, 'b/2.test.ts': passing }, ['--times']);
    for (const name of ['tests/a/1.test.ts', 'tests/b/2.test.ts', 'a (1 files)', 'b (1 files)'])
      assert.ok(
        stdout.split('\n').some((line) => /^ +\d+\.\d +\d+\.\d {2}/.test(line) && line.endsWith(name)),
        name,
      );
  });

  it('names a test that is idle, and fails one that takes longer than a quick test may', async (t) => {
    const waiting = `${head}import { setTimeout } from 'node:timers/promises';\ntest('waits', () => setTimeout(900));\n`;
    const files = { 'a/1.test.ts': waiting, 'a/2.slow.test.ts': waiting, 'b/3.test.ts': passing };
    const told = ({ stdout }: ProgramResult) => stdout.match(/^﹣ idle for \d\.\d s: .*$/gm) ?? [];
    const [idle, long] = await Promise.all([
      running(t, files, ['--all', '--idle', '0.5']),
      running(t, files, ['--all', '--longest', '0.1']),
    ]);
    assert.deepEqual([idle.code, told(idle).length], [0, 1], idle.stdout);
    assert.match(told(idle)[0] ?? '', / s: tests\/a\/1\.test\.ts: waits$/);
    assert.deepEqual([long.code, counts(long)], [1, ['ℹ tests 3', 'ℹ pass 2', 'ℹ fail 1']], long.stdout);
    assert.match(
      long.stdout,
      /took \d\.\d s, of which it computed for \d\.\d s\. A quick test may take 0\.1 s on a quiet machine: /,
    );
    assert.match(long.stdout, /^Again: SEED=7 npm test -- tests\/a\/1\.test\.ts$/m);
  });

  it('tells a failure with its place and its seed', async (t) => {
    const ended = await running(t, { 'a/1.test.ts': failing, 'a/2.test.ts': passing });
    assert.deepEqual([ended.code, counts(ended)], [1, ['ℹ tests 2', 'ℹ pass 1', 'ℹ fail 1']]);
    assert.match(ended.stdout, /'seen' !== 'wanted'/);
    assert.match(ended.stdout, /1\.test\.ts:6:/);
    assert.match(ended.stdout, /^Again: SEED=7 npm test -- tests\/a\/1\.test\.ts$/m);
  });

  it('tells what did not come to its turn, and what holds no test', async (t) => {
    const ending = `${head}test('ends all', () => process.exit(0));\n`;
    const ended = await running(t, {
      'a/1.test.ts': ending,
      'a/2.test.ts': passing,
      'b/3.test.ts': 'export {};\n',
    });
    assert.equal(ended.code, 1);
    const missed = [...ended.stdout.matchAll(/not run: (\S+)/g)].map(([, file]) => file);
    assert.deepEqual(missed, ['tests/a/1.test.ts', 'tests/a/2.test.ts', 'tests/b/3.test.ts']);
  });

  it('says at its end what was skipped, by its reason', async (t) => {
    const skipping = `${head}const skip = 'no horse: buy one';\nfor (const name of ['a', 'b']) test(name, { skip }, () => undefined);\n`;
    const ended = await running(t, {
      'a/1.test.ts': skipping,
      'b/2.test.ts': `${skipping}${passing.slice(head.length)}`,
    });
    assert.match(ended.stdout, /^﹣ skipped 4: no horse: buy one$/m);
    assert.equal(ended.code, 0);
  });

  it('names the file that leaves something behind', async (t) => {
    const changing = `${head}test('a', () => { process.env.LEFT = 'behind'; });\n`;
    const ended = await running(t, { 'a/1.test.ts': changing, 'a/2.test.ts': passing });
    assert.match(ended.stdout, /tests\/a\/1\.test\.ts leaves something behind/);
    assert.match(ended.stdout, /^Again: SEED=7 npm test -- tests\/a\/1\.test\.ts$/m);
  });

  it('ends the hooks of a file with it', async (t) => {
    const hooked = `${head}after(() => Object.assign(globalThis, { ended: true }));\ntest('a', () => undefined);\n`;
    const asking = `${head}test('b', () => assert.equal(Reflect.get(globalThis, 'ended'), true));\n`;
    assert.equal((await running(t, { 'a/1.test.ts': hooked, 'a/2.test.ts': asking })).code, 0);
  });
});
