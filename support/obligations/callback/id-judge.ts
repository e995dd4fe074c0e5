import type { PayerFact } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference, isAccepted } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { linkToExchange, reportText } from '../../exchange/text';
import type { SeenCycle } from '../cycles/cycle-log';
import type { PayerStepKind } from '../cycles/messages';
import { whyUnread } from '../cycles/messages';
import { isDefault, whyNameless } from '../judge/defaults';
import type { Judgement, RuleContext, UnjudgedReason } from '../judge/judge';
import { keptJudgement } from '../judge/judge';

/** A cycle that the suite began. */
export interface Begun {
  /** The `seq` of the request that began the cycle. */
  readonly seq: number;
  /** The arrival time of that request, in epoch milliseconds. */
  readonly at: number;
  readonly workflowId: string | undefined;
}

export interface Callback {
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

export const correlationCauses: readonly string[] = Object.values(likely);

const wordOf: Readonly<Record<string, string>> = { Approve: 'approved', Reject: 'rejected' };

/** A cycle that a callback with the id of a different cycle is meant for, with the evidence for that. */
interface Meant {
  readonly cycle: SeenCycle;
  readonly shown: ReportText;
}

/** Judges the correlation ids of callbacks. Needs all callbacks of the recording. */
export class IdJudge {
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
    return this.#underKnownId(callback);
  }

  /** Judges a callback with the correlation id of a cycle that the suite began. */
  #underKnownId(callback: Callback): Judgement {
    const { exchange, fact, step } = callback;
    if (step === undefined) return keptJudgement;
    const own = this.#cycles.find(({ correlationId }) => correlationId === fact.correlationId);
    const isOwn = own !== undefined && fits(own, callback);
    const meant = isOwn ? this.#meantBySurplus(callback, own) : this.#meantByContent(callback, own);
    if (meant === undefined) return keptJudgement;
    if ('unjudged' in meant) return meant;
    const { cycle, shown } = meant;
    const seen = reportText`${fact.correlationId ?? ''}, the id of another cycle: ${cycle.correlationId}, begun in ${linkToExchange(cycle.request?.seq ?? 0)}, ${shown}`;
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
   * Returns the cycle that a callback answers if the callback contradicts the cycle with its id: a cycle that fits the
   * callback and did not receive such an answer. Returns `undefined` if no such cycle exists.
   */
  #meantByContent(callback: Callback, own: SeenCycle | undefined): Meant | undefined {
    const open = this.#cycles.filter(
      (each) => isAwaiting(each) && fits(each, callback) && !this.#has(each, callback),
    );
    // A cycle triggered with Query can end in any decision, so prefer a cycle if its trigger asked for exactly this
    // decision.
    const cycle = open.find((each) => isAskedFor(each, callback)) ?? open[0];
    if (cycle !== undefined) return { cycle, shown: 'got no such answer' };
    return this.#meantByWorkflow(callback, own);
  }

  /**
   * Returns the cycle that a callback answers if the cycle with its id expects no such callback, or had received it
   * before. A payer may repeat a callback, so this needs a cycle that waits for such a callback, and one of two facts:
   * the callback has the workflow id of that cycle, or its content differs from everything that its own cycle received.
   */
  #meantBySurplus(callback: Callback, own: SeenCycle): Meant | UnjudgedReason | undefined {
    const { exchange, fact } = callback;
    if (isInterim(callback)) return undefined;
    const earlier = this.#earlierOf(callback);
    if (earlier.length === 0 && dueSince(own, callback) !== undefined) return undefined;
    const byWorkflow = this.#meantByWorkflow(callback, own);
    if (byWorkflow !== undefined) return byWorkflow;
    const [first] = earlier;
    if (first === undefined || isData(own)) return undefined;
    const open = this.#cycles.filter((each) => isDue(each, own, callback) && !this.#has(each, callback));
    const cycle = open.find((each) => isAskedFor(each, callback)) ?? open[0];
    if (cycle === undefined) return undefined;
    const isOwnWorkflow =
      fact.workflowId !== undefined && fact.workflowId === this.#begun.get(own.correlationId)?.workflowId;
    if (!isOwnWorkflow && isOther(callback, earlier))
      return {
        cycle,
        shown: reportText`got no such answer, and its own cycle had ${linkToExchange(first.exchange.seq)}`,
      };
    return {
      unjudged: reportText`${exchangeReference(exchange)} has the correlation id of a cycle that waited for nothing more, while ${cycle.correlationId} got no answer: it may be a repetition, or have the id of another cycle`,
      withholds: true,
    };
  }

  /** Returns the cycle with the workflow id of a callback, if this cycle waits for the callback and did not receive it. */
  #meantByWorkflow(callback: Callback, own: SeenCycle | undefined): Meant | undefined {
    const { workflowId } = callback.fact;
    const isOf = ({ correlationId }: SeenCycle): boolean =>
      workflowId !== undefined && this.#begun.get(correlationId)?.workflowId === workflowId;
    if (own !== undefined && isOf(own)) return undefined;
    const cycle = this.#cycles.find((each) => isOf(each) && isDue(each, own, callback));
    if (cycle === undefined || this.#hasOwn(cycle, callback)) return undefined;
    return { cycle, shown: 'has its workflow id, and got no such answer' };
  }

  /** Returns the callbacks of the same sort with the same id that the receiver had accepted before. */
  #earlierOf(callback: Callback): Callback[] {
    const { arrivedAt, seq } = callback.exchange;
    return this.#callbacks.filter(
      (each) =>
        isSameSort(each, callback) &&
        each.fact.correlationId === callback.fact.correlationId &&
        !isInterim(each) &&
        isAccepted(each.exchange) &&
        (each.exchange.arrivedAt < arrivedAt ||
          (each.exchange.arrivedAt === arrivedAt && each.exchange.seq < seq)),
    );
  }

  /** Whether a cycle received a callback of this kind (a query, or anything else) under its id, on any path. */
  #has({ correlationId }: SeenCycle, callback: Callback): boolean {
    return this.#callbacks.some(
      (each) => each.fact.correlationId === correlationId && isSameSort(each, callback),
    );
  }

  /** Like {@link #has}, but ignores callbacks with the workflow id of a different cycle. */
  #hasOwn({ correlationId }: SeenCycle, callback: Callback): boolean {
    const workflowId = this.#begun.get(correlationId)?.workflowId;
    return this.#callbacks.some(
      (each) =>
        each.fact.correlationId === correlationId &&
        isSameSort(each, callback) &&
        (each.fact.workflowId === workflowId || this.#begunBy(each.fact) === undefined),
    );
  }
}

