import type { Evidence } from '../exchange/evidence';
import { isWritable } from '../exchange/evidence';

/** How much was seen of a client, and when. */
export interface SeenClient {
  readonly exchanges: number;
  /** The least of their numbers; absent where there are none. */
  readonly firstExchange?: number;
  /** Epoch milliseconds; absent where none of them has a time that can be written down. */
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** Adds up what is seen; in whatever order it comes, it adds up to the same. */
export class SeenSoFar {
  #exchanges = 0;
  #firstExchange = Infinity;
  #firstAt = Infinity;
  #lastAt = -Infinity;

  add({ seq, arrivedAt }: Evidence): void {
    this.#exchanges += 1;
    if (seq < this.#firstExchange) this.#firstExchange = seq;
    if (!isWritable(arrivedAt)) return;
    if (arrivedAt < this.#firstAt) this.#firstAt = arrivedAt;
    if (arrivedAt > this.#lastAt) this.#lastAt = arrivedAt;
  }

  get all(): SeenClient {
    return {
      exchanges: this.#exchanges,
      ...(this.#exchanges > 0 && { firstExchange: this.#firstExchange }),
      ...(this.#firstAt <= this.#lastAt && { firstAt: this.#firstAt, lastAt: this.#lastAt }),
    };
  }
}
