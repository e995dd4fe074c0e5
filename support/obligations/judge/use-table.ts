/** Numbers of an entry: four of the key, one of the exchange, two of the mark. */
const width = 7;
const entryBytes = 4 * width;
const seqAt = 4;

/** Numbers of a key. */
export const keyWords = 4;

/** How full a table may be. */
export const fill = 0.75;

/** Where a key was used first, and the mark that was put on that use. */
export interface Use {
  readonly seq: number;
  readonly mark: readonly [number, number];
}

/** A key in numbers. Keys are digests, so their bits are spread already. */
export type Key = Uint32Array;

const smallest = 64;

/** First uses by key, in 28 bytes a slot and no objects. */
export class UseTable {
  #slots = new Uint32Array(width * smallest);
  #capacity = smallest;
  size = 0;

  find(key: Key): Use | undefined {
    const at = this.#placeOf(key);
    return this.#slots[at + seqAt] === 0 ? undefined : useAt(this.#slots, at);
  }

  /** Adds a key that is not there yet. */
  add(key: Key, { seq, mark }: Use): void {
    if (this.size >= this.#capacity * fill) this.#grow();
    const at = this.#placeOf(key);
    this.#slots.set(key, at);
    this.#slots.set([seq, ...mark], at + seqAt);
    this.size += 1;
  }

  /** All of it, as `SpilledTable` reads it. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#slots.buffer);
  }

  /** Tells each key, in an array that the next one takes. */
  *keys(): Generator<Key> {
    const key = new Uint32Array(keyWords);
    for (let at = 0; at < this.#slots.length; at += width) {
      if (this.#slots[at + seqAt] === 0) continue;
      copyKey(this.#slots, at, key);
      yield key;
    }
  }

  clear(): void {
    this.#capacity = smallest;
    this.#slots = new Uint32Array(width * smallest);
    this.size = 0;
  }

  /** Where a key stands, or belongs. */
  #placeOf(key: Key): number {
    const slots = this.#slots;
    for (let slot = slotOf(key, this.#capacity); ; slot = (slot + 1) % this.#capacity) {
      const at = slot * width;
      if (slots[at + seqAt] === 0 || isAt(slots, at, key)) return at;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(width * this.#capacity);
    const key = new Uint32Array(keyWords);
    for (let at = 0; at < old.length; at += width) {
      if (old[at + seqAt] === 0) continue;
      copyKey(old, at, key);
      const to = this.#placeOf(key);
      for (let index = 0; index < width; index += 1) this.#slots[to + index] = old[at + index] ?? 0;
    }
  }
}

function copyKey(slots: Uint32Array, at: number, key: Key): void {
  for (let index = 0; index < keyWords; index += 1) key[index] = slots[at + index] ?? 0;
}

/** How many slots are read at once: a search mostly ends within them. */
const window = 64;

/** A table that was put away as it stood: a key is found where it stood in memory. */
export class SpilledTable {
  readonly #capacity: number;
  readonly #read: (at: number, into: Uint8Array) => void;

  constructor(bytes: number, read: (at: number, into: Uint8Array) => void) {
    this.#capacity = bytes / entryBytes;
    this.#read = read;
  }

  find(key: Key): Use | undefined {
    for (let slot = slotOf(key, this.#capacity); ; slot = 0) {
      while (slot < this.#capacity) {
        const slots = new Uint32Array(width * Math.min(window, this.#capacity - slot));
        this.#read(slot * entryBytes, new Uint8Array(slots.buffer));
        for (let at = 0; at < slots.length; at += width) {
          if (slots[at + seqAt] === 0) return undefined;
          if (isAt(slots, at, key)) return useAt(slots, at);
        }
        slot += slots.length / width;
      }
    }
  }
}

const slotOf = ([low = 0]: Key, capacity: number): number => low & (capacity - 1);

function isAt(slots: Uint32Array, at: number, key: Key): boolean {
  for (let index = 0; index < keyWords; index += 1) if (slots[at + index] !== key[index]) return false;
  return true;
}

function useAt(slots: Uint32Array, at: number): Use {
  const [seq = 0, one = 0, other = 0] = slots.subarray(at + seqAt, at + width);
  return { seq, mark: [one, other] };
}
