import type { Obligation } from './judge/home';

/** The obligations that a run knows: those of the contract, or those and one more in a test. */
export class Catalogue {
  readonly all: readonly Obligation[];
  readonly #byId: ReadonlyMap<string, Obligation>;

  constructor(all: readonly Obligation[]) {
    this.all = all;
    this.#byId = new Map(all.map((each) => [each.id, each]));
  }

  /** The obligation that a tag, a file or a command line names, in upper or lower case. */
  find(text: string): Obligation | undefined {
    return this.#byId.get(text.toUpperCase());
  }

  has(text: string): boolean {
    return this.#byId.has(text);
  }

  /** Throws a `RangeError` for a text that no obligation has as its id. */
  get(id: string): Obligation {
    const found = this.#byId.get(id);
    if (found === undefined) throw new RangeError(`No obligation has the id ${id}`);
    return found;
  }

  /** Those that are judged; the others are declared by the target. */
  get judged(): readonly Obligation[] {
    return this.all.filter(({ judge }) => judge !== undefined);
  }
}
