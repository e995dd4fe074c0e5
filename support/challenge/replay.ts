import type { MistakeFact } from '../contract/transfer-facts';
import type { PlantedValue } from '../contract/field-facts';
import { inspectField } from '../crypto/node/field-inspection';
import { recordResult } from '../scenarios/integrator/record-result';
import type { TransferAsk } from '../scenarios/integrator/transfer/ask';
import { isReadable } from '../scenarios/integrator/transfer/mistake-search';
import type { Ending } from '../scenarios/integrator/transfer/record-transfer';
import { recordTransfer } from '../scenarios/integrator/transfer/record-transfer';
import type { Run } from '../run/run';
import type { AnsweredChallenge } from '../run/answered-challenge';

/** Records the encrypted fields of an answer, as if an adapter had just returned them. */
export function replayFields(
  run: Run,
  challenge: AnsweredChallenge,
): { capabilities: string[]; refusals: string[] } {
  const planted = plantedOf(run, challenge);
  for (const { id, service, value, judged, outcome } of challenge.fields) {
    if (outcome === undefined) continue;
    const origin = {
      asked: { number: run.recording.exchanges.length + 1, method: 'field.encrypt', service },
      clientInstance: undefined,
      inspect: (_service: string, pointer: string, given: unknown) =>
        inspectField({ pointer, wanted: 'encrypted' }, given, { service, keys: challenge.keys, planted }),
    } as const;
    recordResult(run, origin, { service, outcome, valueBytes: Buffer.byteLength(value), judged, item: id });
  }
  return { capabilities: ['field.encrypt'], refusals: [] };
}

function plantedOf({ redactor }: Run, { fields }: AnsweredChallenge): PlantedValue[] {
  const known = new Map<string, PlantedValue>();
  for (const { value, kind } of fields) {
    if (kind === undefined || known.has(value)) continue;
    known.set(value, { id: `${kind}-${known.size + 1}`, kind, value });
    if (kind === 'national-id') redactor.learn('national-id', value);
  }
  return [...known.values()];
}

const methodOf = { hip: 'transfer.encrypt', hiu: 'transfer.decrypt' } as const;

/** Records the transfers of an answer in one role; the time of each is that of the challenge. */
export function replayTransfers(run: Run, challenge: AnsweredChallenge, role: 'hip' | 'hiu'): void {
  const { createdAt: at, transfers } = challenge;
  for (const { id, ask, mistake, outcome } of transfers) {
    if (ask.method !== methodOf[role] || outcome === undefined || mistake !== undefined) continue;
    const explained = mistakeBehind(challenge, ask, outcome);
    const named = { ...ask, asked: { ...ask.asked, variant: `${ask.asked.variant} (${id})` } };
    const call = run.recording.exchanges.length + 1;
    recordTransfer(run, named, outcome, { at, call, ...(explained && { mistake: explained }) });
  }
}

/** Where a right content was not read: the mistake with which contents have to be made that are. */
function mistakeBehind(
  { transfers }: AnsweredChallenge,
  about: TransferAsk,
  ending: Ending,
): MistakeFact | undefined {
  if (about.method !== 'transfer.decrypt' || about.sealed === undefined || isReadable(about, ending))
    return undefined;
  const read = transfers.find(
    ({ ask, mistake, outcome }) =>
      mistake !== undefined &&
      ask.form === about.form &&
      outcome?.kind === 'result' &&
      'bundle' in outcome.value &&
      outcome.value.bundle === ask.bundle.text,
  );
  return read?.mistake;
}
