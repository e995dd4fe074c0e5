import { defaultReadings } from '../../support/contract/readings';
import { namesFromReadings } from '../../support/exchange/allowed-names';
import type { Evidence } from '../../support/exchange/evidence';
import type { RawExchange } from '../../support/exchange/raw-exchange';
import type { FactFinder } from '../../support/exchange/recorder';
import { createRecorder } from '../../support/exchange/recorder';
import { createRecording } from '../../support/exchange/recording';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import { rejectionFinder, ClientSecretSearch, secretFinder } from '../../support/exchange/finders';
import { exampleTxnId } from './field-keys';
import { judgeRecordingBy } from '../../support/judging/loop';
import type { Conclusion, Obligation, RuleContext } from '../../support/obligations';

const context: RuleContext = { readings: defaultReadings, txnIds: [exampleTxnId] };
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
