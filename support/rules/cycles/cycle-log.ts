import type { CycleFact } from '../../contract/payer-facts';
import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from '../rule';
import type { Step } from './messages';
import { isTaken, stepIn, triggerIn } from './messages';

/** One message of a cycle, as far as a flow is judged by it. */
export interface Stage {
  readonly seq: number;
  /** When it was sent, in epoch milliseconds: a slow answer has a message recorded late. */
  readonly at: number;
  /** Whether the far side answered 2xx. */
  readonly taken: boolean;
  /** The status that it answered; 0 for none. */
  readonly status: number;
}

/** What was seen of one request cycle (clause 6.1). */
export interface Cycle {
  readonly correlationId: string;
  /** Begun while the client was asked for another kind of cycle. */
  astray?: true;
  kind?: 'plan' | 'eligibility' | 'preauth' | 'claim' | 'payment';
  request?: Stage;
  trigger?: Stage & { readonly action: string; readonly method: string };
  query?: Stage;
  reply?: Stage & { readonly documents: number };
  answer?: Stage & { readonly step: Step; readonly decision: string | undefined };
  prompt?: Stage;
  acknowledgment?: Stage;
  /** What the client said of it last, after all that had happened. */
  state?: CycleFact & { readonly seq: number };
}

const kinds: Readonly<Partial<Record<Step, NonNullable<Cycle['kind']>>>> = {
  plan: 'plan',
  eligibility: 'eligibility',
  preauth: 'preauth',
  claim: 'claim',
  prompt: 'payment',
};

/** The operations that begin a cycle; calls of the adapter have the same names. */
export const beginnings: readonly string[] = [
  'insurancePlan.request',
  'eligibility.check',
  'preauth.submit',
  'claim.submit',
];

const answers: readonly Step[] = ['plan-answer', 'eligibility-answer', 'preauth-answer', 'claim-answer'];

/** Puts the messages of a recording together to cycles. What the suite sent on purpose at the wrong time is left out. */
export class CycleLog {
  readonly #cycles = new Map<string, Cycle>();
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  get cycles(): readonly Cycle[] {
    return [...this.#cycles.values()];
  }

  observe(exchange: Exchange): void {
    this.#observeStep(exchange);
    this.#observeTrigger(exchange);
    const { cycle } = exchange.facts;
    const known = cycle && this.#cycles.get(cycle.correlationId);
    if (cycle !== undefined && known !== undefined) known.state = { ...cycle, seq: exchange.seq };
  }

  #of(correlationId: string): Cycle {
    const cycle = this.#cycles.get(correlationId) ?? { correlationId };
    this.#cycles.set(correlationId, cycle);
    return cycle;
  }

  #observeStep(exchange: Exchange): void {
    const found = stepIn(exchange, this.#context.readings);
    const correlationId = found?.fact.correlationId;
    // Forged, repeated and strange callbacks are the suite's own doing.
    if (found === undefined || correlationId === undefined || isStaged(exchange)) return;
    const cycle = this.#of(correlationId);
    const { step, fact } = found;
    const stage = stageOf(exchange);
    const kind = kinds[step];
    if (kind !== undefined) cycle.kind ??= kind;
    if (kind !== undefined && isAstray(exchange)) cycle.astray = true;
    if (step === 'query') cycle.query = better(cycle.query, stage);
    else if (step === 'reply') cycle.reply = better(cycle.reply, { ...stage, documents: fact.documents });
    else if (step === 'prompt') cycle.prompt = better(cycle.prompt, stage);
    else if (step === 'acknowledgment') cycle.acknowledgment = better(cycle.acknowledgment, stage);
    else if (answers.includes(step))
      cycle.answer = better(cycle.answer, { ...stage, step, decision: fact.decision });
    else cycle.request = better(cycle.request, stage);
  }

  #observeTrigger(exchange: Exchange): void {
    const trigger = triggerIn(exchange);
    if (trigger === undefined || isStaged(exchange)) return;
    const { correlationId, action, method, words } = trigger;
    if (typeof correlationId !== 'string') return;
    const cycle = this.#of(correlationId);
    cycle.trigger = better(cycle.trigger, {
      ...stageOf(exchange),
      action: words.action ?? String(action),
      method: words.method ?? String(method),
    });
  }
}

function isAstray({ call, operation }: Exchange): boolean {
  if (call === undefined || operation === undefined) return false;
  return beginnings.includes(operation) && beginnings.includes(call.method) && call.method !== operation;
}

/** What was taken counts, else what came first: a message that was refused may be sent again. */
function better<Of extends Stage>(known: Of | undefined, next: Of): Of {
  return known === undefined || (!known.taken && next.taken) ? next : known;
}

function isStaged({ sender, asked }: Exchange): boolean {
  return sender === 'suite' && asked !== undefined && asked.part !== 'valid';
}

function stageOf(exchange: Exchange): Stage {
  return {
    seq: exchange.seq,
    at: exchange.arrivedAt,
    taken: isTaken(exchange),
    status: exchange.response?.status ?? 0,
  };
}

/** Whether two cycles were under way at the same time: each was begun before the other was answered. */
export function overlap({ request, answer }: Cycle, other: Cycle): boolean {
  const [begin = 0, end = 0] = [request?.at, answer?.at];
  return begin <= (other.answer?.at ?? 0) && (other.request?.at ?? 0) <= end;
}
