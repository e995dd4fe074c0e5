import type { Passed } from '../passed';
import { frameOf } from './frame';

/** So much goes over at once, unless one exchange alone has more. */
const batchBytes = 64 * 1024;
/** What came goes over after so many milliseconds, however little it is. */
const heldMs = 10;

/** Puts what went through into batches, and sends each as bytes that belong to the receiver from then on. */
export class Batches {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void;
  #buffer: Buffer<ArrayBuffer> | undefined;
  #used = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#send = send;
  }

  /** Gives how many bytes it takes. */
  add(front: number, passed: Passed): number {
    const frame = frameOf(front, passed);
    if (this.#buffer !== undefined && this.#used + frame.bytes > this.#buffer.length) this.flush();
    // A part of the pool could not be given away.
    this.#buffer ??= Buffer.allocUnsafeSlow(Math.max(batchBytes, frame.bytes));
    frame.writeTo(this.#buffer, this.#used);
    this.#used += frame.bytes;
    if (this.#used >= this.#buffer.length) this.flush();
    else
      this.#timer ??= setTimeout(() => {
        this.flush();
      }, heldMs);
    return frame.bytes;
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#buffer === undefined) return;
    const bytes = new Uint8Array(this.#buffer.buffer, 0, this.#used);
    this.#buffer = undefined;
    this.#used = 0;
    this.#send(bytes);
  }
}
