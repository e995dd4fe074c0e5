import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Ended } from './cli/conform';
import { nodeProgram, root } from './cli/conform';
import { temporaryFolder } from './report/embedded-run';

const head = "import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';\n";
const passing = `${head}test('holds', () => assert.ok(true));\n`;
const failing = `${head}interface Unused {\n  a: 1;\n}\ntest('breaks', () => assert.equal('seen', 'wanted'));\n`;

/** Runs test files, by their paths, with the runner of these tests. */
function running(t: TestContext, files: Readonly<Record<string, string>>, words: readonly string[] = []) {
  const folder = temporaryFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'tests', path)), { recursive: true });
    writeFileSync(join(folder, 'tests', path), text);
  }
  for (const name of ['run.cjs', 'part.cjs'])
    copyFileSync(join(__dirname, name), join(folder, 'tests', name));
  const env = {
    SEED: '7',
    NODE_OPTIONS: `--require=${join(root, 'bin/typescript.cjs')}`,
  };
  return nodeProgram(join(folder, 'tests/run.cjs'), words, { env });
}

const counts = ({ stdout }: Ended): string[] => stdout.match(/^ℹ (?:tests|pass|fail) \d+$/gm) ?? [];

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
    assert.deepEqual([none.code, none.stdout.includes('not run: any file with elsewhere')], [1, true]);
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

  it('ends the hooks of a file with it', async (t) => {
    const hooked = `${head}after(() => Object.assign(globalThis, { ended: true }));\ntest('a', () => undefined);\n`;
    const asking = `${head}test('b', () => assert.equal(Reflect.get(globalThis, 'ended'), true));\n`;
    assert.equal((await running(t, { 'a/1.test.ts': hooked, 'a/2.test.ts': asking })).code, 0);
  });
});
