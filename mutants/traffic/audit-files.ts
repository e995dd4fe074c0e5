import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { basisTarget } from '../../support/judging/basis';
import { buildResults } from '../../support/judging/build-results';
import type { Results } from '../../support/judging/results';
import type { Target } from '../../support/targets/target';
import { auditClients } from '../../support/traffic/audit';
import { trafficBasis, trafficResultsInput } from '../../support/traffic/ended-traffic';
import { recordToFile } from '../../support/traffic/recording-file';
import { openSource } from '../../support/traffic/sources';

/** The key for the names of clients. It is always the same, so that results can be compared. */
const key = Buffer.alloc(32, 7);

/** Audits files that are in memory, as `conform audit` does. Throws a ConfigurationError if it refuses a file. */
export async function auditFiles(files: readonly Buffer[], target: Target): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'));
  const recording = recordToFile(join(folder, 'recording.jsonl'));
  try {
    const open = () => Promise.all(files.map((bytes) => openSource('-', Readable.from([bytes]))));
    const audited = await auditClients({ open, target, recording, everyRule: false, key });
    const basis = trafficBasis({
      profile: 'audit',
      target: basisTarget(target),
      subjects: ['service', 'integrator'],
      only: [],
      startedAt: new Date(0),
      files: audited.files,
    });
    return buildResults(trafficResultsInput(basis, audited.judged));
  } finally {
    recording.finish();
    rmSync(folder, { recursive: true, force: true });
  }
}
