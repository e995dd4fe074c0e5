import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suiteRoot } from '../../support/contract/suite-root';

export const toolFolder = join(suiteRoot, 'docs/site');

/** Installs what the site's own lock file names, where it is missing or older. */
export function installTool(): void {
  const [installed, lock] = ['node_modules/.package-lock.json', 'package-lock.json'].map((file) =>
    join(toolFolder, file),
  ) as [string, string];
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing what docs/site/package-lock.json names (once) …');
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: toolFolder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error('npm ci in docs/site failed; its own message stands above');
}

/** Makes HTML of the pages in a folder. VitePress fails where a link of a page leads to no page. */
export function runVitePress(work: string): void {
  const program = join(toolFolder, 'node_modules/vitepress/bin/vitepress.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'build', toolFolder], {
    cwd: toolFolder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', SITE_WORK: work },
  });
  if (status !== 0) throw new Error(`VitePress failed:\n${stdout}${stderr}`);
}
