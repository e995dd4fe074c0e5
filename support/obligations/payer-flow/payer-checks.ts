import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import { isPlain, whyUnread } from '../cycles/messages';
import { fateCauses, fateOf } from '../judge/fates';
import { providerCauses } from './provider-causes';
import type { RuleContext } from '../judge/judge';
import { isAtPath } from '../judge/paths';
import type { Check, Seen } from './flow';
import { named } from './flow';
import { pathOf } from '../../exchange/address';

const likely = {
  otherPath: 'the path goes by something else than the method that the trigger named',
  unreadable: 'it is encrypted to another key than agreed (encryption.providerKey), or changed on its way',
  otherThanAgreed:
    'the path, the envelope or the key of the callback is another than agreed (readings, encryption.providerKey)',
  otherStep: 'the payer takes another step than it was told to, or none after its first',
  noCallback:
    'the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl',
} as const;

/** Why a payer's callback does not come as it should, or what asks for it is not taken. */
export const payerCauses: readonly string[] = [...fateCauses, ...Object.values(likely), providerCauses.plain];

/** What the suite sent in a cycle was taken; else nothing can be expected of it. */
export function took(stage: 'request' | 'trigger' | 'reply', what: string): Check {
  return (cycle, { of }) => {
    const sent = cycle[stage];
    const exchange = of(sent?.seq);
    if (sent === undefined || exchange === undefined)
      return { unjudged: text`no ${what} was sent in ${named(cycle)}` };
    if (sent.taken) return undefined;
    const fate = fateOf(exchange);
    if (fate.kind !== 'subject') return { unjudged: fate.kind === 'environment' ? fate.reason : 'not taken' };
    return { sent: show(exchange, cycle), expected: '2xx', seen: fate.seen, cause: fate.cause };
  };
}

/** A message and the cycle that it belongs to, for people. */
export function show(exchange: Exchange | undefined, cycle: Cycle): Text {
  return text`${exchange === undefined ? 'what belongs to it' : nameExchange(exchange)}, ${named(cycle)}`;
}

/** A callback came, and on the right path. */
export function called(
  stage: 'answer' | 'query',
  path: (cycle: Cycle, context: RuleContext) => string,
): Check {
  return (cycle, seen, context) => {
    const callback = cycle[stage];
    const right = path(cycle, context);
    const sent = show(seen.of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);
    const expected = `a callback on ${right} with its correlation id`;
    const nameless = callback === undefined ? namelessIn(seen) : undefined;
    if (nameless !== undefined) return { unjudged: nameless, withholds: true };
    if (callback === undefined)
      return {
        sent,
        expected,
        seen: nothing(cycle, seen, context),
        cause: whyMissing(cycle, seen),
      };
    const exchange = seen.of(callback.seq);
    if (exchange !== undefined && isAtPath(exchange, right)) return undefined;
    return {
      sent,
      expected,
      seen: text`${numbered(callback.seq)} on ${exchange === undefined ? '/' : pathOf(exchange)}`,
      cause: likely.otherPath,
    };
  };
}

function whyMissing({ answer, query }: Cycle, { strays }: Seen): string {
  if (strays.length > 0) return likely.otherThanAgreed;
  return answer === undefined && query === undefined ? likely.noCallback : likely.otherStep;
}

/** A callback that may be the missing one: its correlation id stands in what cannot be read. */
function namelessIn({ strays }: Seen): Text | undefined {
  const nameless = strays.filter(({ facts }) => facts.payer?.correlationId === undefined);
  return nameless.map(whyUnread).find((why) => why !== undefined);
}

/** What a callback says can be read. An envelope that was not agreed on is neither side's fault. */
export function readable(stage: 'answer' | 'query'): Check {
  return (cycle, { of }) => {
    const callback = cycle[stage];
    if (callback?.flaw === undefined) return undefined;
    if (callback.unread !== undefined) return { unjudged: callback.unread, withholds: true };
    const brought = stage === 'query' ? cycle.trigger : (cycle.reply ?? cycle.trigger ?? cycle.request);
    return {
      sent: show(of(brought?.seq), cycle),
      expected: 'a callback that can be read',
      seen: text`${numbered(callback.seq)}: ${callback.flaw}`,
      cause: likely.unreadable,
    };
  };
}

function nothing({ correlationId, answer, query }: Cycle, { strays }: Seen, context: RuleContext): Text {
  const other = strays.find(({ facts }) => facts.payer?.correlationId === correlationId);
  if (other !== undefined) return text`${nameExchange(other)} in its place`;
  const unreadable = strays.filter(({ facts }) => facts.payer?.envelope === 'unreadable');
  const [one] = unreadable;
  if (one !== undefined)
    return text`none; ${unreadable.length} callbacks could not be read: ${one.facts.payer?.flaw ?? 'unknown'} (${nameExchange(one)})`;
  const plain = strays.filter(
    (each) => isPlain(each, context) && each.facts.payer?.correlationId === undefined,
  );
  const [bare] = plain;
  if (bare !== undefined)
    return text`none; ${plain.length} came in plain, without the envelope jwe and its headers (${nameExchange(bare)})`;
  return answer === undefined && query === undefined
    ? 'none in time (limits.callbackMs)'
    : 'another callback alone';
}
