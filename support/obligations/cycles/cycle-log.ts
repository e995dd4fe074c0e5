import type { CycleFact, MessageSlip, PayerFact } from '../../contract/payer-facts';
import type { SentEvidence } from '../../exchange/evidence';
import { subjectOfEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import type { PayerStepKind } from './messages';
import {
  describeErrorOnly,
  lacksAgreedEnvelope,
  isUnreached,
  readPayerStep,
  triggerIn,
  whyUnread,
} from './messages';
import type { RuleContext } from '../judge/judge';

/** What a flow is judged by in one message of a cycle. */
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
  readonly unread?: ReportText;
  /** It says nothing but that something went wrong. */
  readonly error?: string;
  /** Set if the message was sent without an envelope, although the reading `envelope` demands one. */
  readonly plain?: true;
  /** The first mistake in how the message is written, despite which its content could be read. */
  readonly slip?: MessageSlip;
  /** No connection was made, so the subject did not fail to answer. */
  readonly unreached?: true;
}

/** What the payer says of a request; an interim answer is no final one. */
export interface PayerAnswer extends CycleMessage {
  readonly step: PayerStepKind;
  readonly final: boolean;
  readonly decision: string | undefined;
  /** What it decides, each decision once. */
  readonly decisions: readonly string[];
}

/** What was taken counts, and then what is no error; else what came first. What was refused may be sent again. */
function better<Of extends CycleMessage>(known: Of | undefined, next: Of): Of {
  const weightOf = ({ taken, error }: CycleMessage): number =>
    (taken ? 2 : 0) + (error === undefined ? 1 : 0);
  return known === undefined || weightOf(next) > weightOf(known) ? next : known;
}

function answerOf(
  step: PayerStepKind,
  stage: CycleMessage,
  { final, decision, decisions }: PayerFact,
): PayerAnswer {
  return {
    ...stage,
    step,
    final: final === true,
    decision,
    decisions: decisions ?? (decision === undefined ? [] : [decision]),
  };
}

/** Any number of interim answers may come before the final one; one that cannot be read may be either. */
function betterAnswer(known: PayerAnswer | undefined, next: PayerAnswer): PayerAnswer {
  const weightOf = ({ final, flaw }: PayerAnswer): number => (final ? 2 : flaw === undefined ? 0 : 1);
  if (known === undefined || weightOf(next) > weightOf(known)) return next;
  return weightOf(next) < weightOf(known) ? known : better(known, next);
}

function messageOf(exchange: Exchange, context: RuleContext): CycleMessage {
  const { payer } = exchange.facts;
  const flaw = payer?.flaw;
  const slip = payer?.slips?.[0];
  const error = payer && describeErrorOnly(payer);
  const unread = whyUnread(exchange);
  return {
    seq: exchange.seq,
    at: exchange.arrivedAt,
    taken: isAccepted(exchange),
    status: exchange.response?.status ?? 0,
    ...(flaw !== undefined && { flaw }),
    ...(unread !== undefined && { unread }),
    ...(error !== undefined && { error }),
    ...(lacksAgreedEnvelope(exchange, context) && { plain: true }),
    ...(slip && { slip }),
    ...(isUnreached(exchange) && { unreached: true }),
  };
}

/** What a trigger asks for: the words that were meant. */
interface TriggerMeant {
  readonly action: string;
  readonly method: string;
}

/** What a trigger needs to know of a cycle, by what has come of it so far. */
interface CycleSoFar {
  readonly kind?: string;
  readonly request?: Pick<CycleMessage, 'taken'>;
  readonly trigger?: Pick<CycleMessage, 'taken'> & Pick<TriggerMeant, 'action'>;
  readonly answers: readonly Pick<PayerAnswer, 'final'>[];
}

/** The cycles that wait for a trigger, in the order of what happens. */
class WaitingCycles<Of extends CycleSoFar> {
  readonly #byKind = new Map<string | undefined, Set<Of>>();

  /** To be told of a cycle whenever something comes of it. */
  note(cycle: Of): void {
    const { kind, request, trigger } = cycle;
    const waiting = this.#byKind.get(kind) ?? new Set();
    this.#byKind.set(kind, waiting);
    if (request?.taken === true && trigger === undefined && !hasEnded(cycle)) waiting.add(cycle);
    else waiting.delete(cycle);
  }

