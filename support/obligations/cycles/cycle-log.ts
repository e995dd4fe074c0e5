import { isBeginning } from '../../contract/cycle-beginnings';
import type { CycleFact, MessageSlip, PayerFact } from '../../contract/payer-facts';
import type { SentEvidence } from '../../exchange/evidence';
import { subjectOfEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { AskedTriggers, isUnasked } from './asked-triggers';
import type { PayerStepKind } from './messages';
import {
  describeErrorOnly,
  describeRefusal,
  describeUnderNewKey,
  isRefusal,
  isUnderNewKey,
  lacksAgreedEnvelope,
  isUnreached,
  readPayerStep,
  triggerIn,
  whyUnread,
} from './messages';
import type { RuleContext } from '../judge/judge';

/** The facts about one message of a cycle that flows are judged by. */
export interface CycleMessage {
  readonly seq: number;
  /**
   * The time at which the message was sent, in epoch milliseconds. The order of recording differs from the order of
   * sending, because a message with a slow answer is recorded late.
   */
  readonly at: number;
  /** Whether the receiver answered 2xx. */
  readonly taken: boolean;
  /** The status of the answer; 0 if the receiver did not answer. */
  readonly status: number;
  /** The reason why the content could not be read. */
  readonly flaw?: string;
  /** The reason why the content could not be read, as a sentence. Set only if the sender is not at fault. */
  readonly unread?: ReportText;
  /** Describes the error, if the message contains only an error. */
  readonly error?: string;
  /** Set if the message was sent without an envelope, although the reading `envelope` demands one. */
  readonly plain?: true;
  /** The first mistake in how the message is written, despite which its content could be read. */
  readonly slip?: MessageSlip;
  /** Set if no connection was made. A missing answer is then not a failure of the subject. */
  readonly unreached?: true;
}

/** An answer of the payer to a request of the provider. `final` is false for an interim answer. */
export interface PayerAnswer extends CycleMessage {
  readonly step: PayerStepKind;
  readonly final: boolean;
  readonly decision: string | undefined;
  /** The distinct decisions in the answer. */
  readonly decisions: readonly string[];
}

/**
 * Returns the message that counts, because a sender may repeat a refused message. An accepted message counts before a
 * refused one, then a message without an error before an error. Otherwise the earlier message counts.
 */
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

/**
 * Returns the answer that counts. A final answer counts before an unreadable one, which may be final, and both count
 * before an interim answer. Any number of interim answers may come first.
 */
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

/** The action and method of a trigger, as they were meant if the trigger misspells them. */
interface TriggerMeant {
  readonly action: string;
  readonly method: string;
}

/** The messages of a cycle so far that decide whether the cycle waits for a trigger. */
interface CycleSoFar {
  readonly kind?: string;
  readonly request?: Pick<CycleMessage, 'taken'>;
  readonly trigger?: Pick<CycleMessage, 'taken'> & Pick<TriggerMeant, 'action'>;
  readonly refused?: ReportText;
  readonly answers: readonly Pick<PayerAnswer, 'final'>[];
}

/** Keeps track of the cycles that wait for a trigger, while the messages are read in the order of sending. */
class WaitingCycles<Of extends CycleSoFar> {
  readonly #byKind = new Map<string | undefined, Set<Of>>();

  /** Updates whether a cycle waits. Call this after each message of the cycle. */
  note(cycle: Of): void {
    const { kind, request, trigger, refused } = cycle;
    const waiting = this.#byKind.get(kind) ?? new Set();
    this.#byKind.set(kind, waiting);
    const isOpen = trigger === undefined && refused === undefined && !hasEnded(cycle);
    if (request?.taken === true && isOpen) waiting.add(cycle);
    else waiting.delete(cycle);
  }

  /**
   * Returns the cycle that a trigger with a wrong correlation id was meant for: the only waiting cycle of its kind. The
   * id is wrong if no cycle has it, or if the trigger contradicts the outcome of the cycle that has it. Returns
   * `undefined` if the id may be right, or if not exactly one cycle waits.
   *
   * @param named the cycle that has the trigger's correlation id; `undefined` if no cycle has it
   */
  meant(trigger: TriggerMeant, named: Of | undefined): Of | undefined {
    if (named !== undefined && !isDecidedOtherwise(named, trigger)) return undefined;
    const [one, ...others] = this.#two(kindOf(trigger));
    return others.length === 0 ? one : undefined;
  }

  /** Returns up to two waiting cycles of a kind, which is enough to see whether exactly one cycle waits. */
  #two(kind: string | undefined): Of[] {
    return kind === undefined ? [] : (this.#byKind.get(kind) ?? new Set<Of>()).values().take(2).toArray();
  }
}

function hasEnded({ kind, request, answers: given }: CycleSoFar): boolean {
  const isData = kind === 'plan' || kind === 'eligibility';
  return request?.taken === true && given.some(({ final }) => final || isData);
}

/**
 * Returns whether a trigger contradicts the outcome of a cycle that no longer waits. Repeating the earlier trigger, or
 * deciding after a query, does not contradict the outcome.
 */
function isDecidedOtherwise(cycle: CycleSoFar, trigger: TriggerMeant): boolean {
  const { request, trigger: earlier, kind } = cycle;
  const isOver = earlier?.taken === true || hasEnded(cycle);
  if (request?.taken !== true || !isOver) return false;
  return kind !== kindOf(trigger) || (earlier?.action !== trigger.action && earlier?.action !== 'Query');
}

const kindOf = ({ method }: TriggerMeant): CycleSoFar['kind'] =>
  method === 'Claim' ? 'claim' : method === 'Preauth' ? 'preauth' : undefined;

/** The observed messages of one request cycle (clause 6.1). */
export interface SeenCycle {
  readonly correlationId: string;
  /** Set if the suite had asked the client to begin a cycle of another kind. */
  astray?: true;
  /** Set if the suite began the cycle, because the client triggers the payer but is not a provider. */
  begunForIt?: true;
  kind?: 'plan' | 'eligibility' | 'preauth' | 'claim' | 'payment';
  request?: CycleMessage;
  trigger?: CycleMessage & { readonly action: string; readonly method: string };
  /** Set if one of the cycle's triggers has the action Query, even if the payer refused it. */
  isQueryTriggered?: true;
  query?: CycleMessage;
  reply?: CycleMessage & { readonly documents: number };
  /** The answer that counts: the final answer, or else an unreadable one, or else an interim one. */
  answer?: PayerAnswer;
  /** All answers of the payer, in the order of sending. */
  readonly answers: PayerAnswer[];
  prompt?: CycleMessage;
  acknowledgment?: CycleMessage;
  /** The reason why the cycle may lack a message, if a party refused it in the clear (`ProtocolResponse`). */
  refused?: ReportText;
  /** The reason why the cycle may lack an answer, if the suite answered it only in order to test the client. */
  tested?: ReportText;
  /** The last state of the cycle that the client reported. */
  state?: CycleFact & { readonly seq: number };
}

const kinds: Readonly<Partial<Record<PayerStepKind, NonNullable<SeenCycle['kind']>>>> = {
  plan: 'plan',
  eligibility: 'eligibility',
  preauth: 'preauth',
  claim: 'claim',
  prompt: 'payment',
};

const answers: readonly PayerStepKind[] = [
  'plan-answer',
  'eligibility-answer',
  'preauth-answer',
  'claim-answer',
];

/** An observed message or reported state, with a function that adds it to its cycle. */
interface Entry {
  /** The correlation id, or an empty text for a trigger without one. */
  readonly id: string;
  readonly at: number;
  /** Set for a request that begins a cycle. `imprint` is a digest of its bytes, if known. */
  readonly begins?: { readonly imprint: string | undefined };
  /** Set for a trigger that the integrator sent. The trigger may have the correlation id of the wrong cycle. */
  readonly triggers?: TriggerMeant & Pick<Exchange, 'seq' | 'call'>;
  readonly add: (cycle: SeenCycle) => void;
}

/**
 * Groups the messages of a recording into cycles. Omits messages that the suite sent as a deliberate mistake or as an
 * open question.
 */
export class CycleLog {
  readonly #entries: Entry[] = [];
  #cycles: readonly SeenCycle[] | undefined;
  readonly #asked = new AskedTriggers();
  readonly #context: RuleContext;

  constructor(context: RuleContext) {
    this.#context = context;
  }

  /**
   * The cycles, except those that the suite began. Read this only after all evidence was observed, because a message
   * with a slow answer is recorded late.
   */
  get cycles(): readonly SeenCycle[] {
    return this.all.filter(({ begunForIt }) => begunForIt === undefined);
  }

  /**
   * The cycles, including those that the suite began because the client only triggers the payer. Two reads return the
   * same objects, unless evidence was observed between them.
   */
  get all(): readonly SeenCycle[] {
    this.#cycles ??= cyclesIn(this.#entries, this.#asked.all);
    return this.#cycles;
  }

  observe(sent: SentEvidence): void {
    this.#cycles = undefined;
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
    // Omit the forged, repeated and unknown callbacks that the suite sends to test the client.
    if (found === undefined || id === undefined) return;
    if (isRefusal(exchange)) this.#entries.push({ id, at: exchange.arrivedAt, add: refusedBy(exchange) });
    if (isUnderNewKey(exchange)) this.#entries.push({ id, at: exchange.arrivedAt, add: testedBy(exchange) });
    if (isRefusal(exchange) || isStaged(exchange)) return;
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
    if (exchange.sender === 'integrator') this.#asked.observe(trigger);
    const triggers = {
      action: words.meantAction ?? String(action),
      method: words.meantMethod ?? String(method),
    };
    const origin = { seq: exchange.seq, ...(exchange.call && { call: exchange.call }) };
    const stage = { ...messageOf(exchange, this.#context), ...triggers };
    const add = (cycle: SeenCycle): void => {
      cycle.trigger = better(cycle.trigger, stage);
      if (stage.action === 'Query') cycle.isQueryTriggered = true;
    };
    const id = typeof correlationId === 'string' ? correlationId : '';
    this.#entries.push({
      id,
      at: stage.at,
      add,
      ...(exchange.sender === 'integrator' && { triggers: { ...triggers, ...origin } }),
    });
  }
}

/**
 * Builds the cycles from the entries, in the order of sending. After a cycle has ended, a different request with the
 * same id begins a new cycle. A trigger that the suite did not ask for belongs to the cycle that it names.
 */
function cyclesIn(entries: readonly Entry[], asked: ReadonlySet<number>): SeenCycle[] {
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
    const isOwn = triggers !== undefined && own !== undefined && isUnasked(triggers, asked);
    const meant = triggers === undefined || isAhead || isOwn ? undefined : waiting.meant(triggers, own);
    if (meant !== undefined) addTo(meant, add);
    if (meant !== undefined || id === '') continue;
    const known: { readonly cycle: SeenCycle; imprint?: string | undefined } = open.get(id) ?? begin(id);
    const isOver = hasEnded(known.cycle) || known.cycle.refused !== undefined;
    const isAnother = begins !== undefined && isOver && begins.imprint !== known.imprint;
    const next: typeof known = isAnother ? begin(id) : known;
    if (begins !== undefined) next.imprint ??= begins.imprint;
    addTo(next.cycle, add);
  }
  return cycles;
}

