import { NamelessFile } from '../spill-file';

/** How many are held in memory, in 1 MiB. */
const heldAtMost = 1 << 18;

/**
 * Numbers that are kept in their order, and then asked for in it. Beyond the first ones they stand in a file without a
 * name: what is held in memory does not grow with them.
 */
export class KeptNumbers implements Disposable {
  readonly #file: NamelessFile;
  readonly #held: Uint32Array<ArrayBuffer>;
  /** Of which number on they are held, and whether the file has them. */
  #from = 0;
  #isWritten = false;
  #count = 0;

  constructor(folder: string, most = heldAtMost) {
    this.#file = new NamelessFile(folder);
    this.#held = new Uint32Array(most);
  }

  get count(): number {
    return this.#count;
  }

  add(number: number): void {
    if (this.#count === this.#from + this.#held.length) {
      this.#write();
      [this.#from, this.#isWritten] = [this.#count, false];
    }
    this.#held[this.#count - this.#from] = number;
    this.#count += 1;
  }

  /** Of what was never added, 0. */
  at(index: number): number {
    if (index >= this.#count) return 0;
    const from = index - (index % this.#held.length);
    if (from !== this.#from) {
      this.#write();
      this.#file.read(from * this.#held.BYTES_PER_ELEMENT, this.#bytes);
      this.#from = from;
    }
    return this.#held[index - from] ?? 0;
  }

  [Symbol.dispose](): void {
    this.#file.close();
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#held.buffer);
  }

  #write(): void {
    if (!this.#isWritten) this.#file.append(this.#bytes);
    this.#isWritten = true;
  }
}
