import { isBeginning } from '../../contract/cycle-beginnings';
import { isUuid, keyOfCycleId } from '../../contract/payer-facts';
import type { ReadingValues } from '../../contract/readings';
import type { Exchange } from '../../exchange/exchange';
import { exchangeReference, intendedOperation } from '../../exchange/exchange';
import type { ReportText } from '../../exchange/text';
import { reportText } from '../../exchange/text';
import type { SeenCycle } from './cycle-log';
import type { PayerStepKind } from './messages';
import { isErrorReport, readPayerStep } from './messages';

/** A message that a cycle waits for: of the provider (reply, acknowledgment) or of the payer (query, answer). */
export type AwaitedMessage = 'reply' | 'acknowledgment' | 'query' | 'answer';

/**
 * The evidence that a message was meant for a cycle. `letters`: its correlation id differs from that of the cycle only
 * in upper and lower case. `workflow`: it has the workflow id of this cycle, a UUID that no other cycle of the recording
 * has. `path`: it has the correlation id of the cycle, and another path that the flows have, or the content of the
 * awaited message. `timing`: only this cycle lacked such a message at the time, so the message is perhaps of this
 * cycle. `id`: it has the correlation id of the cycle and an unknown path, and its content does not identify it, so it is
 * perhaps the awaited message.
 */
export type AstrayEvidence = 'letters' | 'workflow' | 'path' | 'timing' | 'id';

/** A message that was meant for a cycle, but has another correlation id or path. */
export interface AstrayMessage {
  readonly exchange: Exchange;
  readonly cycle: SeenCycle;
  readonly awaited: AwaitedMessage;
  readonly by: AstrayEvidence;
  /** Set if the correlation id of the message is that of another cycle. */
  readonly isOfOther?: true;
}

/** The causes of a message that is missing in its cycle, by the evidence that connects another message with the cycle. */
export const astrayCauses: Readonly<Record<AstrayEvidence, string>> = {
  letters: 'the correlation id is sent in other letters than those of the cycle: upper and lower case differ',
  workflow: 'the message has the workflow id of its cycle, but another correlation id',
  path: 'the message has the correlation id of its cycle, but another path',
  timing:
    'perhaps the message was sent under another correlation id: one came while only this cycle lacked it',
  id: 'perhaps the message was sent on another path: one came with the correlation id of its cycle',
};

const certainEvidence: readonly AstrayEvidence[] = ['letters', 'workflow', 'path'];

/** Returns whether the evidence shows that a message is the one that its cycle lacks. */
export const isCertain = ({ by }: Pick<AstrayMessage, 'by'>): boolean => certainEvidence.includes(by);

/** Describes a message that went astray, its answer, and how it differs from a message of its cycle. */
export function describeAstray(astray: AstrayMessage): ReportText {
  const { exchange, by } = astray;
  const came = reportText`${exchangeReference(exchange)}, answered ${exchange.response?.status ?? 'nothing'}`;
  const id = exchange.facts.payer?.correlationId ?? 'none';
  const other = astray.isOfOther === true ? 'the correlation id of another cycle' : 'a new correlation id';
  switch (by) {
    case 'letters':
      return reportText`${came}, with the correlation id in other letters (upper and lower case): ${id}`;
    case 'workflow':
      return reportText`${came}, with the workflow id of the cycle, but with ${other}: ${id}`;
    case 'path':
      return reportText`${came}, with the correlation id of the cycle, but on another path`;
    case 'timing':
      return reportText`perhaps ${came}, with a new correlation id: ${id}`;
    case 'id':
      return reportText`perhaps ${came}, with the correlation id of the cycle, but on another path`;
  }
}

/** A message that no certain evidence connects with a cycle. `fits` returns whether a cycle waited for it. */
interface Orphan extends Pick<AstrayMessage, 'exchange' | 'awaited'> {
  readonly fits: (cycle: SeenCycle) => boolean;
}

const awaitedBySteps: Readonly<Partial<Record<PayerStepKind, AwaitedMessage>>> = {
  reply: 'reply',
  acknowledgment: 'acknowledgment',
  query: 'query',
  'plan-answer': 'answer',
  'eligibility-answer': 'answer',
  'preauth-answer': 'answer',
  'claim-answer': 'answer',
};

/** Each of these messages is compared with all cycles, so a long recording must not contain many. */
const mostOrphans = 1000;

