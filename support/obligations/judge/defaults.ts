import type { ReadingId } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import { withoutMarks } from '../../exchange/read-form';
import type { ReportText } from '../../exchange/text';
import { mapText, reportText } from '../../exchange/text';
import type { BreachDetails, RuleContext, UnjudgedReason } from './judge';

/** Returns whether a reading has the suite's default, because the target does not set it. */
export function isDefault(reading: ReadingId, { overridden }: RuleContext): boolean {
  return overridden !== undefined && !overridden.includes(reading);
}

/**
 * Returns the breach if the target set the reading that the breach rests on. A default reading is only the suite's own
 * choice, so a subject that differs from it may be right. The result is then the reason why it is not judged.
 */
export function unlessDefault(
  reading: ReadingId,
  breach: BreachDetails,
  context: RuleContext,
): BreachDetails | UnjudgedReason {
  if (!isDefault(reading, context)) return breach;
  // Like the texts of a breach, the reason must be the same in each run.
  const why = reportText`${breach.sent}: ${breach.seen}. The document does not show what is right; the suite looks for ${breach.expected}. Set readings.${reading} to what was agreed`;
  return { unjudged: mapText(why, withoutMarks), withholds: true };
}

/**
 * Returns the reason why a message is not judged: it lacks a correlation id at the place that the default reading
 * names.
 */
export function whyNameless(exchange: Exchange): ReportText {
  return reportText`${exchangeReference(exchange)} has no correlation id where the suite looks for it. The document does not show where it is. Set readings.correlation-id to what was agreed`;
}
