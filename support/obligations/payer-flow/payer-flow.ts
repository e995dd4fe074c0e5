import type { ObligationId } from '..';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { fateOf } from '../judge/fates';
import type { Cycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import { stepIn, whyUnread } from '../cycles/messages';
import { isAtPath, pathOf } from '../judge/paths';
import type { Breach, Judgement, RuleContext, RuleFactory } from '../judge/judge';
import { Tally, kept } from '../judge/judge';

type Told = Omit<Breach, 'exchanges'>;

/** What was seen of the payer besides its cycles. */
interface Seen {
  readonly of: (seq: number | undefined) => Exchange | undefined;
  /** Callbacks that belong to no step of clause 4.7, or that nobody can read. */
  readonly strays: readonly Exchange[];
}

/** One thing that a cycle has to show: what is amiss, or `undefined`. */
export type Judge = (
  cycle: Cycle,
  seen: Seen,
  context: RuleContext,
) => Told | Extract<Judgement, { readonly unjudged: string }> | undefined;

/** Judges every cycle of a kind; the first judge that finds something amiss has the word. */
export function payerFlow(
  obligation: ObligationId,
  concerns: (cycle: Cycle) => boolean,
  judges: readonly Judge[],
): RuleFactory {
  return (context) => {
    const log = new CycleLog(context);
    const exchanges = new Map<number, Exchange>();
    const strays: Exchange[] = [];
    return {
      observe(exchange) {
        log.observe(exchange);
        if (exchange.facts.payer !== undefined || exchange.service === 'dummyPayer')
          exchanges.set(exchange.seq, exchange);
        if (isStray(exchange, context)) strays.push(exchange);
      },
      conclude() {
        const tally = new Tally(obligation);
        const seen = { of: (seq?: number) => exchanges.get(seq ?? 0), strays };
        for (const cycle of log.cycles.filter(concerns))
          tally.add(first(judges, cycle, seen, context), ...seqsOf(cycle));
        return tally.conclude();
      },
    };
  };
}

function isStray(exchange: Exchange, { readings }: RuleContext): boolean {
  if (exchange.sender !== 'service') return false;
  return stepIn(exchange, readings)?.fact.correlationId === undefined;
}

function first(judges: readonly Judge[], cycle: Cycle, seen: Seen, context: RuleContext): Judgement {
  for (const judge of judges) {
    const found = judge(cycle, seen, context);
    if (found !== undefined) return 'unjudged' in found ? found : { breach: found };
  }
  return kept;
}

function seqsOf({ request, trigger, query, reply, answer }: Cycle): number[] {
  return [request, trigger, query, reply, answer].flatMap((stage) =>
    stage === undefined ? [] : [stage.seq],
  );
}

/** What the suite sent in a cycle was taken; else nothing can be expected of it. */
export function took(stage: 'request' | 'trigger' | 'reply', what: string): Judge {
  return (cycle, { of }) => {
    const sent = cycle[stage];
    const exchange = of(sent?.seq);
    if (sent === undefined || exchange === undefined)
      return { unjudged: `no ${what} was sent in ${name(cycle)}` };
    if (sent.taken) return undefined;
    const fate = fateOf(exchange);
    if (fate.kind !== 'subject') return { unjudged: fate.kind === 'environment' ? fate.reason : 'not taken' };
    return { sent: show(exchange, cycle), expected: '2xx', got: fate.got, likely: fate.likely };
  };
}

const name = ({ kind, correlationId }: Cycle): string => `the ${kind ?? 'unknown'} cycle ${correlationId}`;

/** A message and the cycle that it belongs to, for people. */
export function show(exchange: Exchange | undefined, cycle: Cycle): string {
  return `${exchange === undefined ? 'what belongs to it' : nameExchange(exchange)}, ${name(cycle)}`;
}

/** A callback came, and on the right path. */
export function called(
  stage: 'answer' | 'query',
  path: (cycle: Cycle, context: RuleContext) => string,
): Judge {
  return (cycle, seen, context) => {
    const callback = cycle[stage];
    const right = path(cycle, context);
    const sent = show(seen.of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);
    const expected = `a callback on ${right} with its correlation id`;
    const nameless = callback === undefined ? namelessIn(seen) : undefined;
    if (nameless !== undefined) return { unjudged: nameless, withholds: true };
    if (callback === undefined)
      return { sent, expected, got: nothing(cycle, seen), likely: likelyOf(seen.strays.length > 0) };
    const exchange = seen.of(callback.seq);
    if (exchange !== undefined && isAtPath(exchange, right)) return undefined;
    return {
      sent,
      expected,
      got: `#${callback.seq} on ${exchange === undefined ? '/' : pathOf(exchange)}`,
      likely: 'the path goes by something else than the method that the trigger named',
    };
  };
}

/** A callback that may be the missing one: its correlation id stands in what cannot be read. */
function namelessIn({ strays }: Seen): string | undefined {
  const nameless = strays.filter(({ facts }) => facts.payer?.correlationId === undefined);
  return nameless.map(whyUnread).find((why) => why !== undefined);
}

/** What the answer says can be read; where it is of no envelope that was agreed on, that is nobody's fault. */
export const readable: Judge = (cycle, { of }) => {
  const { answer } = cycle;
  if (answer?.flaw === undefined) return undefined;
  if (answer.unread !== undefined) return { unjudged: answer.unread, withholds: true };
  return {
    sent: show(of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle),
    expected: 'a callback that can be read',
    got: `#${answer.seq}: ${answer.flaw}`,
    likely: 'it is encrypted to another key than agreed (encryption.providerKey), or changed on its way',
  };
};

function nothing({ correlationId, answer, query }: Cycle, { strays }: Seen): string {
  const other = strays.find(({ facts }) => facts.payer?.correlationId === correlationId);
  if (other !== undefined) return `${nameExchange(other)} in its place`;
  const unreadable = strays.filter(({ facts }) => facts.payer?.envelope === 'unreadable');
  const [one] = unreadable;
  if (one !== undefined)
    return `none; ${unreadable.length} callbacks could not be read: ${one.facts.payer?.flaw ?? 'unknown'} (${nameExchange(one)})`;
  return answer === undefined && query === undefined
    ? 'none in time (limits.callbackMs)'
    : 'another callback alone';
}

function likelyOf(stray: boolean): string {
  return stray
    ? 'the path, the envelope or the key of the callback is another than agreed (readings, encryption.providerKey)'
    : 'the payer is stuck; or it has another callback address for participants.provider than callback.publicUrl';
}