const awaitedOfProvider = ['reply', 'acknowledgment'] as const;
const ofProvider: readonly AwaitedMessage[] = awaitedOfProvider;
const begins: readonly PayerStepKind[] = ['plan', 'eligibility', 'preauth', 'claim'];

/** Returns the time since which a cycle waits for a message, in epoch milliseconds; `undefined` if it does not wait. */
function awaitedSince(cycle: SeenCycle, awaited: AwaitedMessage): number | undefined {
  const { request, trigger, query, reply, prompt, kind } = cycle;
  const isData = kind === 'plan' || kind === 'eligibility';
  const isAfterQuery = trigger?.action === 'Query';
  const before = {
    reply: query,
    acknowledgment: prompt,
    query: isAfterQuery ? trigger : undefined,
    answer: isData ? request : isAfterQuery ? reply : trigger,
  }[awaited];
  return before?.taken === true ? before.at : undefined;
}

/** Returns the time at which a cycle stopped to wait for a message, in epoch milliseconds; infinite if it still waits. */
function awaitedUntil(cycle: SeenCycle, awaited: AwaitedMessage): number {
  const { answer, kind } = cycle;
  const isData = kind === 'plan' || kind === 'eligibility';
  const end = answer !== undefined && (answer.final || isData) ? answer.at : Infinity;
  const own = cycle[awaited];
  const isOwn = awaited !== 'answer' && own?.taken === true;
  return Math.min(isOwn ? own.at : Infinity, end);
}

/** Returns whether a cycle waited for a message at a time in epoch milliseconds. */
function isAwaiting(cycle: SeenCycle, awaited: AwaitedMessage, at: number): boolean {
  return (awaitedSince(cycle, awaited) ?? Infinity) <= at && at <= awaitedUntil(cycle, awaited);
}

/** The FHIR resources that show, beside documents, that a message of the provider is this one. */
const ownContents: Readonly<Record<'reply' | 'acknowledgment', readonly string[]>> = {
  reply: ['Communication'],
  acknowledgment: ['PaymentReconciliation', 'PaymentNotice'],
};

/** Returns whether a message of the provider on a wrong path has the content of the awaited message. */
function hasContentOf(awaited: 'reply' | 'acknowledgment', { facts: { payer } }: Exchange): boolean {
  if (awaited === 'reply' && (payer?.documents ?? 0) > 0) return true;
  return payer?.contents.some((type) => ownContents[awaited].includes(type)) === true;
}

/** Returns whether a step can belong to a cycle of this kind. The path of an answer shows its kind. */
function fitsKind(step: PayerStepKind | undefined, { kind }: SeenCycle): boolean {
  return step?.endsWith('-answer') !== true || step === `${kind}-answer`;
}

/**
 * Connects messages with the cycles that they were meant for, although their correlation id or path differs. It never
 * connects a message that belongs to a cycle under its own correlation id.
 */
export class AstrayMessages {
  readonly #cycles: readonly SeenCycle[];
  readonly #exchanges: readonly Exchange[];
  readonly #readings: ReadingValues;
  #found: readonly AstrayMessage[] | undefined;
  #byCycle: ReadonlyMap<SeenCycle, readonly AstrayMessage[]> | undefined;
  readonly #byId = new Map<string, SeenCycle[]>();
  /** Maps each workflow id to the cycles that have it. */
  readonly #byWorkflow = new Map<string, Set<SeenCycle>>();

  /**
   * @param cycles the cycles of one subject
   * @param exchanges the messages between provider and payer
   */
  constructor(cycles: readonly SeenCycle[], exchanges: Iterable<Exchange>, readings: ReadingValues) {
    this.#cycles = cycles;
    this.#exchanges = [...exchanges];
    this.#readings = readings;
  }

  /** The connected messages, the certain ones first. A message is connected with one cycle at most. */
  get all(): readonly AstrayMessage[] {
    this.#found ??= this.#find();
    return this.#found;
  }

  /** Returns the message that a cycle lacks and that has another correlation id or path: first the most certain one. */
  of(cycle: SeenCycle, awaited: AwaitedMessage): AstrayMessage | undefined {
    this.#byCycle ??= Map.groupBy(this.all, (each) => each.cycle);
    const found = this.#byCycle.get(cycle)?.filter((each) => each.awaited === awaited) ?? [];
    return found.find(isCertain) ?? found[0];
  }

