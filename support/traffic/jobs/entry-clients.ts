import type { ClientName } from '../../exchange/exchange';
import type { Clues } from '../clients/clues';
import { keyOf } from '../clients/namer';

/** What each entry tells of its client, in a few bytes an entry: entries of a client mostly tell the same. */
export class EntryClients {
  readonly #kinds = new Map<string, number>();
  readonly #all: Clues[] = [];
  readonly #ofEntry: number[] = [];

  add(seq: number, clues: Clues): void {
    const text = JSON.stringify(clues);
    const known = this.#kinds.get(text) ?? this.#all.length;
    if (known === this.#all.length) {
      this.#kinds.set(text, known);
      this.#all.push(clues);
    }
    while (this.#ofEntry.length < seq) this.#ofEntry.push(0);
    this.#ofEntry[seq] = known;
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
    return { all, of: (seq) => ofKind[this.#ofEntry[seq] ?? 0] ?? 0 };
  }
}
