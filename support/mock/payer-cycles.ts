import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { contextFor } from '../contract/verified-tls';
import type { CycleKind } from '../contract/payer-facts';
import type { CallbackStep, CycleEvent, PayerCycle, TriggerAction } from './payer/cycle';
import type { Attempted, Callback, CallbackAttempt, CallbackParts } from './payer/callbacks';
import { makeCallback, post } from './payer/callbacks';

/** Why a cycle cannot take a step. */
export type Hindrance = 'unknown' | 'of another kind' | 'open' | 'over' | 'not asked';

interface CycleOptions extends CallbackParts {
  /** How long the answer to a callback is awaited, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** PEM of the authority of the provider, where it is not a public one. */
  readonly ca?: string | undefined;
  /** Told of every attempt, once it has ended; its cycle is not settled before that is done. */
  readonly observe?: ((attempt: CallbackAttempt) => unknown) | undefined;
}

/** The payer flows that are under way (clauses 4.6, 4.7, 6.1); callbacks of one cycle go out one after another. */
export class PayerCycles {
  /** Base address of the provider's callbacks; without one they are not sent. */
  callbackUrl: string | undefined;
  /** The provider's key for the envelope `jwe`: SPKI in PEM. */
  encryptionKey: string | undefined;
  /** Every attempt so far. */
  readonly attempts: Attempted[] = [];
  /** Emits `change` whenever a cycle or an attempt has changed. */
  readonly changes = new EventEmitter();
  readonly #cycles = new Map<string, PayerCycle>();
  /** What triggers have named before any request did. */
  readonly #premature = new Set<string>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #isFinishing = false;
  #trusted: SecureContext | undefined;
  readonly #options: CycleOptions;

  constructor(options: CycleOptions) {
    this.#options = options;
    // Many wait at once.
    this.changes.setMaxListeners(0);
  }

  /** The correlation ids of all that began. */
  get ids(): Iterable<string> {
    return this.#cycles.keys();
  }

  cycle(correlationId: string): PayerCycle | undefined {
    return this.#cycles.get(correlationId);
  }

  open(cycle: Omit<PayerCycle, 'state'>, event: 'request' | 'notice' = 'request'): PayerCycle {
    const opened: PayerCycle = { ...cycle, state: 'requested' };
    this.#cycles.set(cycle.correlationId, opened);
    this.#react(opened, event);
    return opened;
  }

  /** Prompts the provider for a payment notice, in a cycle of its own. */
  prompt(provider: string, payer: string): void {
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    this.open({ correlationId, workflowId, kind: 'payment', provider, payer }, 'notice');
  }

  /**
   * The cycle that a trigger is meant for, whatever id it names: where nothing began under that, or what did was decided
   * otherwise, the one of its kind that waits. `undefined` where none waits, or several.
   */
  meant(correlationId: string, action: TriggerAction, kind: CycleKind): PayerCycle | undefined {
    const named = this.#cycles.get(correlationId);
    if (named !== undefined && !isDecidedOtherwise(named, action, kind)) return named;
    // What a trigger ran ahead of waits for no other.
    const waiting = [...this.#cycles.values()].filter(
      (each) => each.kind === kind && each.state === 'requested' && !this.#premature.has(each.correlationId),
    );
    if (waiting.length === 1) return waiting[0];
    if (named === undefined) this.#premature.add(correlationId);
    return undefined;
  }

  /** A trigger, or the reply to a query. */
  advance(
    correlationId: string,
    event: Exclude<CycleEvent, 'request' | 'notice'>,
    kind?: CycleKind,
  ): Hindrance | undefined {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return 'unknown';
    if (kind !== undefined && cycle.kind !== kind) return 'of another kind';
    if (event === 'reply' && cycle.state !== 'queried') return 'not asked';
    if (event !== 'reply' && cycle.state !== 'requested') return 'over';
    if (event !== 'reply') cycle.triggered = event;
    this.#react(cycle, event);
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

  /** Resolves once nothing is on its way to the provider in that cycle, or in any. */
  async settled(correlationId?: string): Promise<void> {
    if (correlationId !== undefined) return this.#pending.get(correlationId);
    await Promise.all(this.#pending.values());
  }

  /** What the payer would send in that cycle, ready to be sent or changed. */
  make(cycle: PayerCycle, step: CallbackStep): Promise<Callback> {
    return makeCallback(this.#options, cycle, step, this.encryptionKey);
  }

  /** Sends a callback once, as it is. */
  async send({ path, headers, ...callback }: Callback): Promise<CallbackAttempt | undefined> {
    if (this.callbackUrl === undefined) return undefined;
    const url = this.callbackUrl.replace(/\/$/, '') + path;
    const { signal } = this.#closing;
    const { deadlineMs } = this.#options;
    this.#trusted ??= contextFor(this.#options.ca, true);
    const posting = { signal, trusted: this.#trusted, deadlineMs };
    const attempt = await post({ ...callback, url, headers: Object.entries(headers) }, posting);
    if (signal.aborted) return attempt;
    const { correlationId, answer } = attempt;
    this.attempts.push({ correlationId, ...(answer && { status: answer.status }) });
    await this.#options.observe?.(attempt);
    this.changes.emit('change');
    return attempt;
  }

  /** Waits for what is under way to be answered or given up, and begins nothing new until it is. */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    await Promise.all(this.#pending.values());
    this.#isFinishing = false;
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
    const before = this.#pending.get(cycle.correlationId) ?? Promise.resolve();
    const sent = before.then(async () => {
      for (const step of steps) await this.#deliver(cycle, step);
    });
    // Waiting never fails: the attempts say what became of a callback.
    this.#pending.set(
      cycle.correlationId,
      sent.catch(() => undefined),
    );
  }

  async #deliver(cycle: PayerCycle, step: CallbackStep): Promise<void> {
    const { signal } = this.#closing;
    for (let attempts = 1; !signal.aborted && !(attempts > 1 && this.#isFinishing); attempts += 1) {
      // Each attempt has a JWT and ids of its own.
      const attempt = await this.send(await this.make(cycle, step));
      const status = attempt?.answer?.status;
      if (attempt === undefined || (status !== undefined && status < 300)) return;
      const delayMs = this.#options.seams.retry(attempts, status);
      if (delayMs === undefined) return;
      await delay(delayMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The same trigger once more, or a decision after a query, may be about a cycle that is over. */
function isDecidedOtherwise(cycle: PayerCycle, action: TriggerAction, kind: CycleKind): boolean {
  if (cycle.state === 'requested') return false;
  const { triggered } = cycle;
  return cycle.kind !== kind || (triggered !== action && triggered !== 'Query');
}
