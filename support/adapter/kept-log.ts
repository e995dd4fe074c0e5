import { StringDecoder } from 'node:string_decoder';

/** The stored parts of a log: its beginning and its end, and the number of bytes omitted between them. */
export interface LogText {
  readonly first: string;
  readonly leftOut: number;
  readonly last: string;
}

interface LogBounds {
  readonly first: number;
  readonly last: number;
}

export const noLog: LogText = { first: '', leftOut: 0, last: '' };

const continuation = 0b1000_0000;
const continuationMask = 0b1100_0000;

/**
 * Stores only the beginning and the end of a program's log, because one of them usually shows why the program
 * failed.
 */
export class KeptLog {
  readonly #bounds: LogBounds;
  readonly #listener: ((text: string) => void) | undefined;
  readonly #decoder = new StringDecoder('utf8');
  #first: Buffer = Buffer.alloc(0);
  #chunks: Buffer[] = [];
  #size = 0;
  #leftOut = 0;
  /** True once `#first` is full. Later bytes go to `#chunks`. */
  #begun = false;

  /** `listener` receives the whole text in pieces, which may end in the middle of a word. */
  constructor(bounds: LogBounds, listener?: (text: string) => void) {
    this.#bounds = bounds;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    const rest = this.#begun ? chunk : this.#begin(chunk);
    this.#chunks.push(rest);
    this.#size += rest.length;
    // Trim only at twice the limit: a program may log byte by byte, and each trim copies all chunks.
    if (this.#size > 2 * this.#bounds.last) this.#trim();
    this.#listener?.(this.#decoder.write(chunk));
  }

  get text(): LogText {
    this.#trim();
    const last = this.#chunks.map((chunk) => chunk.toString('utf8')).join('');
    return { first: this.#first.toString('utf8'), leftOut: this.#leftOut, last };
  }

  /** Appends to `#first` until it is full, and returns the remaining bytes of the chunk. */
  #begin(chunk: Buffer): Buffer {
    const all = Buffer.concat([this.#first, chunk]);
    const end = wholeFrom(all, this.#bounds.first);
    this.#begun = end < all.length;
    this.#first = Buffer.from(all.subarray(0, end));
    return all.subarray(end);
  }

  /**
   * Merges the chunks and drops the oldest bytes beyond the limit. The rest begins with a whole character.
   */
  #trim(): void {
    const whole = Buffer.concat(this.#chunks);
    const from = wholeFrom(whole, whole.length - this.#bounds.last);
    this.#leftOut += from;
    const kept = Buffer.from(whole.subarray(from));
    this.#chunks = [kept];
    this.#size = kept.length;
  }
}

/** Returns the first index, `at` or later, at which a UTF-8 character begins. */
function wholeFrom(bytes: Buffer, at: number): number {
  let from = Math.min(Math.max(0, at), bytes.length);
  while (from > 0 && from < bytes.length && ((bytes[from] ?? 0) & continuationMask) === continuation)
    from += 1;
  return from;
}
