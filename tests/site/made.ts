import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../cli/conform';

let made: Promise<string> | undefined;

/** The folder of the site; all tests of this process read the same one. */
export function theSite(): Promise<string> {
  return (made ??= makeSite());
}

async function makeSite(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-site-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const { code, printed } = await runScript('scripts/site/index.ts', ['--out', folder]);
  assert.equal(code, 0, printed);
  return folder;
}

/** Runs a script of the repository in a process of its own. */
export async function runScript(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly code: number | null; readonly printed: string }> {
  const child = spawn(process.execPath, ['-r', './bin/typescript.cjs', script, ...args], { cwd: root, env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, printed: Buffer.concat(chunks).toString() };
}
