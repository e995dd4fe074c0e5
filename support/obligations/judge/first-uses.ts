import type { Spill } from './spill';
import type { Key, SpilledTable, Use } from './use-table';
import { UseTable, keyWords } from './use-table';

/**
 * Where each key was used first: exact, however many there are. A key is a digest of sixteen bytes, as Latin-1 text.
 * What `spill` has room for leaves the memory: tables are put there as they are, and a filter tells which keys they cannot
 * hold. What is concluded is the same.
 */
export class FirstUses {
  readonly #spill: Spill | undefined;
  readonly #table = new UseTable();
  readonly #spilled: SpilledTable[] = [];
  readonly #owner: number;
  readonly #key: Key = new Uint32Array(keyWords);
  #size = 0;

  constructor(spill?: Spill) {
    this.#spill = spill;
    this.#owner = spill?.owner() ?? 0;
  }

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
   * @param mark eight bytes to tell uses of the key apart, as Latin-1 text
   */
  earlier(key: string, seq: number, mark = ''): Use | undefined {
    for (let index = 0; index < keyWords; index += 1) this.#key[index] = wordAt(key, 4 * index);
    const known = this.#table.find(this.#key);
    if (known !== undefined) return known;
    const spilled = this.#findSpilled(this.#key);
    // One that is used again is used again soon: it is kept at hand.
    this.#add(spilled ?? { seq, mark: markOf(mark) });
    if (spilled === undefined) this.#size += 1;
    return spilled;
  }

  #findSpilled(key: Key): Use | undefined {
    if (this.#spill?.mayHold(this.#owner, key) !== true) return undefined;
    for (const table of this.#spilled) {
      const use = table.find(key);
      if (use !== undefined) return use;
    }
    return undefined;
  }

  #add(use: Use): void {
    const spill = this.#spill;
    if (spill?.isTooMuch(this.#table) === true) {
      this.#spilled.push(spill.putAway(this.#owner, this.#table));
      this.#table.clear();
    }
    this.#table.add(this.#key, use);
    spill?.hold();
  }
}

/** A mark as a use holds it. */
export const markOf = (mark: string): Use['mark'] => [wordAt(mark, 0), wordAt(mark, 4)];

export const isSameMark = (one: Use['mark'], other: Use['mark']): boolean =>
  one[0] === other[0] && one[1] === other[1];

function wordAt(text: string, at: number): number {
  const byte = (offset: number): number => text.charCodeAt(at + offset) & 0xff;
  return ((byte(0) << 24) | (byte(1) << 16) | (byte(2) << 8) | byte(3)) >>> 0;
}