/** Returns a function that notes a refusal in the clear in its cycle. A refusal is not a step of a flow. */
const refusedBy =
  (exchange: Exchange): Entry['add'] =>
  (cycle) =>
    void (cycle.refused ??= describeRefusal(exchange));

/** Returns a function that notes a callback under a new key in its cycle. Such a callback is not a step of a flow. */
const testedBy =
  (exchange: Exchange): Entry['add'] =>
  (cycle) =>
    void (cycle.tested ??= describeUnderNewKey(exchange));

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
  return isBeginning(operation) && isBeginning(call.method) && call.method !== operation;
}

function isBegunForIntegrator(exchange: Exchange): boolean {
  const { sender, operation = '' } = exchange;
  return sender === 'suite' && subjectOfEvidence(exchange) === 'integrator' && isBeginning(operation);
}

function addAnswer(cycle: SeenCycle, answer: PayerAnswer): void {
  cycle.answer = betterAnswer(cycle.answer, answer);
  cycle.answers.push(answer);
}

function isStaged({ sender, asked }: Exchange): boolean {
  return sender === 'suite' && asked !== undefined && asked.part !== 'valid';
}

/** Returns whether each of two cycles began before the other one was answered. */
export function cyclesOverlap({ request, answer }: SeenCycle, other: SeenCycle): boolean {
  const [begin = 0, end = 0] = [request?.at, answer?.at];
  return begin <= (other.answer?.at ?? 0) && (other.request?.at ?? 0) <= end;
}
