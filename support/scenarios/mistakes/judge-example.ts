import { defaultReadings } from '../../contract/readings';
import { namesFromReadings } from '../../exchange/allowed-names';
import type { Evidence } from '../../exchange/evidence';
import type { RawExchange } from '../../exchange/raw-exchange';
import type { FactFinder } from '../../exchange/recorder';
import { createRecorder } from '../../exchange/recorder';
import { createRecording } from '../../exchange/recording';
import { ExchangeRedactor } from '../../exchange/exchange-redactor';
import { rejectionFinder, ClientSecretSearch, secretFinder } from '../../exchange/finders';
import { exampleTxnId } from './field-keys';
import { judgeRecordingBy } from '../../judging/loop';
import type { Conclusion, Obligation, RuleContext } from '../../obligations';

const context: RuleContext = {
  readings: defaultReadings,
  playsServices: true,
  startsClient: true,
  waitsForClient: true,
  txnIds: [exampleTxnId],
};
const findRejection = rejectionFinder(defaultReadings);

/** What a recorder makes of exchanges as they would have crossed the wire: what is kept of them, with their facts. */
export function recordExamples(
  raws: readonly RawExchange[],
  finders: readonly FactFinder[] = [],
): readonly Evidence[] {
  const recording = createRecording();
  const all = [findRejection, secretFinder(new ClientSecretSearch()), ...finders];
  const recorder = createRecorder(
    recording,
    new ExchangeRedactor({ names: namesFromReadings(defaultReadings), values: [exampleTxnId] }),
    all,
  );
  for (const raw of raws) recorder.record(raw);
  return recording.evidence;
}

/** What the judge of an obligation makes of an example. Throws for an obligation that the target declares. */
export function judgeExample(obligation: Obligation, evidence: readonly Evidence[]): Conclusion {
  const conclusion = judgeRecordingBy(obligation, evidence, context);
  if (conclusion === undefined) throw new Error(`Nothing judges ${obligation.id}: it is declared`);
  return conclusion;
}
