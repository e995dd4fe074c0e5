import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../cli/conform';

/** The classes of adapters/java, and of the files given besides, in a new folder. */
export function compiled(...others: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'java-'));
  const sources = globSync('adapters/java/*.java', { cwd: root }).map((file) => join(root, file));
  const args = ['-encoding', 'UTF-8', '-d', folder, ...sources, ...others];
  const { status, stderr } = spawnSync('javac', args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return folder;
}
