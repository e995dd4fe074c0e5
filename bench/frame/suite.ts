import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const root = join(__dirname, '../..');

/** Builds dist/ if it is stale, because benches should measure the compiled code that users run. */
export function buildIfStale(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.cjs'), '--if-stale'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('dist/ cannot be built');
}
