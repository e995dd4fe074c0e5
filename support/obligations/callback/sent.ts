import type { PayerFact } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import {
  CallbackFacetFinder,
  callbackOperationFacets,
  isFromPayer,
  judgePrevented,
  withoutBridgedCallbacks,
} from './operations';
import type { SeenCycle } from '../cycles/cycle-log';
import { CycleLog } from '../cycles/cycle-log';
import type { PayerStepKind } from '../cycles/messages';
import { readPayerStep, whyUnread } from '../cycles/messages';
import {
  bridgeHeaders,
  checkBridgeId,
  describeRepeated,
  isBridgeScoped,
  isReadableRequest,
  sentTwice,
  wrongBridgeCause,
  describeWrongBridge,
  unjudgedIfWithheld,
} from '../judge/requests';
import { defineHome, placesAt, requiredPlaces } from '../judge/home';
import type { Judgement, RuleContext } from '../judge/judge';
import { isDefault, whyNameless } from '../judge/defaults';
import { JudgementTally, eachExchange, withFacetNames, keptJudgement } from '../judge/judge';

/** A cycle that the suite began. */
interface Begun {
  /** The `seq` of the request that began the cycle. */
  readonly seq: number;
  /** The arrival time of that request, in epoch milliseconds. */
  readonly at: number;
  readonly workflowId: string | undefined;
}

interface Callback {
  readonly exchange: Exchange;
  readonly fact: PayerFact;
  /** `undefined` if the callback's path does not belong to any step of a cycle. */
  readonly step: PayerStepKind | undefined;
}

/**
 * Maps each kind of callback to the kinds of cycle that it can answer. A query can belong to a preauthorization or a
 * claim, the two kinds that can be triggered.
 */
const kindsOf: Readonly<Partial<Record<PayerStepKind, readonly SeenCycle['kind'][]>>> = {
  'plan-answer': ['plan'],
  'eligibility-answer': ['eligibility'],
  'preauth-answer': ['preauth'],
  'claim-answer': ['claim'],
  query: ['preauth', 'claim'],
};

const likely = {
  elsewhere: 'the correlation id is left out, or stands elsewhere than the reading correlation-id says',
  ofWorkflow: 'the workflow id stands in place of the correlation id',
  ofNone:
    'no request of this run had that correlation id: each message gets a new one, or it was changed on its way',
  ofAnother: 'cycles are mixed up: the answer carries the correlation id of another cycle',
} as const;

const correlationCauses: readonly string[] = Object.values(likely);

const wordOf: Readonly<Record<string, string>> = { Approve: 'approved', Reject: 'rejected' };

/** Judges the correlation ids of callbacks. Needs all callbacks of the recording. */
class IdJudge {
  readonly #cycles: readonly SeenCycle[];
  readonly #begun: ReadonlyMap<string, Begun>;
  readonly #callbacks: readonly Callback[];
  readonly #context: RuleContext;

  constructor(
    cycles: readonly SeenCycle[],
    begun: ReadonlyMap<string, Begun>,
    callbacks: readonly Callback[],
    context: RuleContext,
  ) {
    this.#cycles = cycles;
    this.#begun = begun;
    this.#callbacks = callbacks;
    this.#context = context;
  }