  #find(): AstrayMessage[] {
    const bySeq = new Map(this.#exchanges.map((each) => [each.seq, each]));
    for (const cycle of this.#cycles) {
      const { request, prompt, query } = cycle;
      if (request === undefined && prompt === undefined) continue;
      const key = keyOfCycleId(cycle.correlationId);
      this.#byId.set(key, [...(this.#byId.get(key) ?? []), cycle]);
      for (const message of [request, prompt, query]) {
        const workflow = bySeq.get(message?.seq ?? -1)?.facts.payer?.workflowId;
        // Deployed exchanges use the workflow id as a step code, which many cycles share.
        if (workflow === undefined || !isUuid(workflow)) continue;
        this.#byWorkflow.set(workflow, (this.#byWorkflow.get(workflow) ?? new Set()).add(cycle));
      }
    }
    const inOrder = this.#exchanges.toSorted((one, other) => one.arrivedAt - other.arrivedAt);
    const orphans: Orphan[] = [];
    const named = inOrder.flatMap((exchange) => this.#connect(exchange, orphans) ?? []);
    const [certain, others] = [named.filter(isCertain), named.filter((each) => !isCertain(each))];
    return [...certain, ...this.#connectOrphans(orphans, certain), ...others];
  }

  /** Connects a message by its ids. Adds a message of a step that they do not connect to the orphans. */
  #connect(exchange: Exchange, orphans: Orphan[]): AstrayMessage | undefined {
    const { sender, service, facts, arrivedAt } = exchange;
    const { correlationId: id, workflowId } = facts.payer ?? {};
    if (sender === 'suite' || service !== 'provider' || id === undefined || isErrorReport(exchange))
      return undefined;
    const step = readPayerStep(exchange, this.#readings)?.step;
    if (step !== undefined && begins.includes(step)) return undefined;
    const named = this.#byId.get(keyOfCycleId(id)) ?? [];
    const awaited = step && awaitedBySteps[step];
    const isProvider = sender === 'integrator';
    if (awaited === undefined || ofProvider.includes(awaited) !== isProvider)
      return isProvider ? this.#onOtherPath(exchange, named, step) : undefined;
    const fits = (each: SeenCycle): boolean => isAwaiting(each, awaited, arrivedAt) && fitsKind(step, each);
    const own = named.find(fits);
    if (own !== undefined)
      return own.correlationId === id ? undefined : { exchange, cycle: own, awaited, by: 'letters' };
    const [ofWorkflow, ...others] = this.#byWorkflow.get(workflowId ?? '') ?? [];
    const isOther = named.length > 0;
    if (ofWorkflow !== undefined && others.length === 0 && !named.includes(ofWorkflow) && fits(ofWorkflow))
      return { exchange, cycle: ofWorkflow, awaited, by: 'workflow', ...(isOther && { isOfOther: true }) };
    if (!isOther) orphans.push({ exchange, awaited, fits });
    return undefined;
  }

  /** Connects each orphan with the only cycle that lacked such a message. A cycle gets one message at most. */
  #connectOrphans(orphans: readonly Orphan[], certain: readonly AstrayMessage[]): AstrayMessage[] {
    const had = new Map(certain.map(({ cycle, awaited }) => [cycle, new Set([awaited])]));
    return orphans.slice(0, mostOrphans).flatMap(({ exchange, awaited, fits }) => {
      const lacking = (each: SeenCycle): boolean => had.get(each)?.has(awaited) !== true && fits(each);
      const [only, second] = this.#cycles.values().filter(lacking).take(2);
      if (only === undefined || second !== undefined) return [];
      had.set(only, (had.get(only) ?? new Set()).add(awaited));
      return [{ exchange, cycle: only, awaited, by: 'timing' as const }];
    });
  }

  /**
   * Connects a message of a provider on a path that is not the one of its step. It needs the right correlation id. If
   * neither its path nor its content identifies it, it counts only if its cycle lacks a message until the end.
   */
  #onOtherPath(
    exchange: Exchange,
    named: readonly SeenCycle[],
    step: PayerStepKind | undefined,
  ): AstrayMessage | undefined {
    const meant = intendedOperation(exchange);
    if (meant !== undefined && isBeginning(meant)) return undefined;
    for (const awaited of awaitedOfProvider) {
      const cycle = named.find((each) => isAwaiting(each, awaited, exchange.arrivedAt));
      if (cycle === undefined) continue;
      const isKnown = step !== undefined || meant !== undefined || hasContentOf(awaited, exchange);
      if (isKnown) return { exchange, cycle, awaited, by: 'path' };
      if (cycle[awaited]?.taken !== true) return { exchange, cycle, awaited, by: 'id' };
    }
    return undefined;
  }
}
