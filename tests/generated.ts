import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratorName } from '../scripts/generate';

const root = join(__dirname, '..');

/**
 * Fails if a generated file of the repository does not have the text that its generator makes now. The message names
 * the command that writes the file again.
 */
export function assertGenerated(file: string, text: string, generator: GeneratorName): void {
  const path = join(root, file);
  const stored = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (stored === text) return;
  const line = text.split('\n').findIndex((each, index) => each !== stored.split('\n')[index]) + 1;
  assert.fail(`${file} is out of date from line ${line} on. Run: npm run generate -- ${generator}`);
}
