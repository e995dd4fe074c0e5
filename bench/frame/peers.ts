import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './suite';

const folder = join(root, 'bench/peers');

/** The programs that the suite is measured beside; no dependency of it. */
const programs = {
  newman: 'node_modules/newman/bin/newman.js',
  prism: 'node_modules/@stoplight/prism-cli/dist/index.js',
  autocannon: 'node_modules/autocannon/autocannon.js',
} as const;

/** The path of such a program. What their lock file names is installed where it is missing or older. */
export function peer(name: keyof typeof programs): string {
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    join(folder, file),
  ) as [string, string];
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
    console.error('Installing what bench/peers/package-lock.json names (once) …');
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', args, {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    if (status !== 0) throw new Error('npm ci in bench/peers failed; its own message stands above');
  }
  return join(folder, programs[name]);
}