  /** Returns `undefined` for a callback that may not answer any request of the suite. */
  judge(callback: Callback): Judgement | undefined {
    const { exchange, fact, step } = callback;
    const { correlationId } = fact;
    if (correlationId === undefined) return this.#without(exchange);
    // A payment prompt begins its own cycle, under any correlation id.
    if (step === 'prompt') return keptJudgement;
    if (!this.#begun.has(correlationId)) {
      if (step === undefined && this.#begunBy(fact) === undefined) return undefined;
      const ours = this.#begunBy(fact);
      const of =
        ours === undefined ? '' : reportText`: its workflow id is that of ${linkToExchange(ours.seq)}`;
      const seen = reportText`${correlationId}, under which nothing was begun${of}`;
      return breach(exchange, seen, correlationId === fact.workflowId ? likely.ofWorkflow : likely.ofNone);
    }
    const other = this.#cycleMeant(callback);
    if (other === undefined) return keptJudgement;
    const seen = reportText`${correlationId}, the id of another cycle: ${other.correlationId}, begun in ${linkToExchange(other.request?.seq ?? 0)}, got no such answer`;
    return breach(exchange, seen, likely.ofAnother);
  }

  #without(exchange: Exchange): Judgement {
    const why = whyUnread(exchange);
    if (why !== undefined && this.#context.readings['correlation-id'].where === 'body')
      return { unjudged: why, withholds: true };
    if (isDefault('correlation-id', this.#context))
      return { unjudged: whyNameless(exchange), withholds: true };
    return breach(exchange, 'none', likely.elsewhere);
  }

  /**
   * Returns the cycle with the workflow id of a callback. On an unknown path, only this id can show which cycle the
   * callback answers.
   */
  #begunBy({ workflowId }: PayerFact): Begun | undefined {
    if (workflowId === undefined) return undefined;
    return [...this.#begun.values()].find((each) => each.workflowId === workflowId);
  }

  /**
   * Returns the cycle that a callback answers if the callback carries the id of a different cycle: one that fits the
   * callback and did not receive such an answer. Returns `undefined` if no such cycle exists, or if the callback fits
   * the cycle with its id.
   */
  #cycleMeant(callback: Callback): SeenCycle | undefined {
    const { step, fact } = callback;
    if (step === undefined) return undefined;
    const own = this.#cycles.find(({ correlationId }) => correlationId === fact.correlationId);
    if (own !== undefined && fits(own, callback)) return undefined;
    const open = this.#cycles.filter(
      (each) => isAwaiting(each) && fits(each, callback) && !this.#has(each, step),
    );
    // A cycle triggered with Query can end in any decision, so prefer a cycle if its trigger asked for exactly this
    // decision.
    return open.find((each) => isAskedFor(each, callback)) ?? open[0];
  }

  /** Whether a cycle received a callback of this kind (a query, or anything else) under its id, on any path. */
  #has({ correlationId }: SeenCycle, sort: PayerStepKind): boolean {
    const isQuery = sort === 'query';
    return this.#callbacks.some(
      ({ fact, step }) => fact.correlationId === correlationId && (step === 'query') === isQuery,
    );
  }
}

/**
 * Whether the payer owes a callback in a cycle: it accepted the request (plan, eligibility) or the trigger (other
 * kinds).
 */
function isAwaiting({ kind, request, trigger }: SeenCycle): boolean {
  return (kind === 'plan' || kind === 'eligibility' ? request : trigger)?.taken === true;
}

/**
 * Whether a callback can answer a cycle: it belongs to the kind of the cycle and does not contradict the action of the
 * trigger.
 */
function fits({ kind, trigger }: SeenCycle, { step, fact }: Callback): boolean {
  const kinds = step && kindsOf[step];
  if (kinds?.includes(kind) !== true) return false;
  if (step === 'query') return trigger?.action === 'Query';
  const wanted = wordOf[trigger?.action ?? ''];
  return wanted === undefined || fact.decision === undefined || fact.decision === wanted;
}

/** Whether the trigger of a cycle asked for the decision of a callback. */
function isAskedFor({ trigger }: SeenCycle, { fact }: Callback): boolean {
  return fact.decision !== undefined && wordOf[trigger?.action ?? ''] === fact.decision;
}

function breach(exchange: Exchange, seen: ReportText, cause: string): Judgement {
  const expected = 'the correlation id of the cycle that the callback belongs to';
  return { breach: { sent: exchangeReference(exchange), expected, seen, cause } };
}

/**
 * Delay after the beginning of its cycle, in milliseconds, after which a callback counts as late. Lateness is only
 * noted.
 */
const lateMs = 10_000;

/**
 * Clause 6.1: a callback carries the correlation id of its own cycle. No clause names another header; a workflow id
 * only helps to recognise the suite's own cycles. Notes mention repeated and late callbacks.
 */
