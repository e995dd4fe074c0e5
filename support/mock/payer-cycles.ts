import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { tlsContextFor } from '../contract/verified-tls';
import type { CycleKind } from '../contract/payer-facts';
import type { CallbackStep, CycleEvent, PayerCycle, TriggerAction } from './payer/cycle';
import type { CallbackOutcome, Callback, CallbackAttempt, CallbackParts } from './payer/callbacks';
import { makeCallback, makeErrorReport, makeRefusal, postCallback } from './payer/callbacks';
import { CallbackReceiver } from './payer/receiver';

/**
 * The reason why a message or trigger does not fit a cycle. `unknown`: no cycle has this id. `of another
 * kind`: the cycle belongs to another operation. `open`: a new request uses the id of an unfinished cycle.
 * `over`: the cycle does not wait for a trigger. `not asked`: the provider sent documents that the payer had
 * not requested.
 */
export type Hindrance = 'unknown' | 'of another kind' | 'open' | 'over' | 'not asked';

/** A trigger that the suite has asked the client for (clause 4.4). */
interface AskedTrigger {
  readonly correlationId: string;
  readonly action: TriggerAction;
  readonly kind: CycleKind;
}

interface CycleOptions extends CallbackParts {
  /** Timeout for the answer to a callback, in milliseconds; ten seconds by default. */
  readonly deadlineMs?: number | undefined;
  /**
   * Certificate (PEM) of the CA to trust for the provider's callback address, in addition to the public CAs.
   */
  readonly ca?: string | undefined;
  /**
   * Called after each attempt to send a callback, with the receiver. The cycle is not settled until the returned
   * promise resolves.
   */
  readonly observe?: ((attempt: CallbackAttempt, receiver: CallbackReceiver) => unknown) | undefined;
}

/**
 * The cycles of the payer flows (clauses 4.6, 4.7, 6.1). Callbacks of one cycle are sent one after another.
 */
export class PayerCycles {
  /** The receiver of the callbacks of cycles that are opened from now on. */
  receiver = new CallbackReceiver();
  /** The kinds of cycles of data in which the answer to the request is withheld; see {@link answerWithheld}. */
  readonly withheld = new Set<CycleKind>();
  readonly attempts: CallbackOutcome[] = [];
  /** Emits `change` after each change of a cycle and after each attempt. */
  readonly changes = new EventEmitter();
  readonly #cycles = new Map<string, PayerCycle>();
  /**
   * Ids of triggers that {@link meant} could not match to any cycle. A request with such an id may still
   * arrive.
   */
  readonly #premature = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #receiverOf = new WeakMap<PayerCycle, CallbackReceiver>();
  readonly #asked = new Set<AskedTrigger>();
  readonly #closing = new AbortController();
  #trusted: SecureContext | undefined;
  readonly #options: CycleOptions;

  constructor(options: CycleOptions) {
    this.#options = options;
    // Remove the limit on listeners, because many callers may wait at the same time.
    this.changes.setMaxListeners(0);
  }

  /** The address of the current receiver; see {@link CallbackReceiver.url}. */
  get callbackUrl(): string | undefined {
    return this.receiver.url;
  }

  set callbackUrl(url: string | undefined) {
    this.receiver.url = url;
  }

  /** The key of the current receiver; see {@link CallbackReceiver.encryptionKey}. */
  get encryptionKey(): string | undefined {
    return this.receiver.encryptionKey;
  }

  set encryptionKey(key: string | undefined) {
    this.receiver.encryptionKey = key;
  }

  /** The correlation ids of all cycles, including finished ones. */
  get ids(): Iterable<string> {
    return this.#cycles.keys();
  }

  cycle(correlationId: string): PayerCycle | undefined {
    return this.#cycles.get(correlationId);
  }

  open(cycle: Omit<PayerCycle, 'state'>, event: 'request' | 'notice' = 'request'): PayerCycle {
    const opened: PayerCycle = { ...cycle, state: 'requested' };
    this.#cycles.set(cycle.correlationId, opened);
    this.#receiverOf.set(opened, this.receiver);
    if (event === 'request' && this.withheld.has(cycle.kind)) this.changes.emit('change');
    else this.#react(opened, event);
    return opened;
  }

