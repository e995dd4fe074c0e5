import type { Text } from '../../exchange/text';
import type { CycleFact } from '../../contract/payer-facts';
import type { Sent } from '../../exchange/evidence';
import { subjectOf } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import type { RuleContext } from '../judge/judge';
import type { Step } from './messages';
import { isTaken, stepIn, triggerIn, whyUnread } from './messages';

/** One message of a cycle, as far as a flow is judged by it. */
export interface CycleMessage {
  readonly seq: number;
  /** When it was sent, in epoch milliseconds: a slow answer has a message recorded late. */
  readonly at: number;
  /** Whether the far side answered 2xx. */
  readonly taken: boolean;
  /** The status that it answered; 0 for none. */
  readonly status: number;
  /** Why its content could not be read. */
  readonly flaw?: string;
  /** The same in a sentence, where that is no fault of its sender. */
  readonly unread?: Text;
}

/** What the payer says of a request; an interim answer is no final one. */
export interface Answer extends CycleMessage {
  readonly step: Step;
  readonly final: boolean;
  readonly decision: string | undefined;
}

/** What was seen of one request cycle (clause 6.1). */
export interface Cycle {
  readonly correlationId: string;
  /** Begun while the client was asked for another kind of cycle. */
  astray?: true;
  /** Begun by the suite in the provider's place, for a client that triggers the payer and is no provider. */
  begunForIt?: true;
  kind?: 'plan' | 'eligibility' | 'preauth' | 'claim' | 'payment';
  request?: CycleMessage;
  trigger?: CycleMessage & { readonly action: string; readonly method: string };
  query?: CycleMessage;
  reply?: CycleMessage & { readonly documents: number };
  /** The final one, where it came. */
  answer?: Answer;
  prompt?: CycleMessage;
  acknowledgment?: CycleMessage;
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
    return [...this.#cycles.values()].filter(({ begunForIt }) => begunForIt === undefined);
  }

  observe(sent: Sent): void {
    if (sent.kind === undefined) {
      this.#observeStep(sent);
      this.#observeTrigger(sent);
      return;
    }
    const { cycle } = sent.facts;
    const known = cycle && this.#cycles.get(cycle.correlationId);
    if (cycle !== undefined && known !== undefined) known.state = { ...cycle, seq: sent.seq };
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
    const stage = messageOf(exchange);
    const kind = kinds[step];
    if (kind !== undefined) cycle.kind ??= kind;
    if (kind !== undefined && isAstray(exchange)) cycle.astray = true;
    if (isBegunForIntegrator(exchange)) cycle.begunForIt = true;
    if (step === 'query') cycle.query = better(cycle.query, stage);
    else if (step === 'reply') cycle.reply = better(cycle.reply, { ...stage, documents: fact.documents });
    else if (step === 'prompt') cycle.prompt = better(cycle.prompt, stage);
    else if (step === 'acknowledgment') cycle.acknowledgment = better(cycle.acknowledgment, stage);
    else if (answers.includes(step))
      cycle.answer = betterAnswer(cycle.answer, {
        ...stage,
        step,
        // Recordings of old say nothing of final answers; but one that decides is one.
        final: fact.final === true || fact.decision !== undefined,
        decision: fact.decision,
      });
    else cycle.request = better(cycle.request, stage);
  }

  #observeTrigger(exchange: Exchange): void {
    const trigger = triggerIn(exchange);
    if (trigger === undefined || isStaged(exchange)) return;
    const { correlationId, action, method, words } = trigger;
    if (typeof correlationId !== 'string') return;
    const lower = correlationId.toLowerCase();
    const cycle = this.#of(this.#cycles.has(lower) ? lower : correlationId);
    cycle.trigger = better(cycle.trigger, {
      ...messageOf(exchange),
      action: words.meantAction ?? String(action),
      method: words.meantMethod ?? String(method),
    });
  }
}

function isAstray({ call, operation }: Exchange): boolean {
  if (call === undefined || operation === undefined) return false;
  return beginnings.includes(operation) && beginnings.includes(call.method) && call.method !== operation;
}

function isBegunForIntegrator(exchange: Exchange): boolean {
  const { sender, operation = '' } = exchange;
  return sender === 'suite' && subjectOf(exchange) === 'integrator' && beginnings.includes(operation);
}

/** What was taken counts, else what came first: a message that was refused may be sent again. */
function better<Of extends CycleMessage>(known: Of | undefined, next: Of): Of {
  return known === undefined || (!known.taken && next.taken) ? next : known;
}

/** Any number of interim answers may come before the final one; one that cannot be read may be either. */
function betterAnswer(known: Answer | undefined, next: Answer): Answer {
  const weightOf = ({ final, flaw }: Answer): number => (final ? 2 : flaw === undefined ? 0 : 1);
  if (known === undefined || weightOf(next) > weightOf(known)) return next;
  return weightOf(next) < weightOf(known) ? known : better(known, next);
}

function isStaged({ sender, asked }: Exchange): boolean {
  return sender === 'suite' && asked !== undefined && asked.part !== 'valid';
}

function messageOf(exchange: Exchange): CycleMessage {
  const flaw = exchange.facts.payer?.flaw;
  const unread = whyUnread(exchange);
  return {
    seq: exchange.seq,
    at: exchange.arrivedAt,
    taken: isTaken(exchange),
    status: exchange.response?.status ?? 0,
    ...(flaw !== undefined && { flaw }),
    ...(unread !== undefined && { unread }),
  };
}

/** Whether two cycles were under way at the same time: each was begun before the other was answered. */
export function overlap({ request, answer }: Cycle, other: Cycle): boolean {
  const [begin = 0, end = 0] = [request?.at, answer?.at];
  return begin <= (other.answer?.at ?? 0) && (other.request?.at ?? 0) <= end;
}
