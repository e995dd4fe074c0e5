import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certify } from '../../support/cli/cucumber/certify';
import { discardingStream } from '../../support/cli/surroundings';
import { jsonBody } from '../../support/exchange/exchange';
import type { Evidence } from '../../support/exchange/evidence';
import { withCalls } from '../../support/exchange/evidence';
import { MarkGenerator } from '../../support/exchange/kept-form';
import { createRecording } from '../../support/exchange/recording';
import type { RecordedExample } from '../../support/report/examples';
import type { RunSettings } from '../../support/run/plan';
import type { Specimen } from '../mutant';

/** All that a run recorded. */
export type Whole = Required<Pick<RecordedExample, 'evidence' | 'txnIds'>> &
  Pick<RecordedExample, 'readings'>;

/** The self-test: the suite's own services, and its own client. */
export function recordSelfTest(): Promise<Whole> {
  return record({ profile: 'embedded', subjects: ['service', 'integrator'] });
}

/** A run on a mutant. */
export async function recordOf({ subject, start }: Specimen): Promise<Whole> {
  const { target, client, payer, close } = await start();
  try {
    const seams = { ...(client && { client }), ...(payer && { payer }) };
    const whole = await record({ profile: 'mutants', target, subjects: [subject], seams });
    const chosen = target.overridden.map((id) => [id, target.readings[id]]);
    return { ...whole, ...(chosen.length > 0 && { readings: Object.fromEntries(chosen) as object }) };
  } finally {
    await close();
  }
}

/** Marks are the same whenever the exchanges are recorded again. */
const key = Buffer.alloc(32, 'exchanges');

async function record({
  seams,
  ...settings
}: Omit<RunSettings, 'only' | 'reports' | 'recording'>): Promise<Whole> {
  const reports = mkdtempSync(join(tmpdir(), 'exchanges-'));
  const recording = createRecording();
  try {
    await certify(
      { ...settings, only: [], reports, recording, seams: { ...seams, marks: new MarkGenerator(key) } },
      { stdout: discardingStream(), stderr: process.stderr },
    );
    return { evidence: withCalls(recording.evidence), txnIds: txnIdsIn(recording.evidence) };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What clients send as their transaction ids: those that they were given, however they spell them. */
function txnIdsIn(evidence: readonly Evidence[]): string[] {
  const sent = evidence.flatMap((each) => {
    const body = each.kind === undefined ? jsonBody(each.request) : undefined;
    const { txnId } = (body ?? {}) as { readonly txnId?: unknown };
    return typeof txnId === 'string' && uuid.test(txnId) ? [txnId.toLowerCase()] : [];
  });
  return [...new Set(sent)];
}
