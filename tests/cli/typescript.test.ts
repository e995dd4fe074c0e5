import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../report/embedded-run';
import { root } from './conform';

/** A copy of what loads TypeScript, with a program that prints its folder's answer. */
function install(t: TestContext) {
  const folder = temporaryFolder(t);
  for (const each of ['bin', 'node_modules/@swc']) mkdirSync(join(folder, each), { recursive: true });
  for (const each of ['bin/typescript.cjs', 'tsconfig.json']) cpSync(join(root, each), join(folder, each));
  for (const each of ['@swc/core', 'ts-node', 'typescript'])
    symlinkSync(join(root, 'node_modules', each), join(folder, 'node_modules', each));
  const program = join(folder, 'program.ts');
  const cache = join(folder, 'node_modules/.cache/gateway-conformance');
  return {
    folder,
    cache,
    kept: (): string[] => readdirSync(cache),
    write: (text: string) => {
      writeFileSync(program, text);
    },
    run: (): { status: number | null; stdout: string; stderr: string } => {
      const args = ['-r', join(folder, 'bin/typescript.cjs'), program];
      return spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '' },
      });
    },
  };
}

const answering = (answer: number): string =>
  `interface Unused { a: 1 }\nconst answer: number = ${answer};\nconsole.log(answer);\n`;

describe('a TypeScript file', () => {
  it('is compiled once, and anew when it changed', (t) => {
    const { write, run, kept, cache } = install(t);
    write(answering(1));
    assert.equal(run().stdout, '1\n');
    const [first = '', ...others] = kept();
    assert.deepEqual(others, []);
    // What was kept is what runs.
    const text = readFileSync(join(cache, first), 'utf8');
    writeFileSync(join(cache, first), text.replace('answer = 1', 'answer = 7'));
    assert.equal(run().stdout, '7\n');
    write(answering(2));
    assert.equal(run().stdout, '2\n');
    assert.equal(kept().length, 2);
  });

  it('runs where nothing can be kept', (t) => {
    const { write, run, folder } = install(t);
    writeFileSync(join(folder, 'node_modules/.cache'), 'a file in the place of the folder');
    write(answering(3));
    for (let count = 0; count < 2; count += 1) {
      const { status, stdout, stderr } = run();
      assert.deepEqual([status, stdout, stderr], [0, '3\n', '']);
    }
  });

  it('is named with the lines of its source where it fails, kept or not', (t) => {
    const { write, run } = install(t);
    write(`interface Unused {\n  a: 1;\n}\n\nthrow new Error('on line five');\n`);
    for (let count = 0; count < 2; count += 1) {
      const { status, stderr } = run();
      assert.equal(status, 1);
      assert.match(stderr, /program\.ts:5:7/);
    }
  });
});