  /**
   * The cycle that a trigger is meant for where it names another: the only one of its kind that waits, where nothing ever
   * began under the id that it names, or what did was decided otherwise. `undefined` where it cannot be told.
   *
   * @param named the cycle whose id it has, as it stood then; absent where none was begun under that, sooner or later
   */
  meant(trigger: TriggerMeant, named: Of | undefined): Of | undefined {
    if (named !== undefined && !isDecidedOtherwise(named, trigger)) return undefined;
    const [one, ...others] = this.#two(kindOf(trigger));
    return others.length === 0 ? one : undefined;
  }

  /** As many as it takes to tell whether there is one. */
  #two(kind: string | undefined): Of[] {
    return kind === undefined ? [] : (this.#byKind.get(kind) ?? new Set<Of>()).values().take(2).toArray();
  }
}

function hasEnded({ kind, request, answers: given }: CycleSoFar): boolean {
  const isData = kind === 'plan' || kind === 'eligibility';
  return request?.taken === true && given.some(({ final }) => final || isData);
}

/** The same trigger once more, or a decision after a query, may be about a cycle that is over. */
function isDecidedOtherwise(cycle: CycleSoFar, trigger: TriggerMeant): boolean {
  const { request, trigger: earlier, kind } = cycle;
  const isOver = earlier?.taken === true || hasEnded(cycle);
  if (request?.taken !== true || !isOver) return false;
  return kind !== kindOf(trigger) || (earlier?.action !== trigger.action && earlier?.action !== 'Query');
}

const kindOf = ({ method }: TriggerMeant): CycleSoFar['kind'] =>
  method === 'Claim' ? 'claim' : method === 'Preauth' ? 'preauth' : undefined;

/** What was seen of one request cycle (clause 6.1). */
export interface SeenCycle {
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
  answer?: PayerAnswer;
  /** All of them, as they were recorded. */
  readonly answers: PayerAnswer[];
  prompt?: CycleMessage;
  acknowledgment?: CycleMessage;
  /** What the client said of it last, after all that had happened. */
  state?: CycleFact & { readonly seq: number };
}

