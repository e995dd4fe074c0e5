import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './suite';

/**
 * Installs the tools of a folder that has its own package-lock.json, if they are missing or older than that
 * file. These tools are not dependencies of the suite. Returns the folder's path.
 */
export function requireInstalled(name: string): string {
  const folder = join(root, name);
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    join(folder, file),
  ) as [string, string];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return folder;
  console.error(`Installing what ${name}/package-lock.json names (once) …`);
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ci in ${name} failed; its own message stands above`);
  return folder;
}
