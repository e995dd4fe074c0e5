import { KeyFilter } from './key-filter';
import { SpilledTable } from './use-table';
import type { Key, UseTable } from './use-table';

/** Takes bytes that have no room in memory, and reads them again. What the rules run in gives one. */
export interface SpillStore {
  /** Keeps the bytes, and tells where they begin. */
  append(bytes: Uint8Array): number;
  /** Fills the buffer with what stands there. */
  read(at: number, into: Uint8Array): void;
}

/** Smaller tables stay in memory: each costs a search. */
const leastPutAway = 256;

/**
 * Where the rules put keys that have no room in memory; all that judge in one process share it. What they conclude is
 * the same.
 */
export class Spill {
  readonly #store: SpillStore;
  readonly #keysInMemory: number;
  readonly #least: number;
  #held = 0;
  #owners = 0;
  #filter: KeyFilter | undefined;

  /** @param keysInMemory how many keys the rules keep in memory, all of them together */
  constructor(store: SpillStore, keysInMemory: number, least = leastPutAway) {
    this.#store = store;
    this.#keysInMemory = keysInMemory;
    this.#least = least;
  }

  /** A number for one that keeps keys here. */
  owner(): number {
    return (this.#owners += 1);
  }

  /** Counts a key that is kept in memory. */
  hold(): void {
    this.#held += 1;
  }

  /** Whether a table has to make room. */
  isTooMuch({ size }: UseTable): boolean {
    return this.#held >= this.#keysInMemory && size >= this.#least;
  }

  /** Whether an owner may have put a key away. */
  mayHold(owner: number, key: Key): boolean {
    return this.#filter?.mayHold(owner, key) === true;
  }

  putAway(owner: number, table: UseTable): SpilledTable {
    const { bytes } = table;
    const start = this.#store.append(bytes);
    this.#filter ??= new KeyFilter();
    for (const key of table.keys()) this.#filter.add(owner, key);
    this.#held -= table.size;
    return new SpilledTable(bytes.length, (at, into) => {
      this.#store.read(start + at, into);
    });
  }
}
