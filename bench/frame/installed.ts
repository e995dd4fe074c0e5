import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './suite';

/** A folder with tools of its own, which are no dependency of the suite: what its lock file names is installed where it is missing or older. */
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
