import { randomUUID } from 'node:crypto';
import type { ReadingValues } from '../contract/readings';
import type { Asked } from '../exchange/exchange';
import type { CallbackStep, CycleEvent, CycleKind, PayerCycle } from './payer/cycle';
import type { CallbackAttempt } from './payer/delivery';
import { post } from './payer/delivery';
import type { PlainMessage } from './payer/envelope';
import type { PayerSeams } from './payer/seams';
import type { TokenIssuer } from './token-issuer';

export type { CallbackAttempt } from './payer/delivery';
export type { PayerCycle } from './payer/cycle';

/** A callback to be sent, whatever it says and whoever it is for. */
export interface Callback {
  readonly correlationId: string;
  /** As in `/v1/preauth/on_submit`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What stands inside the envelope. */
  readonly plain?: PlainMessage;
  /** What the suite has in mind, where it sends one by itself. */
  readonly asked?: Asked;
}

/** Why a cycle cannot go on as somebody wants. */
export type Hindrance = 'unknown' | 'of another kind' | 'over' | 'not asked';

/** The payer flows that are under way (clauses 4.6, 4.7, 6.1); callbacks of one cycle go out one after another. */
export interface PayerCycles {
  /** Base address of the provider's callbacks; without one they are not sent. */
  callbackUrl: string | undefined;
  /** The provider's key for the envelope `jwe`: SPKI in PEM. */
  encryptionKey: string | undefined;
  /** Every attempt so far. */
  readonly attempts: readonly CallbackAttempt[];
  readonly cycle: (correlationId: string) => PayerCycle | undefined;
  open(cycle: Omit<PayerCycle, 'state'>): void;
  /** A trigger, or the reply to a query. */
  advance(
    correlationId: string,
    event: Exclude<CycleEvent, 'request' | 'notice'>,
    kind?: CycleKind,
  ): Hindrance | undefined;
  /** Prompts the provider for a payment notice, in a cycle of its own. */
  prompt(provider: string, payer: string): void;
  acknowledge(correlationId: string): Hindrance | undefined;
  /** Calls back whenever a cycle or an attempt has changed, until what it gives is called. */
  onChange(listener: () => void): () => void;
  /** Resolves once nothing is on its way to the provider in that cycle, or in any. */
  settled(correlationId?: string): Promise<void>;
  /** What the payer would send in that cycle, ready to be sent or changed. */
  make(cycle: PayerCycle, step: CallbackStep): Promise<Callback>;
  /** Sends a callback once, as it is. */
  send(callback: Callback): Promise<CallbackAttempt | undefined>;
  close(): Promise<void>;
}

export interface CycleOptions {
  readonly tokens: TokenIssuer;
  readonly seams: PayerSeams;
  readonly readings: ReadingValues;
  /** Told of every attempt, once it has ended; its cycle is not settled before that is done. */
  readonly observe?: ((attempt: CallbackAttempt) => unknown) | undefined;
}

export function createCycles(options: CycleOptions): PayerCycles {
  return new Cycles(options);
}

class Cycles implements PayerCycles {
  callbackUrl: string | undefined;
  encryptionKey: string | undefined;
  readonly attempts: CallbackAttempt[] = [];
  readonly #cycles = new Map<string, PayerCycle>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #options: CycleOptions;

