import type { ReadingId } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import { astrayCauses } from '../cycles/astray';
import type { SeenCycle } from '../cycles/cycle-log';
import { lacksAgreedEnvelope, whyUnread } from '../cycles/messages';
import { unlessDefault } from '../judge/defaults';
import type { RuleContext } from '../judge/judge';
import { isAtPath } from '../judge/requests';
import { describeMeant } from './astray';
import type { FlowCheck, SeenBeside } from './flow';
import { nameCycle } from './flow';

const likely = {
  otherPath: 'the path goes by something else than the method that the trigger named',
  otherThanAgreed:
    'the path, the envelope or the key of the callback is another than agreed (readings, encryption.providerKey)',
  otherStep: 'the payer takes another step than it was told to, or none after its first',
  noCallback:
    'the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl',
} as const;

/** The causes of a callback that is missing or has a wrong path. */
export const calledCauses: readonly string[] = [...Object.values(likely), ...Object.values(astrayCauses)];

/** Returns the names of a message and of its cycle, for a report. */
export function showInCycle(exchange: Exchange | undefined, cycle: SeenCycle): ReportText {
  return reportText`${exchange === undefined ? 'what belongs to it' : exchangeReference(exchange)}, ${nameCycle(cycle)}`;
}

/** The path that a callback should have. */
interface RightPath {
  readonly path: string;
  /** The reading that contains the path; `undefined` if the document shows the path. */
  readonly reading?: ReadingId;
}

/** Returns a check that the payer sent a callback, and sent it to the right path. */
export function called(
  stage: 'answer' | 'query',
  rightPath: (cycle: SeenCycle, context: RuleContext) => RightPath,
): FlowCheck {
  return (cycle, seen, context) => {
    const callback = cycle[stage];
    const right = rightPath(cycle, context);
    const sent = showInCycle(seen.of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);
    const expected = `a callback on ${right.path} with its correlation id`;
    const nameless = callback === undefined ? namelessIn(seen) : undefined;
    const why = nameless ?? (callback === undefined ? cycle.refused : undefined);
    if (why !== undefined) return { unjudged: why, withholds: true };
    if (callback === undefined) {
      const meant = seen.astrayOf(cycle, stage);
      const missing = {
        sent,
        expected,
        ...(meant === undefined
          ? { seen: nothing(cycle, seen, context), cause: whyMissing(cycle, seen) }
          : describeMeant('callback', meant)),
      };
      const reading = readingOfMissing(cycle, seen, right);
      return reading === undefined ? missing : unlessDefault(reading, missing, context);
    }
    const exchange = seen.of(callback.seq);
    if (exchange !== undefined && isAtPath(exchange, right.path)) return undefined;
    const astray = {
      sent,
      expected,
      seen: reportText`${linkToExchange(callback.seq)} on ${exchange === undefined ? '/' : pathOfRequest(exchange)}`,
      cause: likely.otherPath,
    };
    return right.reading === undefined ? astray : unlessDefault(right.reading, astray, context);
  };
}

/**
 * Returns the reading that another callback differs from, if this callback may be the missing one: it has the id of the
 * cycle and a path that no reading names, or it lacks an id at the place that the reading `correlation-id` names.
 */
function readingOfMissing(
  { correlationId }: SeenCycle,
  { strays }: SeenBeside,
  { path, reading }: RightPath,
): ReadingId | undefined {
  const readable = strays.filter(
    ({ facts: { payer } }) => payer !== undefined && payer.envelope !== 'unreadable',
  );
  if (reading !== undefined && readable.some(({ facts }) => facts.payer?.correlationId === correlationId))
    return reading;
  const nameless = readable.filter(({ facts }) => facts.payer?.correlationId === undefined);
  return nameless.some((each) => reading !== undefined || isAtPath(each, path))
    ? 'correlation-id'
    : undefined;
}

/** Returns the likely cause of a missing callback. */
function whyMissing(cycle: SeenCycle, { strays }: SeenBeside): string {
  const { answer, query } = cycle;
  if (strays.length > 0) return likely.otherThanAgreed;
  return answer === undefined && query === undefined ? likely.noCallback : likely.otherStep;
}

/**
 * Returns why a callback without a readable correlation id could not be read. Such a callback may be the missing one.
 */
function namelessIn({ strays }: SeenBeside): ReportText | undefined {
  const nameless = strays.filter(({ facts }) => facts.payer?.correlationId === undefined);
  return nameless.map(whyUnread).find((why) => why !== undefined);
}

/** Describes the callbacks that came instead of a missing one. */
function nothing(cycle: SeenCycle, { strays }: SeenBeside, context: RuleContext): ReportText {
  const { correlationId, answer, query } = cycle;
  const other = strays.find(({ facts }) => facts.payer?.correlationId === correlationId);
  if (other !== undefined) return reportText`${exchangeReference(other)} in its place`;
  const unreadable = strays.filter(({ facts }) => facts.payer?.envelope === 'unreadable');
  const [one] = unreadable;
  if (one !== undefined)
    return reportText`none; ${unreadable.length} callbacks could not be read: ${one.facts.payer?.flaw ?? 'unknown'} (${exchangeReference(one)})`;
  const plain = strays.filter(
    (each) => lacksAgreedEnvelope(each, context) && each.facts.payer?.correlationId === undefined,
  );
  const [bare] = plain;
  if (bare !== undefined)
    return reportText`none; ${plain.length} came in plain, without the envelope jwe and its headers (${exchangeReference(bare)})`;
  return answer === undefined && query === undefined
    ? 'none in time (limits.callbackMs)'
    : 'another callback alone';
}
