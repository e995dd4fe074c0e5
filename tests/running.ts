import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ProgramResult } from './cli/conform';
import { nodeProgram, root } from './cli/conform';
import { temporaryFolder } from './report/embedded-run';

/** The beginning of a test file. */
export const head = "import assert from 'node:assert/strict';\nimport { after, test } from 'node:test';\n";
/** A test file. */
export const passing = `${head}test('holds', () => assert.ok(true));\n`;

/** Runs test files, by their paths, with the runner of these tests; `prepare` gets the folder that they stand in. */
export function running(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  prepare: (folder: string) => void = () => undefined,
): Promise<ProgramResult> {
  const folder = temporaryFolder(t);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'tests', path)), { recursive: true });
    writeFileSync(join(folder, 'tests', path), text);
  }
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['tests/run.cjs', 'tests/part.cjs', 'tests/select.ts', 'scripts/rotation.ts'])
    copyFileSync(join(root, name), join(folder, name));
  const env = {
    SEED: '7',
    NODE_OPTIONS: `--require=${join(root, 'bin/typescript.cjs')}`,
  };
  prepare(folder);
  return nodeProgram(join(folder, 'tests/run.cjs'), args, { env });
}