  /** Withholds no more answers of a kind, and sends those that were withheld, except that of the cycle `kept`. */
  answerWithheld(kind: CycleKind, kept?: PayerCycle): void {
    if (!this.withheld.delete(kind)) return;
    for (const cycle of this.#cycles.values())
      if (cycle.kind === kind && cycle.state === 'requested' && cycle !== kept) this.#react(cycle, 'request');
  }

  /** Opens a new cycle and sends the provider a payment notice. */
  prompt(provider: string, payer: string): void {
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    this.open({ correlationId, workflowId, kind: 'payment', provider, payer }, 'notice');
  }

  /** Returns a cycle with new ids and the same receiver. The cycle is not opened, so its receiver does not know it. */
  unknownLike(cycle: PayerCycle): PayerCycle {
    const unknown = { ...cycle, correlationId: randomUUID(), workflowId: randomUUID() };
    this.#receiverOf.set(unknown, this.#of(cycle));
    return unknown;
  }

  /** Notes, while `act` runs, that the suite has asked the client for a trigger; see {@link meant}. */
  async whileAsked<T>(asked: AskedTrigger, act: () => Promise<T>): Promise<T> {
    this.#asked.add(asked);
    try {
      return await act();
    } finally {
      this.#asked.delete(asked);
    }
  }

  /**
   * Guesses which cycle a trigger is meant for. Returns the cycle with this id if it exists and the trigger
   * does not contradict it. Otherwise, returns the only cycle of this kind that waits for a trigger;
   * `undefined` if there is not exactly one. A trigger that contradicts its cycle is meant for the waiting one only if
   * the suite has asked the client for this trigger of that cycle: the client may have sent it by itself, and late.
   */
  meant(correlationId: string, action: TriggerAction, kind: CycleKind): PayerCycle | undefined {
    const named = this.#cycles.get(correlationId);
    const asked = [...this.#asked].find((each) => each.action === action && each.kind === kind);
    if (named !== undefined && (asked === undefined || !isDecidedOtherwise(named, action, kind)))
      return named;
    // If a trigger with a cycle's own id arrived before the cycle's request, triggers with other ids are not
    // meant for this cycle.
    const waiting = [...this.#cycles.values()].filter(
      (each) => each.kind === kind && each.state === 'requested' && !this.#premature.has(each.correlationId),
    );
    const [only, ...others] = waiting;
    const isMeant = named === undefined || only?.correlationId === asked?.correlationId;
    if (only !== undefined && others.length === 0 && isMeant) return only;
    if (named === undefined) this.#premature.add(correlationId);
    return undefined;
  }

  /**
   * Applies a trigger, or the provider's reply to a query. If the event does not fit the cycle, changes
   * nothing and returns the reason; otherwise returns `undefined`.
   */
  advance(
    correlationId: string,
    event: Exclude<CycleEvent, 'request' | 'notice'>,
    kind?: CycleKind,
  ): Hindrance | undefined {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return 'unknown';
    if (kind !== undefined && cycle.kind !== kind) return 'of another kind';
    if (event === 'reply') return this.#takeReply(cycle);
    if (cycle.state !== 'requested') return 'over';
    cycle.triggered = event;
    if (cycle.held === true) this.changes.emit('change');
    else this.#react(cycle, event);
    return undefined;
  }

  #takeReply(cycle: PayerCycle): Hindrance | undefined {
    if (cycle.state !== 'queried') return 'not asked';
    this.#react(cycle, 'reply');
    return undefined;
  }

  acknowledge(correlationId: string): Hindrance | undefined {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return 'unknown';
    if (cycle.kind !== 'payment') return 'of another kind';
    cycle.state = 'over';
    this.changes.emit('change');
    return undefined;
  }

  /**
   * Resolves when no callback of this cycle is pending. Without an id, waits for the callbacks of all cycles.
   */
  async settled(correlationId?: string): Promise<void> {
    if (correlationId !== undefined) return this.#pending.get(correlationId);
    await Promise.all(this.#pending.values());
  }

  /** Builds the callback that the payer would send at this step of the cycle, but does not send it. */
  make(cycle: PayerCycle, step: CallbackStep): Promise<Callback> {
    return makeCallback(this.#options, cycle, step, this.#of(cycle).encryptionKey);
  }

  /** Builds a refusal of a cycle in the clear (`ProtocolResponse`), but does not send it. */
  makeRefusal(cycle: PayerCycle, reason: string): Promise<Callback> {
    return makeRefusal(this.#options, cycle, reason);
  }

  /** Builds a report on a message of a cycle that could not be delivered, but does not send it. */
  makeErrorReport(cycle: PayerCycle): Promise<Callback> {
    return makeErrorReport(this.#options, cycle);
  }

  /**
   * Refuses a request in the clear, with one attempt. The request opens no cycle, because the payer could not read it.
   */
  refuse(cycle: Omit<PayerCycle, 'state'>, reason: string): void {
    const refused: PayerCycle = { ...cycle, state: 'over' };
    const { receiver } = this;
    this.#receiverOf.set(refused, receiver);
    this.#after(cycle.correlationId, receiver, async () => {
      await this.send(await this.makeRefusal(refused, reason), refused);
    });
  }

  /**
   * Makes one attempt to send a callback to the receiver of a cycle. Returns `undefined` without sending it if the
   * receiver is without a URL, or has ended.
   */
  async send(
    { path, headers, ...callback }: Callback,
    cycle: PayerCycle,
  ): Promise<CallbackAttempt | undefined> {
    const receiver = this.#of(cycle);
    if (receiver.url === undefined || receiver.ended.aborted) return undefined;
    const url = receiver.url.replace(/\/$/, '') + path;
    const { signal } = this.#closing;
    const { deadlineMs } = this.#options;
    this.#trusted ??= tlsContextFor(this.#options.ca, true);
    const posting = { signal, trusted: this.#trusted, deadlineMs };
    const attempt = await postCallback({ ...callback, url, headers: Object.entries(headers) }, posting);
    if (signal.aborted) return attempt;
    const { correlationId, answer } = attempt;
    this.attempts.push({ correlationId, ...(answer && { status: answer.status }) });
    await this.#options.observe?.(attempt, receiver);
    this.changes.emit('change');
    return attempt;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#pending.values());
  }

  #react(cycle: PayerCycle, event: CycleEvent): void {
    const { seams, readings } = this.#options;
    const steps = seams.reactions(event, cycle, readings);
    const isWaiting = event === 'notice' || (event === 'request' && steps.length === 0);
    cycle.state = event === 'Query' ? 'queried' : isWaiting ? 'requested' : 'over';
    this.changes.emit('change');
    const receiver = this.#of(cycle);
    this.#after(cycle.correlationId, receiver, async () => {
      for (const step of steps) await this.#deliver(cycle, step, receiver);
    });
  }

  #of(cycle: PayerCycle): CallbackReceiver {
    return this.#receiverOf.get(cycle) ?? this.receiver;
  }

