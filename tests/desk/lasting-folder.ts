import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for several tests, removed when this process ends. */
export function lastingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-desk-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
