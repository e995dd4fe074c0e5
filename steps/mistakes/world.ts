import { World } from '@cucumber/cucumber';
import type { Obligation } from '../../support/obligations';
import { contractObligations } from '../../support/obligations';
import type { ExamplePair } from '../../support/scenarios/mistakes/slip';

/** What the steps of one mistake share. */
export class MistakeWorld extends World {
  #obligation: Obligation | undefined;
  #slip: ExamplePair | undefined;

  /** The one that the tags of its Rule name. Throws before they were read. */
  get obligation(): Obligation {
    if (this.#obligation === undefined) throw new Error('The Rule is tagged with no obligation');
    return this.#obligation;
  }

  set tags(names: readonly string[]) {
    const id = names.map((name) => name.slice(1)).find((name) => contractObligations.has(name));
    this.#obligation = id === undefined ? undefined : contractObligations.get(id);
  }

  /** The recording that is right, and the same with the mistake. Throws while there is none. */
  get slip(): ExamplePair {
    if (this.#slip === undefined) throw new Error('No recording yet: a Given step must make one first');
    return this.#slip;
  }

  set slip(slip: ExamplePair) {
    this.#slip = slip;
  }
}
