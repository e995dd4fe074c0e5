import type { PayerFact } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import { nameExchange } from '../../exchange/exchange';
import type { Text } from '../../exchange/text';
import { numbered, text } from '../../exchange/text';
import type { Cycle } from '../cycles/cycle-log';
import type { Step } from '../cycles/messages';
import { whyUnread } from '../cycles/messages';
import type { Judgement, RuleContext } from '../judge/judge';
import { kept } from '../judge/judge';

/** A cycle that the suite began. */
export interface Begun {
  /** Of the request that began it. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly workflowId: string | undefined;
}

export interface Callback {
  readonly exchange: Exchange;
  readonly fact: PayerFact;
  /** Absent where its path is that of no step. */
  readonly step: Step | undefined;
}

/** Which kind of cycle a callback answers; a query may belong to either kind that is triggered. */
const kindsOf: Readonly<Partial<Record<Step, readonly Cycle['kind'][]>>> = {
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

/** Judges the correlation ids of callbacks, once all of them are known. */
export class IdJudge {
  readonly #cycles: readonly Cycle[];
  readonly #begun: ReadonlyMap<string, Begun>;
  readonly #callbacks: readonly Callback[];
  readonly #context: RuleContext;

  constructor(
    cycles: readonly Cycle[],
    begun: ReadonlyMap<string, Begun>,
    callbacks: readonly Callback[],
    context: RuleContext,
  ) {
    this.#cycles = cycles;
    this.#begun = begun;
    this.#callbacks = callbacks;
    this.#context = context;
  }

  /** `undefined` for what may be no answer to us at all. */
  judge(callback: Callback): Judgement | undefined {
    const { exchange, fact, step } = callback;
    const { correlationId } = fact;
    if (correlationId === undefined) return this.#without(exchange);
    // A prompt opens a cycle of its own.
    if (step === 'prompt') return kept;
    if (!this.#begun.has(correlationId)) {
      if (step === undefined && this.#begunBy(fact) === undefined) return undefined;
      const ours = this.#begunBy(fact);
      const of = ours === undefined ? '' : text`: its workflow id is that of ${numbered(ours.seq)}`;
      const seen = text`${correlationId}, under which nothing was begun${of}`;
      return breach(exchange, seen, correlationId === fact.workflowId ? likely.ofWorkflow : likely.ofNone);
    }
    const other = this.#cycleMeant(callback);
    if (other === undefined) return kept;
    const seen = text`${correlationId}, the id of another cycle: ${other.correlationId}, begun in ${numbered(other.request?.seq ?? 0)}, got no such answer`;
    return breach(exchange, seen, likely.ofAnother);
  }

  #without(exchange: Exchange): Judgement {
    const why = whyUnread(exchange);
    if (why !== undefined && this.#context.readings['correlation-id'].where === 'body')
      return { unjudged: why, withholds: true };
    return breach(exchange, 'none', likely.elsewhere);
  }

  /** On an unknown path, only the workflow tells what a callback answers. */
  #begunBy({ workflowId }: PayerFact): Begun | undefined {
    if (workflowId === undefined) return undefined;
    return [...this.#begun.values()].find((each) => each.workflowId === workflowId);
  }

  /** The cycle that a callback answers, where that is not the one whose id it carries, and went without. */
  #cycleMeant(callback: Callback): Cycle | undefined {
    const { step, fact } = callback;
    if (step === undefined) return undefined;
    const own = this.#cycles.find(({ correlationId }) => correlationId === fact.correlationId);
    if (own !== undefined && fits(own, callback)) return undefined;
    const open = this.#cycles.filter(
      (each) => isAwaiting(each) && fits(each, callback) && !this.#has(each, step),
    );
    // A query may end in any decision: a cycle in which this very one was asked for comes first.
    return open.find((each) => isAskedFor(each, callback)) ?? open[0];
  }

  /** Whether a callback of that sort came under the id of a cycle, on whatever path. */
  #has({ correlationId }: Cycle, sort: Step): boolean {
    const isQuery = sort === 'query';
    return this.#callbacks.some(
      ({ fact, step }) => fact.correlationId === correlationId && (step === 'query') === isQuery,
    );
  }
}

/** Whether a callback is to be expected in a cycle. */
function isAwaiting({ kind, request, trigger }: Cycle): boolean {
  return (kind === 'plan' || kind === 'eligibility' ? request : trigger)?.taken === true;
}

/** Whether a callback answers a cycle of that kind, and says what was asked for. */
function fits({ kind, trigger }: Cycle, { step, fact }: Callback): boolean {
  const kinds = step && kindsOf[step];
  if (kinds?.includes(kind) !== true) return false;
  if (step === 'query') return trigger?.action === 'Query';
  const wanted = wordOf[trigger?.action ?? ''];
  return wanted === undefined || fact.decision === undefined || fact.decision === wanted;
}

/** Whether the trigger of a cycle asked for the decision of a callback. */
function isAskedFor({ trigger }: Cycle, { fact }: Callback): boolean {
  return fact.decision !== undefined && wordOf[trigger?.action ?? ''] === fact.decision;
}

function breach(exchange: Exchange, seen: Text, cause: string): Judgement {
  const expected = 'the correlation id of the cycle that the callback belongs to';
  return { breach: { sent: nameExchange(exchange), expected, seen, cause } };
}
