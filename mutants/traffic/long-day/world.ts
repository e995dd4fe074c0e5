import { createPublicKey } from 'node:crypto';
import type { CertifiedService } from '../../../support/adapter/protocol';
import type { HeaderList } from '../../../support/exchange/exchange';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { ReadingValues } from '../../../support/contract/readings';
import type { Draft } from '../generate';
import { breaches } from '../generate';
import type { Random } from '../seeded';
import { seededBytes, seededInteger, seededRandom } from '../seeded';
import type { ObligationId } from '../../../support/obligations';
import type { Answer } from './answer';
import type { DayBreach, DayKind } from './breaches';
import type { DayHabits } from './habits';

/** One exchange of a day, with facts that only the generator knows. */
export interface DayExchange {
  readonly wire: WireRecord;
  /** The host of the request in the generated day. It stays the same if `wire` gets other addresses. */
  readonly host: string;
  /** The number of the client, from 0. */
  readonly client: number;
  /** The number of the process among those of the client, from 1. Absent for a callback. */
  readonly process?: number | undefined;
  /** Whether the planted breach, or a mistake that the client makes again and again, is in this exchange. */
  readonly isBreach: boolean;
}

/** Work of a party. Yields the number of milliseconds until the next step. */
export type Task<Result = void> = Generator<number, Result>;

/** An answer; `undefined` if the connection broke. */
type Received = Answer | undefined;

/** Whether a client repeats a request after this answer: none, a refused token, or a busy service. */
export const mayBeRetried = (answer: Received): boolean =>
  answer === undefined || [401, 429, 502, 503, 504].includes(answer.status);

/** A request before it is sent, with its sender. */
export interface Sending {
  readonly client: number;
  /** The number of the process among those of the client, from 1. Absent if the payer sends. */
  readonly process?: number;
  /** The network address of the sender. `undefined` if the address is unknown. */
  readonly source: string | undefined;
  readonly secret: string;
  readonly draft: Draft;
  readonly kind?: DayKind | undefined;
  /** Whether the request repeats an earlier one. */
  readonly isRetry?: boolean;
  /** Whether a mistake that the client makes again and again is in the request. */
  readonly isMistake?: boolean;
}

export interface PlantedFault {
  readonly id: ObligationId;
  /**
   * The number of the exchange, among those of its kind, in which the fault is planted; counts from 1. If the fault
   * does not change that exchange, it is planted in the next one that it changes.
   */
  readonly at: number;
  /** The breach. Undefined for the one that {@link breaches} has for the id. */
  readonly breach?: DayBreach;
}

/** The services and the clock of a generated day. Runs the tasks of all parties by one simulated clock. */
export class World {
  readonly random: Random;
  readonly exchanges: DayExchange[] = [];
  /** Milliseconds since the epoch. */
  now: number;
  readonly #waiting: { readonly at: number; readonly number: number; readonly task: Task }[] = [];
  readonly #firstIds = new Map<number, string>();
  readonly #ciphertexts = new Map<number, string>();
  readonly #breach: DayBreach | undefined;
  readonly #keys = new Map<string, string>();
  #started = 0;
  #ofKind = 0;
  #planted = false;

  constructor(
    seed: number,
    /** The readings that decide the form of a payer's messages. */
    readonly readings: ReadingValues,
    /** A service publishes a new key after so many milliseconds, in ascending order. */
    readonly rotations: Readonly<Record<CertifiedService, readonly number[]>>,
    readonly fault: PlantedFault | undefined,
    readonly habits: DayHabits,
  ) {
    this.random = seededRandom(seed);
    this.now = habits.begins;
    this.#breach = fault?.breach ?? (fault && breachOf(fault.id));
  }

  /** Whether the gateway no longer knows a token that it granted at this time, in milliseconds since the epoch. */
  isForgotten(grantedAt: number): boolean {
    const { begins, token } = this.habits;
    const at = begins + (token.revokedAfterMs ?? Infinity);
    return grantedAt < at && at <= this.now;
  }

  /** Starts a task after so many milliseconds. */
  start(task: Task, delayMs: number): void {
    this.#queue(task, this.now + delayMs);
  }

