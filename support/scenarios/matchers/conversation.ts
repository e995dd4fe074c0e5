import type { BegunKind } from '../../contract/cycle-beginnings';
import type { OperationId } from '../../contract/operations';
import { memberOf } from '../../contract/json';
import type { PayerFact } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import { pathOfRequest } from '../../exchange/address';
import type { Evidence } from '../../exchange/evidence';
import { subjectOfEvidence } from '../../exchange/evidence';
import type { Exchange } from '../../exchange/exchange';
import { intendedOperation, isAccepted, jsonBody } from '../../exchange/exchange';
import type { TriggerParams } from '../payer/flows';

/** Which cycle a scenario tells of, by what its steps have said until now. */
export interface ScenarioCycle {
  readonly request?: BegunKind | 'notice';
  readonly trigger?: TriggerParams;
}

/** A message of a cycle, in its place there. */
export type Stage = 'request' | 'trigger' | 'query' | 'reply' | 'answer' | 'prompt' | 'acknowledgment';

/** What a cycle is about. */
export type ConversationKind = BegunKind | 'notice';

/** One message between provider and payer, and of which kind of cycle it is, where that shows. */
interface Message {
  readonly stage: Stage;
  readonly kind?: ConversationKind;
  readonly exchange: Exchange;
  readonly fact: PayerFact;
}

const byOperation: Readonly<Partial<Record<OperationId, Pick<Message, 'stage' | 'kind'>>>> = {
  'insurancePlan.request': { stage: 'request', kind: 'plan' },
  'eligibility.check': { stage: 'request', kind: 'eligibility' },
  'preauth.submit': { stage: 'request', kind: 'preauth' },
  'claim.submit': { stage: 'request', kind: 'claim' },
  'communication.request': { stage: 'query' },
  'communication.onRequest': { stage: 'reply' },
  'preauth.onSubmit': { stage: 'answer', kind: 'preauth' },
  'claim.onSubmit': { stage: 'answer', kind: 'claim' },
};

/** Messages whose paths the document does not show. */
const byReading = {
  'plan-answer': { stage: 'answer', kind: 'plan' },
  'eligibility-answer': { stage: 'answer', kind: 'eligibility' },
  'payment-prompt': { stage: 'prompt', kind: 'notice' },
  'payment-ack': { stage: 'acknowledgment', kind: 'notice' },
} as const satisfies Partial<Record<keyof ReadingValues, Pick<Message, 'stage' | 'kind'>>>;

const readPaths = Object.keys(byReading) as readonly (keyof typeof byReading)[];

/** The message that an exchange is; `undefined` for any other exchange. */
export const messageIn = (exchange: Exchange, readings: ReadingValues): Message | undefined =>
  messageOf(exchange, exchange.operation, readings);

/** As above, for what a request holds: a slip in its path is another matter. */
export const readIntendedMessage = (exchange: Exchange, readings: ReadingValues): Message | undefined =>
  messageOf(exchange, intendedOperation(exchange), readings);

function messageOf(
  exchange: Exchange,
  operation: OperationId | undefined,
  readings: ReadingValues,
): Message | undefined {
  const { service, facts } = exchange;
  if (service !== 'provider' || facts.payer === undefined) return undefined;
  const named = readPaths.find((id) => pathOfRequest(exchange).endsWith(readings[id]));
  const found = (operation && byOperation[operation]) ?? (named && byReading[named]);
  return found && { ...found, exchange, fact: facts.payer };
}

/**
 * Returns the kinds of cycles that an answer on this path can belong to. Readings may name one path for several kinds of
 * answers, and the path of a documented operation, too.
 */
export function kindsOnPath(exchange: Exchange, readings: ReadingValues): ReadonlySet<ConversationKind> {
  const path = pathOfRequest(exchange);
  const ofOperation = exchange.operation && byOperation[exchange.operation]?.kind;
  const named = readPaths.filter((id) => path.endsWith(readings[id])).map((id) => byReading[id].kind);
  return new Set([...(ofOperation === undefined ? [] : [ofOperation]), ...named]);
}

/** What was sent under one correlation id, in the order of sending. */
export interface CycleTurns {
  readonly correlationId: string;
  readonly kind?: ConversationKind;
  readonly messages: Readonly<Partial<Record<Stage, readonly Exchange[]>>>;
  /** The final answer that was taken, or else the first. */
  readonly answer?: Exchange;
  /** What the client said of it last. */
  readonly state?: string;
}

/** A cycle while its messages are collected. */
interface Collected {
  kind?: ConversationKind;
  state?: string;
  isOfSuite?: true;
  readonly messages: Partial<Record<Stage, Exchange[]>>;
}

/**
 * Puts messages together by their correlation ids. What the suite sent on purpose at the wrong time is left out, and so
 * is what it began for a client that only triggers.
 */
function cyclesIn(evidence: readonly Evidence[], readings: ReadingValues): readonly CycleTurns[] {
  const byId = new Map<string, Collected>();
  const collected = (id: string): Collected => {
    const known = byId.get(id.toLowerCase()) ?? { messages: {} };
    byId.set(id.toLowerCase(), known);
    return known;
  };
  for (const each of inOrder(evidence)) {
    if (each.kind === 'adapter answer' && each.facts.cycle !== undefined)
      collected(each.facts.cycle.correlationId).state = each.facts.cycle.state;
    const placed = each.kind === undefined ? placeOf(each, readings) : undefined;
    if (each.kind !== undefined || placed === undefined || isLeftOut(each)) continue;
    const { id, stage, kind } = placed;
    const cycle = collected(id);
    (cycle.messages[stage] ??= []).push(each);
    if (kind !== undefined && stage !== 'answer') cycle.kind ??= kind;
    if (stage === 'request' && each.sender === 'suite' && subjectOfEvidence(each) === 'integrator')
      cycle.isOfSuite = true;
  }
  return [...byId].flatMap(([correlationId, { isOfSuite, ...cycle }]) => {
    const answer = answerAmong(cycle.messages.answer ?? []);
    return isOfSuite ? [] : [{ correlationId, ...cycle, ...(answer && { answer }) }];
  });
}

