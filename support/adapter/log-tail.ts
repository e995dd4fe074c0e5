import { StringDecoder } from 'node:string_decoder';

const continuation = 0b1000_0000;
const continuationMask = 0b1100_0000;

/** Keeps the end of what a program logs. */
export class LogTail {
  readonly #maxBytes: number;
  readonly #listener: ((text: string) => void) | undefined;
  readonly #decoder = new StringDecoder('utf8');
  #chunks: Buffer[] = [];
  #size = 0;

  /** `listener` gets all of the text, in pieces as they come: one may end in the middle of a word. */
  constructor(maxBytes: number, listener?: (text: string) => void) {
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Only now and then, for a program may log byte by byte.
    if (this.#size > 2 * this.#maxBytes) this.#trim();
    this.#listener?.(this.#decoder.write(chunk));
  }

  toString(): string {
    this.#trim();
    return this.#chunks.map((chunk) => chunk.toString('utf8')).join('');
  }

  /** Leaves one chunk that begins with a whole character. */
  #trim(): void {
    const whole = Buffer.concat(this.#chunks);
    let from = Math.max(0, whole.length - this.#maxBytes);
    while (from > 0 && from < whole.length && ((whole[from] ?? 0) & continuationMask) === continuation)
      from += 1;
    const kept = Buffer.from(whole.subarray(from));
    this.#chunks = [kept];
    this.#size = kept.length;
  }
}
