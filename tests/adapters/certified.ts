import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Results } from '../../support/judging/results';
import { callerPath } from '../../support/adapter/caller-path';
import { root } from '../cli/conform';
import { verdictsIn } from '../report/embedded-run';

/**
 * Certifies the example of a target: it conforms, and each obligation of the roles that it plays was seen. Gives the
 * others, `ID verdict`. `path` comes first in PATH, where the adapter finds its language;
 * what npm puts in front is left out, for with it goes what stands before.
 */
export function certified(target: string, path?: string): string[] {
  const reports = mkdtempSync(join(tmpdir(), 'certified-'));
  try {
    const args = ['run', '--target', target, '--subject', 'integrator', '--reports', reports];
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/conform.cjs', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: [path, callerPath(process.env.PATH ?? '')].filter(Boolean).join(delimiter),
      },
    });
    assert.equal(status, 0, stdout + stderr);
    const results = JSON.parse(readFileSync(join(reports, 'results.json'), 'utf8')) as Results;
    assert.deepEqual(verdictsIn(results), { integrator: 'conforms' });
    assert.equal(results.run.selfTest, false);
    return results.obligations
      .filter(({ planned, verdict }) => planned && !['passed', 'observed', 'declared'].includes(verdict))
      .map(({ id, verdict }) => `${id} ${verdict}`);
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}