  /** Runs all tasks to their ends. */
  run(): void {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.now = next.at;
      const step = next.task.next();
      if (step.done !== true) this.#queue(next.task, this.now + step.value);
    }
  }

  #queue(task: Task, at: number): void {
    const entry = { at, number: (this.#started += 1), task };
    const place = this.#waiting.findIndex((each) => each.at > at);
    this.#waiting.splice(place < 0 ? this.#waiting.length : place, 0, entry);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  between(least: number, most: number): number {
    return seededInteger(this.random, least, most);
  }

  /** Sends a request, and waits for its answer. */
  *exchange(sending: Sending, answerOf: () => Received): Task<Received> {
    const { draft, client, process, source } = sending;
    const arrivedAt = this.now;
    const answer = answerOf();
    // A retry repeats the original body, so beside a planted fault it looks like another request with the same ciphertext.
    const isTriedOnce = sending.isRetry !== true && !mayBeRetried(answer);
    const isPlanted = isTriedOnce && this.#plant(sending, answer);
    const isBreach = isPlanted || sending.isMistake === true;
    const latency = answer === undefined ? this.between(2000, 9000) : this.between(8, 400);
    const shown = answer && isPlanted && this.#breach?.answer ? this.#breach.answer(answer) : answer;
    const { method, url, body } = draft;
    const wire: WireRecord = {
      arrivedAt,
      answeredAt: arrivedAt + latency,
      ...(source !== undefined && { source }),
      request: {
        method,
        url,
        headers: Object.entries(draft.headers),
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      },
      ...(shown && { response: responseOf(shown) }),
    };
    this.exchanges.push({ wire, host: new URL(url).host, client, process, isBreach });
    yield latency;
    return answer;
  }

  /**
   * Changes the request in which the fault of this day is due. Returns whether the request was changed, or the caller
   * must change its answer.
   */
  #plant({ kind, draft, client, secret }: Sending, answer: Received): boolean {
    const id = draft.headers['REQUEST-ID'] ?? '';
    if (kind === 'fields' && !this.#firstIds.has(client)) this.#firstIds.set(client, id);
    const earlier = this.#ciphertexts.get(client) ?? '';
    if (kind === 'otp') this.#ciphertexts.set(client, String(draft.body?.otp));
    const breach = this.#breach;
    if (this.#planted || breach === undefined || kind !== breach.kind) return false;
    this.#ofKind += 1;
    if (this.#ofKind < (this.fault?.at ?? 0)) return false;
    const before = JSON.stringify(draft);
    breach.request?.(draft, {
      secret,
      now: this.now,
      firstId: this.#firstIds.get(client) ?? '',
      earlier,
    });
    // The first request of a client cannot repeat an id.
    const isRequest = JSON.stringify(draft) !== before;
    this.#planted = isRequest || (breach.answer !== undefined && answer !== undefined && answer.status < 300);
    return this.#planted;
  }

  /** The number of the key that a service uses now. */
  keyNumber(service: CertifiedService): number {
    const ms = this.now - this.habits.begins;
    return 1 + this.rotations[service].filter((at) => ms >= at).length;
  }

  /** The PEM of a service's current key. The modulus is random, so no private key exists. */
  certificateOf(service: CertifiedService): string {
    const name = `${service} ${this.keyNumber(service)}`;
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const modulus = Buffer.concat([Buffer.from([0xc5]), seededBytes(this.random, 254), Buffer.from([1])]);
    const jwk = { kty: 'RSA', e: 'AQAB', n: modulus.toString('base64url') };
    const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const text = this.habits.pem(pem.toString());
    this.#keys.set(name, text);
    return text;
  }
}

/** Returns the breach of single exchanges that short days have for an obligation. */
function breachOf(id: ObligationId): DayBreach | undefined {
  const [kind, request] = breaches[id] ?? [];
  const isPlain = kind !== undefined && kind !== 'certificate' && request !== undefined;
  return isPlain ? { kind, request } : undefined;
}

function responseOf({ status, body }: Answer): NonNullable<WireRecord['response']> {
  const isText = typeof body === 'string';
  const headers: HeaderList = [['Content-Type', isText ? 'text/plain' : 'application/json']];
  const text = isText ? body : JSON.stringify(body ?? {});
  return { status, headers, body: Buffer.from(text) };
}
