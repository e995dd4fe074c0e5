import { hash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { memoizeByExchange } from './judge';

/** Entries that were set last, up to a number: what a rule knows of its recording must not grow with it. */
export class RecentEntries<Of> {
  readonly #most: number;
  readonly #entries = new Map<string, Of>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Of | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Takes an entry as the newest; beyond the number, the oldest is let go. */
  set(key: string, value: Of): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest = ''] = this.#entries.keys();
    this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  values(): IterableIterator<Of> {
    return this.#entries.values();
  }
}

/** Numbers of a slot: three of the key, one of the exchange, one of the mark. */
const width = 5;
const keyWords = 3;
const [seqAt, markAt] = [3, 4];

/** Slots of a table that is new, and how full one may be. */
const smallest = 32;
const fill = 0.75;

/** Beyond so many keys there are several tables. Each grows by itself: none of them for long. */
const mostInOne = 4096;
const tables = 64;

/** Where a key was used first. */
interface Use {
  readonly seq: number;
  /** Whether that use had the same mark. */
  readonly sameMark: boolean;
}

/**
 * Where each key was used first, in 20 bytes a slot and no objects. A key is a digest, as Latin-1 text. Twelve of its
 * bytes count: no two texts that are ever met share them.
 */
export class FirstUses {
  readonly #use = new Uint32Array(width);
  #tables = [new UseTable()];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The `seq` of the exchange that brought the key first; where there is none, `seq` is taken as that. */
  firstOr(key: string, seq: number): number {
    return this.earlier(key, seq)?.seq ?? seq;
  }

  /**
   * The first use of a key; where there is none, `undefined`, and `seq` is taken as that.
   *
   * @param mark a digest that tells uses of the key apart. Four of its bytes count, so only words may depend on it
   */
  earlier(key: string, seq: number, mark = ''): Use | undefined {
    const use = this.#use;
    for (let index = 0; index < keyWords; index += 1) use[index] = wordAt(key, 4 * index);
    [use[seqAt], use[markAt]] = [seq, wordAt(mark, 0)];
    const first = this.#tableOf(use)?.firstOr(use);
    if (first === undefined && (this.#size += 1) === mostInOne) this.#part();
    return first;
  }

  /** By another number than the one that places a key in its table. */
  #tableOf(use: Uint32Array): UseTable | undefined {
    return this.#tables[(use[1] ?? 0) & (this.#tables.length - 1)];
  }

  #part(): void {
    const [all] = this.#tables;
    this.#tables = Array.from({ length: tables }, () => new UseTable());
    for (const use of all?.uses() ?? []) this.#tableOf(use)?.firstOr(use);
  }
}

/** Uses in open addressing. The bits of a key are spread already. */
class UseTable {
  #slots = new Uint32Array(width * smallest);
  #size = 0;

  /** The first use of the same key; where there is none, this one is kept. */
  firstOr(use: Uint32Array): Use | undefined {
    const [slots, at] = [this.#slots, placeIn(this.#slots, use)];
    const seq = slots[at + seqAt] ?? 0;
    if (seq !== 0) return { seq, sameMark: slots[at + markAt] === use[markAt] };
    slots.set(use, at);
    this.#size += 1;
    if (this.#size * width > slots.length * fill) this.#grow();
    return undefined;
  }

  *uses(): Generator<Uint32Array> {
    for (let at = 0; at < this.#slots.length; at += width)
      if (this.#slots[at + seqAt] !== 0) yield this.#slots.subarray(at, at + width);
  }

  #grow(): void {
    const grown = new Uint32Array(2 * this.#slots.length);
    for (const use of this.uses()) grown.set(use, placeIn(grown, use));
    this.#slots = grown;
  }
}

/** Where a key stands in a table, or belongs. */
function placeIn(slots: Uint32Array, use: Uint32Array): number {
  const last = slots.length / width - 1;
  for (let slot = (use[0] ?? 0) & last; ; slot = (slot + 1) & last) {
    const at = slot * width;
    if (slots[at + seqAt] === 0 || isAt(slots, at, use)) return at;
  }
}

function isAt(slots: Uint32Array, at: number, use: Uint32Array): boolean {
  for (let index = 0; index < keyWords; index += 1) if (slots[at + index] !== use[index]) return false;
  return true;
}

function wordAt(text: string, at: number): number {
  const byte = (offset: number): number => text.charCodeAt(at + offset) & 0xff;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}

/** Sixteen bytes that stand for a text, as Latin-1: no two texts that are ever met share them. */
export function digestOf(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n'), 'binary').slice(0, 16);
}

/** No byte of an answer came back. */
function isUnanswered({ response, failure }: Exchange): boolean {
  return response === undefined && failure?.kind !== 'too-large' && failure?.kind !== 'malformed';
}

/** How a request comes to be on the wire twice without its sender's doing. */
export type Repeat = 'resend' | 'redirect';

/** A transport repeats at once what it repeats: an older request comes from the client. */
const mostAwaited = 100_000;

/**
 * Tells what a transport repeats from what a client does. Remembers the last unanswered and redirected requests only.
 */
export class Repeats {
  readonly #awaited = new RecentEntries<Repeat>(mostAwaited);

  /** To be asked once for every exchange, in order. */
  kindOf(exchange: Exchange): Repeat | undefined {
    const kind = this.#awaited.size === 0 ? undefined : this.#taken(exchange);
    this.#remember(exchange);
    return kind;
  }

  #taken(exchange: Exchange): Repeat | undefined {
    const keys = [resendKey(exchange), redirectKey(exchange, addressOf(exchange))];
    const key = keys.find((each) => this.#awaited.has(each));
    const kind = key === undefined ? undefined : this.#awaited.get(key);
    if (key !== undefined) this.#awaited.delete(key);
    return kind;
  }

  #remember(exchange: Exchange): void {
    if (isUnanswered(exchange)) this.#awaited.set(resendKey(exchange), 'resend');
    const next = redirectOf(exchange);
    if (next !== undefined) this.#awaited.set(redirectKey(exchange, next), 'redirect');
  }
}

const stampOf = memoizeByExchange(
  ({ request: { headers } }) =>
    `${headerValue(headers, 'REQUEST-ID') ?? ''} ${headerValue(headers, 'TIMESTAMP') ?? ''}`,
);

/** Method, address and body: the same request, whatever id, time and token it carries. */
const contentOf = memoizeByExchange(({ request: { method, url, body }, facts: { content } }) =>
  [method, url, content ?? body?.sealed ?? body?.text ?? ''].join('\n'),
);

/** The same, as a digest. */
export const contentDigest = memoizeByExchange((exchange) => digestOf(contentOf(exchange)));

/** As the address of a redirect is made: hosts in small letters. */
const addressOf = memoizeByExchange(({ request: { url } }) => (URL.canParse(url) ? new URL(url).href : url));

/** Returns the address to which an answer redirects its request; `undefined` if it does not redirect it. */
export const redirectOf = memoizeByExchange(({ request: { url }, response }) => {
  const location = response && headerValue(response.headers, 'location');
  if (location === undefined || response === undefined) return undefined;
  if (response.status < 300 || response.status > 399 || !URL.canParse(location, url)) return undefined;
  return new URL(location, url).href;
});

const resendKey = (exchange: Exchange): string => digestOf('resend', stampOf(exchange), contentOf(exchange));

const redirectKey = (exchange: Exchange, address: string): string =>
  digestOf('redirect', stampOf(exchange), address);