export const correlationKept = defineHome({
  id: 'CBK-01',
  clauses: ['6.1', '4.7.2'],
  quote: 'All callbacks of one request cycle share the correlation id.',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Callbacks carry the correlation id of their cycle',
  rule:
    'Every callback of a request cycle, from the first to the last, bears the correlation id of that ' +
    'cycle.',
  latitude: {
    'a repeated callback': 'callbacks-twice',
    'an HTTP header for the correlation id, as the target says': 'correlation-id-in-http-header',
    'a member of the body for the correlation id, as the target says': 'correlation-id-in-body',
    'another workflow id': 'workflow-of-its-own',
    'interim answers': 'interim-answers',
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { callback: ['each operation that the payer calls'] },
  facetsOf: callbackOperationFacets,
  needs: ['DPY-08', 'FLW-12', 'FLW-13', 'FLW-14', 'FLW-15'],
  tells: placesAt('fact payer/correlationId', 'fact payer/flaw'),
  causes: correlationCauses,
  judge: (context) => {
    const log = new CycleLog(context);
    const begun = new Map<string, Begun>();
    const callbacks: Callback[] = [];
    const unbegun: Judgement[] = [];
    const sorter = new CallbackFacetFinder(context.readings);
    return {
      observe(exchange) {
        log.observe(exchange);
        sorter.observe(exchange);
        const { payer } = exchange.facts;
        const id = payer?.correlationId;
        const prevented = judgePrevented(exchange, context);
        if (prevented !== undefined) unbegun.push(prevented);
        if (exchange.sender === 'suite' && id !== undefined && !begun.has(id))
          begun.set(id, { seq: exchange.seq, at: exchange.arrivedAt, workflowId: payer?.workflowId });
        if (!isFromPayer(exchange) || payer === undefined) return;
        // Skip a message if neither its body nor a correlation id can be read. Keep a JWE that the suite merely does
        // not support.
        if (payer.envelope === 'unreadable' && payer.unoffered !== true && id === undefined) return;
        callbacks.push({ exchange, fact: payer, step: readPayerStep(exchange, context.readings)?.step });
      },
      // Judge at the end: a callback can arrive before its request is answered, and the request is recorded only then.
      conclude() {
        const tally = new JudgementTally(context);
        for (const each of unbegun) tally.add(each);
        const judge = new IdJudge(log.cycles, begun, callbacks, context);
        const seen = new Map<string, number>();
        for (const callback of callbacks) {
          const { seq } = callback.exchange;
          const judgement = judge.judge(callback);
          if (judgement !== undefined)
            tally.add(withFacetNames(judgement, ...sorter.of(callback.exchange)), seq);
          const remark = remarkOn(callback, begun, seen);
          if (remark !== undefined) tally.add({ note: remark }, seq);
        }
        return tally.conclude();
      },
    };
  },
});

function remarkOn(
  { exchange, step, fact }: Callback,
  begun: ReadonlyMap<string, Begun>,
  seen: Map<string, number>,
): ReportText | undefined {
  const id = fact.correlationId;
  if (id === undefined || isInterim(step, fact)) return undefined;
  const what = `the ${step ?? 'callback'}`;
  const earlier = seen.get(`${id} ${what}`);
  seen.set(`${id} ${what}`, exchange.seq);
  if (earlier !== undefined)
    return reportText`${what} came twice: ${linkToExchange(earlier)}, ${linkToExchange(exchange.seq)}`;
  const after = exchange.arrivedAt - (begun.get(id)?.at ?? exchange.arrivedAt);
  return after > lateMs ? `${what} came ${Math.round(after / 1000)} s after its cycle began` : undefined;
}

/** Whether a callback is an interim answer. Any number of interim answers may precede the final one. */
function isInterim(step: Callback['step'], { final }: Callback['fact']): boolean {
  return (step === 'preauth-answer' || step === 'claim-answer') && final !== true;
}

const roleLeftOut =
  'the role is left out on callbacks; where this one is not bridge-scoped, correct readings.bridge-scoped';

/** Clause 5.2: a bridge-scoped callback names the HIP or HIU for which it is meant. */
export const callbacksBridged = defineHome({
  id: 'CBK-07',
  clauses: ['5.2'],
  quote:
    'X-HIP-ID / X-HIU-ID | facility or bridge role the message targets; a facility registry id ' +
    'doubles as the HIP id | bridge-scoped requests and callbacks',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'passive',
  title: 'Bridge-scoped callbacks name a HIP or HIU',
  rule:
    'X-HIP-ID or X-HIU-ID is on each callback that the target lists as bridge-scoped, with the id that ' +
    'the target names for it, if any. For the registry id of a facility as the HIP id, the target names that id: ' +
    'no other value can be told from one. If it lists none, the obligation is not-tested (not-configured).',
  latitude: {
    'X-HIU-ID instead of X-HIP-ID': 'callbacks-name-a-hiu',
    'X-HIP-ID on some callbacks only': 'callbacks-bridge-scoped',
  },
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  causes: [roleLeftOut, wrongBridgeCause, sentTwice],
  tells: requiredPlaces('request header x-hip-id|x-hiu-id'),
  unless: withoutBridgedCallbacks,
  judge: eachExchange((exchange, context) => {
    if (!isFromPayer(exchange) || !isReadableRequest(exchange)) return undefined;
    if (!isBridgeScoped(exchange, context)) return undefined;
    const found = checkBridgeId(exchange, context);
    const repeated = describeRepeated(exchange, ...bridgeHeaders);
    if (repeated === undefined && found === 'right') return keptJudgement;
    const unknown = unjudgedIfWithheld(exchange, ...bridgeHeaders);
    if (unknown !== undefined) return unknown;
    return {
      breach: {
        sent: exchangeReference(exchange),
        expected: 'X-HIP-ID or X-HIU-ID',
        seen: 'neither',
        cause: roleLeftOut,
        ...(found === 'another' && describeWrongBridge(exchange, context)),
        ...repeated,
      },
    };
  }),
});