/** By the times of sending: what is slow to be answered is recorded late. */
const inOrder = (evidence: readonly Evidence[]): readonly Evidence[] =>
  [...evidence].sort((one, other) => timeOf(one) - timeOf(other) || one.seq - other.seq);

const timeOf = (evidence: Evidence): number => (evidence.kind === 'log line' ? 0 : evidence.arrivedAt);

interface Placed {
  readonly id: string;
  readonly stage: Stage;
  readonly kind?: ConversationKind;
}

function placeOf(exchange: Exchange, readings: ReadingValues): Placed | undefined {
  if (intendedOperation(exchange) === 'dummyPayer.trigger') {
    const { correlationId } = triggerSaid(exchange);
    return typeof correlationId === 'string' ? { id: correlationId, stage: 'trigger' } : undefined;
  }
  const message = messageIn(exchange, readings);
  const id = message?.fact.correlationId;
  return message && id !== undefined ? { id, ...message } : undefined;
}

/** What a trigger of the dummy payer says (clause 4.4). */
export function triggerSaid({
  request,
}: Exchange): Readonly<Record<keyof TriggerParams | 'correlationId', unknown>> {
  const body = jsonBody(request);
  const [action, method, correlationId] = ['action', 'method', 'correlationId'].map((name) =>
    memberOf(body, name),
  );
  return { action, method, correlationId };
}

/** Whether a request triggers the dummy payer so. */
export function isTrigger(exchange: Exchange, { action, method }: TriggerParams): boolean {
  const said = triggerSaid(exchange);
  return (
    intendedOperation(exchange) === 'dummyPayer.trigger' && said.action === action && said.method === method
  );
}

/** Whether a message is not a step of a flow: a trial or a forgery of the suite, or a refusal in the clear. */
const isLeftOut = ({ sender, asked, facts }: Exchange): boolean =>
  facts.payer?.refusal === true || (sender === 'suite' && asked !== undefined && asked.part !== 'valid');

const isFinal = ({ facts: { payer } }: Exchange): boolean =>
  payer?.final === true || payer?.decision !== undefined;

function answerAmong(answers: readonly Exchange[]): Exchange | undefined {
  const finals = answers.filter(isFinal);
  const candidates = finals.length > 0 ? finals : answers;
  return candidates.find(isAccepted) ?? candidates[0];
}

/** The cycles that a scenario tells of. */
export class Conversation {
  /** All of them, whatever the scenario tells of. */
  readonly all: readonly CycleTurns[];
  readonly cycles: readonly CycleTurns[];
  readonly readings: ReadingValues;

  constructor(evidence: readonly Evidence[], told: ScenarioCycle, readings: ReadingValues) {
    this.all = cyclesIn(evidence, readings);
    this.cycles = this.all.filter((cycle) => isTold(cycle, told));
    this.readings = readings;
  }

  /** Whether one id stands for cycles of several kinds: what belongs to which cannot be told. */
  get isMixed(): boolean {
    return this.all.some(
      ({ messages: { request = [] } }) => new Set(request.map(intendedOperation)).size > 1,
    );
  }

  /** Those that were under way at the same time as others. */
  get together(): readonly CycleTurns[] {
    return this.all.filter((cycle) => this.all.some((other) => other !== cycle && overlap(cycle, other)));
  }

  /** The messages of one stage that went to a path. */
  at(stage: Stage, path: string): readonly Exchange[] {
    return this.cycles.flatMap(({ messages }) =>
      (messages[stage] ?? []).filter((each) => pathOfRequest(each).endsWith(path)),
    );
  }
}

function isTold({ kind, messages }: CycleTurns, { request, trigger }: ScenarioCycle): boolean {
  if (request !== undefined && kind !== request) return false;
  return (
    trigger === undefined ||
    (messages.trigger ?? []).some((each) => triggerSaid(each).action === trigger.action)
  );
}

/** Whether each was begun before the other was answered. */
function overlap({ messages, answer }: CycleTurns, other: CycleTurns): boolean {
  const beginOf = (request: readonly Exchange[] = []): number => request[0]?.arrivedAt ?? 0;
  const [begin, otherBegin] = [beginOf(messages.request), beginOf(other.messages.request)];
  return begin <= (other.answer?.arrivedAt ?? 0) && otherBegin <= (answer?.arrivedAt ?? 0);
}

/**
 * What a service showed, without what the suite sent in other cycles than the scenario's: the judges then look at that
 * cycle alone. Everything that came from the payer stays: a callback may have gone astray.
 */
export function withoutOtherCycles(
  exchanges: readonly Exchange[],
  { request, trigger }: ScenarioCycle,
): readonly Exchange[] {
  if (request === undefined) return exchanges;
  return exchanges.filter((exchange) => {
    const { service, operation } = exchange;
    if (operation === 'paymentNotice.init') return request === 'notice';
    if (service !== 'dummyPayer') return !isOtherData(operation, request);
    const { action, method } = triggerSaid(exchange);
    return action === trigger?.action && method === trigger?.method;
  });
}

/** Plans and eligibility are asked for without a trigger. */
function isOtherData(operation: OperationId | undefined, told: ConversationKind): boolean {
  const kind = operation && byOperation[operation]?.kind;
  return (kind === 'plan' || kind === 'eligibility') && kind !== told;
}