  /** Sends callbacks of a cycle after its earlier callbacks. */
  #after(correlationId: string, receiver: CallbackReceiver, act: () => Promise<void>): void {
    const before = this.#pending.get(correlationId) ?? Promise.resolve();
    // Ignore a failed delivery: waiting for the cycle must never reject.
    const sent = before.then(act).catch(() => undefined);
    this.#pending.set(correlationId, sent);
    receiver.expect(sent);
  }

  async #deliver(cycle: PayerCycle, step: CallbackStep, receiver: CallbackReceiver): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, receiver.ended]);
    for (let attempts = 1; !signal.aborted && !(attempts > 1 && receiver.isFinishing); attempts += 1) {
      // Build the callback again for each attempt, because each attempt needs a new JWT and new ids.
      const attempt = await this.send(await this.make(cycle, step), cycle);
      const status = attempt?.answer?.status;
      if (attempt === undefined || (status !== undefined && status < 300)) return;
      const delayMs = this.#options.seams.retry(attempts, status);
      if (delayMs === undefined) return;
      await delay(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/**
 * Returns whether a trigger contradicts a cycle that no longer waits for a trigger. It does if the cycle is
 * of another kind, or if a different action decided the cycle. After a query, any action on a cycle of the
 * same kind is allowed.
 */
function isDecidedOtherwise(cycle: PayerCycle, action: TriggerAction, kind: CycleKind): boolean {
  if (cycle.state === 'requested') return false;
  const { triggered } = cycle;
  return cycle.kind !== kind || (triggered !== action && triggered !== 'Query');
}
