import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestProject } from '../release/project';
import { runOrThrow } from './program';

/**
 * Creates the Docker build context for both images in `folder`, with npm packages from npm's registry or
 * cache.
 */
export function gather(root: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  execFileSync(process.execPath, [join(root, 'scripts/build-mock.cjs'), folder]);
  const packed = mkdtempSync(join(tmpdir(), 'conform-packed-'));
  try {
    const into = join(folder, 'package');
    mkdirSync(into);
    const npm = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    runOrThrow('npm', [...npm, '--prefix', into, TestProject.pack(root, packed)]);
  } finally {
    rmSync(packed, { recursive: true, force: true });
  }
}
