/** Numbers an entry takes: two of the key, one of the exchange. */
const width = 3;
const smallest = 1024;

/**
 * Where each key was seen first, in twelve bytes a key and no objects: a recording may hold millions. A key is eight
 * bytes, as Latin-1 text.
 */
export class FirstUses {
  #table = new Uint32Array(width * smallest);
  #capacity = smallest;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The `seq` of the exchange that brought the key first; where there is none, `seq` is taken as that. */
  firstOr(key: string, seq: number): number {
    if (this.#size >= this.#capacity * 0.75) this.#grow();
    const low = wordAt(key, 0);
    const high = wordAt(key, 4);
    const slot = this.#slotOf(low, high);
    const known = this.#table[slot + 2] ?? 0;
    if (known !== 0) return known;
    this.#table.set([low, high, seq], slot);
    this.#size += 1;
    return seq;
  }

  /** The slot of a key, or the free one where it belongs. Keys are digests, so their low bits are spread already. */
  #slotOf(low: number, high: number): number {
    let index = low & (this.#capacity - 1);
    for (;;) {
      const slot = index * width;
      const seq = this.#table[slot + 2];
      if (seq === 0 || (this.#table[slot] === low && this.#table[slot + 1] === high)) return slot;
      index = (index + 1) & (this.#capacity - 1);
    }
  }

  #grow(): void {
    const old = this.#table;
    this.#capacity *= 2;
    this.#table = new Uint32Array(width * this.#capacity);
    for (let at = 0; at < old.length; at += width) {
      const entry = old.subarray(at, at + width);
      if (entry[2] !== 0) this.#table.set(entry, this.#slotOf(entry[0] ?? 0, entry[1] ?? 0));
    }
  }
}

function wordAt(key: string, at: number): number {
  const byte = (offset: number): number => key.charCodeAt(at + offset) & 0xff;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}
