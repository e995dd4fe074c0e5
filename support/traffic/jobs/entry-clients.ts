import type { ClientName } from '../../exchange/exchange';
import type { Clues } from '../clients/clues';
import { keyOf } from '../clients/namer';
import { KeptNumbers } from './kept-numbers';

/** What each entry tells of its client, in four bytes an entry, on disk beyond a bound: entries of a client mostly tell the same. */
export class EntryClients implements Disposable {
  readonly #kinds = new Map<string, number>();
  readonly #all: Clues[] = [];
  readonly #ofEntry: KeptNumbers;

  constructor(folder: string) {
    this.#ofEntry = new KeptNumbers(folder);
  }

  add(seq: number, clues: Clues): void {
    const text = JSON.stringify(clues);
    const known = this.#kinds.get(text) ?? this.#all.length;
    if (known === this.#all.length) {
      this.#kinds.set(text, known);
      this.#all.push(clues);
    }
    while (this.#ofEntry.count < seq) this.#ofEntry.add(0);
    this.#ofEntry.add(known);
  }

  /** The client of each entry, as a number among the names of all. */
  named(nameOf: (clues: Clues) => ClientName): {
    readonly all: readonly ClientName[];
    readonly of: (seq: number) => number;
  } {
    const numbers = new Map<string, number>();
    const all: ClientName[] = [];
    const ofKind = this.#all.map((clues) => {
      const name = nameOf(clues);
      const known = numbers.get(keyOf(name)) ?? all.push(name) - 1;
      numbers.set(keyOf(name), known);
      return known;
    });
    return { all, of: (seq) => ofKind[this.#ofEntry.at(seq)] ?? 0 };
  }

  [Symbol.dispose](): void {
    this.#ofEntry[Symbol.dispose]();
  }
}