  constructor(options: CycleOptions) {
    this.#options = options;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  cycle = (correlationId: string): PayerCycle | undefined => this.#cycles.get(correlationId);

  open(given: Omit<PayerCycle, 'state'>): void {
    const cycle: PayerCycle = { ...given, state: 'requested' };
    this.#cycles.set(cycle.correlationId, cycle);
    this.#react(cycle, 'request');
  }

  advance(
    correlationId: string,
    event: 'Approve' | 'Reject' | 'Query' | 'reply',
    kind?: CycleKind,
  ): Hindrance | undefined {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return 'unknown';
    if (kind !== undefined && cycle.kind !== kind) return 'of another kind';
    if (event === 'reply') {
      if (cycle.state !== 'queried') return 'not asked';
    } else if (cycle.state !== 'requested') return 'over';
    this.#react(cycle, event);
    return undefined;
  }

  prompt(provider: string, payer: string): void {
    const [correlationId, workflowId] = [randomUUID(), randomUUID()];
    const cycle: PayerCycle = {
      correlationId,
      workflowId,
      kind: 'payment',
      provider,
      payer,
      state: 'requested',
    };
    this.#cycles.set(correlationId, cycle);
    this.#react(cycle, 'notice');
  }

  acknowledge(correlationId: string): Hindrance | undefined {
    const cycle = this.#cycles.get(correlationId);
    if (cycle === undefined) return 'unknown';
    if (cycle.kind !== 'payment') return 'of another kind';
    cycle.state = 'over';
    this.#tell();
    return undefined;
  }

  async settled(correlationId?: string): Promise<void> {
    if (correlationId !== undefined) return this.#pending.get(correlationId);
    await Promise.all(this.#pending.values());
  }

  async make(cycle: PayerCycle, step: CallbackStep): Promise<Callback> {
    const { seams, readings, tokens } = this.#options;
    const correlationId = seams.correlationId(cycle);
    const { where, name } = readings['correlation-id'];
    const headers = {
      ...seams.headers(step, cycle),
      ...(where === 'protected-header' && { [name]: correlationId }),
    };
    const about = {
      cycle: { ...cycle, correlationId },
      now: new Date().toISOString(),
      decision: readings.decision,
    };
    const made = seams.bundles[step](about);
    const bundle = where === 'body' ? { ...made, [name]: correlationId } : made;
    const plain = { headers, bundle };
    const wrapped = await seams.wrap(plain, readings.envelope, this.encryptionKey);
    const jwt = await seams.authorization(tokens, readings);
    const path = seams.path(step, cycle, readings);
    return {
      correlationId,
      path,
      headers: {
        ...wrapped.headers,
        ...(where === 'header' && { [name]: correlationId }),
        ...(jwt !== undefined && { [readings['callback-jwt'].header]: jwt }),
        ...(isBridgeScoped(path, readings) && seams.bridge(cycle)),
        'Content-Type': 'application/json',
      },
      body: wrapped.body,
      plain,
    };
  }

  async send({ path, headers, ...callback }: Callback): Promise<CallbackAttempt | undefined> {
    if (this.callbackUrl === undefined) return undefined;
    const url = this.callbackUrl.replace(/\/$/, '') + path;
    const attempt = await post({ ...callback, url, headers: Object.entries(headers) }, this.#closing.signal);
    if (this.#closing.signal.aborted) return attempt;
    this.attempts.push(attempt);
    await this.#options.observe?.(attempt);
    this.#tell();
    return attempt;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#pending.values());
  }

  #react(cycle: PayerCycle, event: CycleEvent): void {
    const steps = this.#options.seams.reactions(event, cycle, this.#options.readings);
    cycle.state =
      event === 'Query' ? 'queried' : event === 'request' && steps.length === 0 ? 'requested' : 'over';
    if (event === 'notice') cycle.state = 'requested';
    this.#tell();
    const before = this.#pending.get(cycle.correlationId) ?? Promise.resolve();
    const sent = before.then(async () => {
      for (const step of steps) await this.#deliver(cycle, step);
    });
    // Whoever waits meets no error: what became of a callback stands in its attempts.
    this.#pending.set(
      cycle.correlationId,
      sent.catch(() => undefined),
    );
  }

  async #deliver(cycle: PayerCycle, step: CallbackStep): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      // Each attempt has a JWT and ids of its own.
      const attempt = await this.send(await this.make(cycle, step));
      const status = attempt?.answer?.status;
      if (attempt === undefined || (status !== undefined && status < 300)) return;
      const delayMs = this.#options.seams.retry(attempts, status);
      if (delayMs === undefined) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs);
        this.#closing.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      if (this.#closing.signal.aborted) return;
    }
  }
}

const operationOf: Readonly<Record<string, string>> = {
  '/v1/preauth/on_submit': 'preauth.onSubmit',
  '/v1/claim/on_submit': 'claim.onSubmit',
  '/v1/communication/request': 'communication.request',
};

/** Whether the target names a callback as bridge-scoped: by operation id or path (clause 5.2). */
function isBridgeScoped(path: string, readings: ReadingValues): boolean {
  return (readings['bridge-scoped'] ?? []).some((name) => name === path || name === operationOf[path]);
}
