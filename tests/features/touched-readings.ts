import { join } from 'node:path';
import { defaultReadings } from '../../support/contract/readings';
import type { ReadingId, ReadingValues } from '../../support/contract/readings';
import type { TransferStage } from '../../support/contract/transfer';
import type { Evidence } from '../../support/exchange/evidence';
import { judgeRecordingBy } from '../../support/judging/loop';
import { ruleContextOfTarget } from '../../support/judging/scope';
import type { Obligation, ObligationId } from '../../support/obligations';
import { readEvidence } from '../../support/report/runs/read-run';
import { embeddedTarget } from '../../support/run/targets';
import { exampleTxnId } from '../../support/scenarios/mistakes/field-keys';
import { runRows } from '../mistakes/rows';
import { copyCachedRun } from '../runs/kept';

const verified = ['callback-jwt', 'jwt-leeway', 'callback-certificates'] as const;

/** Readings by the facts that rest on them: facts are made while recording, and judges see no more than these. */
export const readingsOfFacts: Readonly<Record<string, readonly ReadingId[]>> = {
  'fields.wanted': ['encrypted-members', 'national-id-field'],
  'payer.correlationId': ['correlation-id'],
  'payer.contents': ['correlation-id'],
  'payer.documents': ['documents'],
  'payer.final': ['decision'],
  'payer.decision': ['decision'],
  'payer.decisions': ['decision'],
  'payer.unoffered': ['envelope'],
  'callbackToken.valid': verified,
  'callbackToken.flaw': verified,
  'transfer.keyMaterial.keyForm': ['curve-form'],
};

/**
 * Readings that no target can change stand in the suite's own cryptography: the stage at which a client departs from
 * each.
 */
export const fixedReadings: Readonly<Partial<Record<ReadingId, TransferStage>>> = {
  hkdf: 'derive',
  'gcm-tag': 'seal',
  aad: 'seal',
  'content-encoding': 'seal',
};

/**
 * What scenarios send by a reading that the home does not touch: the valid twin, the triggers, what the mock decides.
 */
const readingsOfScenarios: Readonly<Partial<Record<ObligationId, readonly ReadingId[]>>> = {
  'ENC-11': ['oaep-hash'],
  'ENC-12': ['oaep-hash'],
  'ENC-13': ['oaep-hash'],
  'OTP-03': ['oaep-hash'],
  'OTP-04': ['oaep-hash'],
  'OTP-05': ['oaep-hash'],
  'HDT-12': ['gcm-tag'],
  'DPY-08': ['payer-segment', 'trigger-authorization'],
  'DPY-09': ['payer-segment', 'trigger-authorization'],
  'FLW-05': ['after-reply'],
  'FLW-08': ['after-reply'],
  'FLW-10': ['after-reply'],
  'FLW-12': ['payer-segment', 'trigger-authorization'],
  'FLW-13': ['payer-segment', 'trigger-authorization'],
  'FLW-15': ['payer-segment', 'trigger-authorization'],
  'CBK-04': ['jwt-leeway'],
};

/** Readings of facts that a home copies with the messages of a cycle, without a use for them. */
const copiedReadings: Readonly<Partial<Record<ObligationId, readonly ReadingId[]>>> = {
  'DPY-03': ['documents'],
};

/** The evidence of a run, or of a row of features/mistakes. */
interface ShownRecording {
  readonly evidence: readonly Evidence[];
  /** The obligation of the row; `undefined` for a run, which every judge sees. */
  readonly id?: string;
}

/** Runs the rows of features/mistakes, and reads the recording of a self-test. */
export async function readShownRecordings(): Promise<readonly ShownRecording[]> {
  const { rows } = await runRows();
  const ofRows = rows.flatMap(({ id, right, wrong }) => [right, wrong].map((evidence) => ({ id, evidence })));
  const { folder, results } = await copyCachedRun('self-test');
  const evidence = [...(await readEvidence(join(folder, 'recording.jsonl'), results)).values()];
  return [...ofRows, { evidence }];
}

const context = {
  ...ruleContextOfTarget(embeddedTarget),
  playsServices: true,
  waitsForClient: true,
  txnIds: [exampleTxnId],
};

/** The readings that the home of an obligation touches, or that its scenarios use, in the order of their names. */
export function readingsTouchedBy(
  obligation: Obligation,
  recordings: readonly ShownRecording[],
): ReadingId[] {
  const touched = new Set<ReadingId>(readingsOfScenarios[obligation.id as ObligationId]);
  const touch = (id: string): unknown => id in defaultReadings && touched.add(id as ReadingId);
  const seeFact = (path: string): void => readingsOfFacts[path]?.forEach(touch);

  const readings = watched(embeddedTarget.readings, touch);
  const about = { ...embeddedTarget, readings };
  obligation.unless?.(about);
  obligation.facetsOf?.(about);
  for (const recorded of recordings.filter(({ id = obligation.id }) => id === obligation.id)) {
    const evidence = recorded.evidence.map((each) => ({ ...each, facts: watched(each.facts, seeFact) }));
    judgeRecordingBy(obligation, evidence as Evidence[], {
      ...context,
      readings: watched(context.readings, touch),
    });
    const isOfTransfer = recorded.evidence.some(
      (each) => each.kind !== undefined && 'transfer' in each.facts,
    );
    if (!isOfTransfer) continue;
    const breaches = breachesIn(obligation, recorded.evidence);
    for (const [id, stage] of Object.entries(fixedReadings))
      if (breachesIn(obligation, departed(recorded.evidence, stage)) > breaches) touch(id);
  }
  const copied = copiedReadings[obligation.id as ObligationId] ?? [];
  return [...touched].filter((each) => !copied.includes(each)).sort();
}

/** Records which readings are looked at. */
export function watchedReadings(readings: ReadingValues): { readings: ReadingValues; touched: Set<string> } {
  const touched = new Set<string>();
  return { readings: watched(readings, (id) => touched.add(id)), touched };
}

/**
 * The same object, which tells the path of each member that is read; the members of a list have the path of the list.
 */
function watched<Of extends object>(
  of: Of,
  see: (path: string) => unknown,
  at = '',
  known = new WeakMap(),
): Of {
  const proxy = new Proxy(of, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name !== 'string' || typeof value === 'function') return value;
      const path = Array.isArray(target) ? at : at === '' ? name : `${at}.${name}`;
      see(path);
      if (typeof value !== 'object' || value === null) return value;
      // Judges may compare facts by identity.
      return (known.get(value) as unknown) ?? watched(value, see, path, known);
    },
  });
  known.set(of, proxy);
  return proxy;
}

function breachesIn(obligation: Obligation, evidence: readonly Evidence[]): number {
  return judgeRecordingBy(obligation, evidence, context)?.breachCount ?? 0;
}

/** What would have been recorded of a client that departs at one stage, and that kept to clause 6.2 before. */
function departed(evidence: readonly Evidence[], stage: TransferStage): Evidence[] {
  const mistake = { id: 'departed', stage, text: 'it is done otherwise; the suite takes its reading' };
  return evidence.map((each) => {
    if (each.kind !== 'adapter answer' || each.facts.transfer === undefined) return each;
    const { content, bundle, ...rest } = each.facts.transfer;
    const transfer = {
      ...rest,
      ...(content &&
        (content.opens === 'whole'
          ? { content: { ...content, opens: 'mistaken' as const, mistake } }
          : { content })),
      ...(bundle && (bundle === 'same' ? { bundle: 'other' as const, mistake } : { bundle })),
    };
    return { ...each, facts: { ...each.facts, transfer } };
  });
}