const isSameSort = (one: Callback, other: Callback): boolean =>
  (one.step === 'query') === (other.step === 'query');

const isData = ({ kind }: SeenCycle): boolean => kind === 'plan' || kind === 'eligibility';

/** Whether a callback is an interim answer. Any number of interim answers may precede the final one. */
export function isInterim({ step, fact }: Callback): boolean {
  return (step === 'preauth-answer' || step === 'claim-answer') && fact.final !== true;
}

/** Whether the content of a callback differs from that of all others. */
function isOther({ fact: { digest } }: Callback, others: readonly Callback[]): boolean {
  return (
    digest !== undefined && others.every(({ fact }) => fact.digest !== undefined && fact.digest !== digest)
  );
}

/**
 * Whether the payer owes a callback in a cycle: it accepted the request (plan, eligibility) or the trigger (other
 * kinds).
 */
function isAwaiting(cycle: SeenCycle): boolean {
  return (isData(cycle) ? cycle.request : cycle.trigger)?.taken === true;
}

/**
 * Returns the time since which the payer owes a cycle a callback of this sort, in epoch milliseconds; `undefined` if it
 * owes none. After a query, it owes the decision only once it accepted the reply.
 */
function dueSince(cycle: SeenCycle, { step }: Callback): number | undefined {
  const { request, trigger, reply } = cycle;
  const isDecisionAfterQuery = trigger?.action === 'Query' && step !== 'query';
  const due = isData(cycle) ? request : isDecisionAfterQuery ? reply : trigger;
  return due?.taken === true ? due.at : undefined;
}

/** Whether a cycle other than `own` fits a callback, and waited for it when it was sent. */
function isDue(cycle: SeenCycle, own: SeenCycle | undefined, callback: Callback): boolean {
  const since = dueSince(cycle, callback);
  return (
    cycle !== own && fits(cycle, callback) && since !== undefined && since <= callback.exchange.arrivedAt
  );
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
