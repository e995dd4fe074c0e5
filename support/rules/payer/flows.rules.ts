import type { ObligationId } from '../../contract/obligations';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import { fateOf } from '../answers';
import type { Cycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import { stepIn } from '../cycles/messages';
import type { Breach, Judgement, RuleContext, RuleFactory } from '../rule';
import { Tally, kept } from '../rule';

type Told = Omit<Breach, 'exchanges'>;

/** What was seen of the payer besides its cycles. */
interface Seen {
  readonly of: (seq: number | undefined) => Exchange | undefined;
  /** Callbacks that belong to no step of clause 4.7, or that nobody can read. */
  readonly strays: readonly Exchange[];
}

type Judge = (
  cycle: Cycle,
  seen: Seen,
  context: RuleContext,
) => Told | { readonly unjudged: string } | undefined;

function payerFlow(
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
function took(stage: 'request' | 'trigger' | 'reply', what: string): Judge {
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

function show(exchange: Exchange | undefined, cycle: Cycle): string {
  return `${exchange === undefined ? 'what belongs to it' : nameExchange(exchange)}, ${name(cycle)}`;
}

/** A callback came, and on the right path. */
function called(stage: 'answer' | 'query', path: (cycle: Cycle, context: RuleContext) => string): Judge {
  return (cycle, seen, context) => {
    const callback = cycle[stage];
    const right = path(cycle, context);
    const sent = show(seen.of((cycle.reply ?? cycle.trigger ?? cycle.request)?.seq), cycle);
    const expected = `a callback on ${right} with its correlation id`;
    if (callback === undefined)
      return { sent, expected, got: nothing(cycle, seen), likely: likelyOf(seen.strays.length > 0) };
    const seenPath = pathOf(seen.of(callback.seq));
    if (seenPath.endsWith(right)) return undefined;
    return {
      sent,
      expected,
      got: `#${callback.seq} on ${seenPath}`,
      likely: 'the path goes by something else than the method that the trigger named',
    };
  };
}

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

const pathOf = (exchange: Exchange | undefined): string =>
  new URL(exchange?.request.url ?? 'http://x/').pathname;

const onSubmit = ({ kind }: Cycle): string =>
  kind === 'claim' ? '/v1/claim/on_submit' : '/v1/preauth/on_submit';

/** The final answer says what the trigger had asked for. */
const decidedAsTold: Judge = (cycle, { of }) => {
  const { answer, trigger } = cycle;
  const wanted = trigger?.action === 'Approve' ? 'approved' : 'rejected';
  if (answer?.decision === wanted) return undefined;
  return {
    sent: show(of(trigger?.seq), cycle),
    expected: `a final answer that says ${wanted}`,
    got: `${answer?.decision ?? 'no decision'} in #${answer?.seq ?? 0}`,
    likely: 'the action is not looked at, or the decision stands elsewhere (reading decision)',
  };
};

/** What the payer asked for is what it waits for. */
const waited: Judge = ({ answer, reply, ...cycle }, { of }) => {
  if (answer === undefined || answer.at >= (reply?.at ?? Infinity)) return undefined;
  return {
    sent: show(of(cycle.query?.seq), { ...cycle }),
    expected: 'a final answer after the documents',
    got: `#${answer.seq}, ${reply === undefined ? 'without them' : `before the reply #${reply.seq}`}`,
    likely: 'Query is answered like a decision',
  };
};

/** After a query the payer decides on its own; but it does decide. */
const decidedAtAll: Judge = (cycle, { of }) => {
  const { answer, reply } = cycle;
  if (answer?.decision === 'approved' || answer?.decision === 'rejected') return undefined;
  return {
    sent: show(of(reply?.seq), cycle),
    expected: 'a final answer, approved or rejected',
    got: `no decision in #${answer?.seq ?? 0}`,
    likely: 'the decision stands elsewhere (reading decision)',
  };
};

const triggered =
  (...actions: string[]) =>
  ({ trigger }: Cycle): boolean =>
    trigger !== undefined && actions.includes(trigger.action);

/** Clause 4.7. */
export const decisionsCome = payerFlow('FLW-12', triggered('Approve', 'Reject'), [
  took('request', 'request'),
  took('trigger', 'trigger'),
  called('answer', onSubmit),
  decidedAsTold,
]);

/** Clauses 4.7, 6.1. */
export const queriesCome = payerFlow('FLW-13', triggered('Query'), [
  took('request', 'request'),
  took('trigger', 'trigger'),
  called('query', () => '/v1/communication/request'),
  waited,
  took('reply', 'reply'),
  called('answer', onSubmit),
  decidedAtAll,
]);

/** Data, and not what was sent: a payer that only sends a message back has answered nothing. */
const holdsData: Judge = (cycle, { of }) => {
  const [request, answer] = [of(cycle.request?.seq), of(cycle.answer?.seq)];
  const fact = answer?.facts.payer;
  const isPlan = cycle.kind === 'plan';
  const told = {
    sent: show(request, cycle),
    expected: isPlan ? 'plan data with policy number 100217' : 'eligibility data: FHIR resources',
  };
  const found = fact?.resources.filter((type) => type !== 'Bundle') ?? [];
  const got = `${found.join(', ') || 'nothing'} in #${cycle.answer?.seq ?? 0}`;
  if (fact?.digest !== undefined && fact.digest === request?.facts.payer?.digest)
    return { ...told, got: 'the bundle of the request', likely: 'the payer sends back what it gets' };
  if (found.length === 0) return { ...told, got, likely: 'an empty answer, or another format than FHIR R4' };
  if (isPlan && fact?.policyNumber !== true)
    return { ...told, got: `${got}, without it`, likely: 'another policy than that of the test is answered' };
  return undefined;
};

/** Clause 4.7. */
export const dataComes = payerFlow(
  'FLW-14',
  ({ kind, request }) => request !== undefined && (kind === 'plan' || kind === 'eligibility'),
  [
    took('request', 'request'),
    called(
      'answer',
      ({ kind }, { readings }) => readings[kind === 'plan' ? 'plan-answer' : 'eligibility-answer'],
    ),
    holdsData,
  ],
);