const kinds: Readonly<Partial<Record<PayerStepKind, NonNullable<SeenCycle['kind']>>>> = {
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

const answers: readonly PayerStepKind[] = [
  'plan-answer',
  'eligibility-answer',
  'preauth-answer',
  'claim-answer',
];

/** Something that was seen of a cycle, and what it adds to what is known of that. */
interface Entry {
  /** Empty where it names none. */
  readonly id: string;
  readonly at: number;
  /** Of a request that begins a cycle: its bytes, where they are known. */
  readonly begins?: { readonly imprint: string | undefined };
  /** Of a trigger that the integrator sent: it may name the wrong cycle. */
  readonly triggers?: TriggerMeant;
  readonly add: (cycle: SeenCycle) => void;
}

/** Puts the messages of a recording together to cycles. What the suite sent on purpose at the wrong time is left out. */
export class CycleLog {
  readonly #entries: Entry[] = [];
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /** To be asked for once all is observed: what is slow to be answered is recorded late. */
  get cycles(): readonly SeenCycle[] {
    return this.all.filter(({ begunForIt }) => begunForIt === undefined);
  }

  /** Those too that the suite began for a client that triggers the payer alone. */
  get all(): readonly SeenCycle[] {
    return cyclesIn(this.#entries);
  }

  observe(sent: SentEvidence): void {
    if (sent.kind === undefined) {
      this.#observeStep(sent);
      this.#observeTrigger(sent);
      return;
    }
    const { cycle: told } = sent.facts;
    if (told === undefined) return;
    const add = (cycle: SeenCycle): void => void (cycle.state = { ...told, seq: sent.seq });
    this.#entries.push({ id: told.correlationId, at: sent.arrivedAt, add });
  }

  #observeStep(exchange: Exchange): void {
    const found = readPayerStep(exchange, this.#context.readings);
    const id = found?.fact.correlationId;
    // Forged, repeated and strange callbacks are the suite's own doing.
    if (found === undefined || id === undefined || isStaged(exchange)) return;
    const { step, fact } = found;
    const stage = messageOf(exchange, this.#context);
    const kind = kinds[step];
    const add = (cycle: SeenCycle): void => {
      if (kind !== undefined) cycle.kind ??= kind;
      if (kind !== undefined && isAstray(exchange)) cycle.astray = true;
      if (isBegunForIntegrator(exchange)) cycle.begunForIt = true;
      addStep(cycle, step, stage, fact);
    };
    const isBeginning = kind !== undefined && step !== 'prompt';
    const { imprint } = fact;
    this.#entries.push({ id, at: stage.at, add, ...(isBeginning && { begins: { imprint } }) });
  }

  #observeTrigger(exchange: Exchange): void {
    const trigger = triggerIn(exchange);
    if (trigger === undefined || isStaged(exchange)) return;
    const { correlationId, action, method, words } = trigger;
    const triggers = {
      action: words.meantAction ?? String(action),
      method: words.meantMethod ?? String(method),
    };
    const stage = { ...messageOf(exchange, this.#context), ...triggers };
    const add = (cycle: SeenCycle): void => void (cycle.trigger = better(cycle.trigger, stage));
    const id = typeof correlationId === 'string' ? correlationId : '';
    this.#entries.push({ id, at: stage.at, add, ...(exchange.sender === 'integrator' && { triggers }) });
  }
}

/** In the order of sending. Once a cycle has ended, another may begin under its id. */
function cyclesIn(entries: readonly Entry[]): SeenCycle[] {
  const cycles: SeenCycle[] = [];
  const open = new Map<string, { readonly cycle: SeenCycle; imprint?: string | undefined }>();
  const begin = (id: string) => {
    const begun = { cycle: { correlationId: id, answers: [] } };
    cycles.push(begun.cycle);
    open.set(id, begun);
    return begun;
  };
  const waiting = new WaitingCycles<SeenCycle>();
  const addTo = (cycle: SeenCycle, add: Entry['add']): void => {
    add(cycle);
    waiting.note(cycle);
  };
  const isFirst = ({ begins }: Entry): number => (begins === undefined ? 1 : 0);
  const inOrder = [...entries].sort((one, other) => one.at - other.at || isFirst(one) - isFirst(other));
  const begun = new Set(entries.flatMap(({ id, begins }) => (begins === undefined ? [] : [id])));
  for (const { id: named, begins, triggers, add } of inOrder) {
    const id = open.has(named.toLowerCase()) ? named.toLowerCase() : named;
    const isAhead = begun.has(id) && !open.has(id);
    const own = begun.has(id) ? open.get(id)?.cycle : undefined;
    const meant = triggers === undefined || isAhead ? undefined : waiting.meant(triggers, own);
    if (meant !== undefined) addTo(meant, add);
    if (meant !== undefined || id === '') continue;
    const known: { readonly cycle: SeenCycle; imprint?: string | undefined } = open.get(id) ?? begin(id);
    const isAnother = begins !== undefined && hasEnded(known.cycle) && begins.imprint !== known.imprint;
    const next: typeof known = isAnother ? begin(id) : known;
    if (begins !== undefined) next.imprint ??= begins.imprint;
    addTo(next.cycle, add);
  }
  return cycles;
}

function addStep(cycle: SeenCycle, step: PayerStepKind, stage: CycleMessage, fact: PayerFact): void {
  if (step === 'query') cycle.query = better(cycle.query, stage);
  else if (step === 'reply') cycle.reply = better(cycle.reply, { ...stage, documents: fact.documents });
  else if (step === 'prompt') cycle.prompt = better(cycle.prompt, stage);
  else if (step === 'acknowledgment') cycle.acknowledgment = better(cycle.acknowledgment, stage);
  else if (answers.includes(step)) addAnswer(cycle, answerOf(step, stage, fact));
  else cycle.request = better(cycle.request, stage);
}

function isAstray({ call, operation }: Exchange): boolean {
  if (call === undefined || operation === undefined) return false;
  return beginnings.includes(operation) && beginnings.includes(call.method) && call.method !== operation;
}

function isBegunForIntegrator(exchange: Exchange): boolean {
  const { sender, operation = '' } = exchange;
  return sender === 'suite' && subjectOfEvidence(exchange) === 'integrator' && beginnings.includes(operation);
}

function addAnswer(cycle: SeenCycle, answer: PayerAnswer): void {
  cycle.answer = betterAnswer(cycle.answer, answer);
  cycle.answers.push(answer);
}

function isStaged({ sender, asked }: Exchange): boolean {
  return sender === 'suite' && asked !== undefined && asked.part !== 'valid';
}

/** Whether two cycles were under way at the same time: each was begun before the other was answered. */
export function cyclesOverlap({ request, answer }: SeenCycle, other: SeenCycle): boolean {
  const [begin = 0, end = 0] = [request?.at, answer?.at];
  return begin <= (other.answer?.at ?? 0) && (other.request?.at ?? 0) <= end;
}
