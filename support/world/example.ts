import type { Obligation } from '../obligations';
import type { Judged, Slip } from '../scenarios/examples/slip';

/** The example that a scenario with the tag `@judge` is about, and what the judges made of it. */
export class Example {
  #slip: Slip | undefined;
  #judged: readonly (readonly [Obligation, Judged])[] = [];

  /** Throws while there is none. */
  get slip(): Slip {
    if (this.#slip === undefined) throw new Error('No recording yet: a Given step must make one first');
    return this.#slip;
  }

  set slip(slip: Slip) {
    this.#slip = slip;
  }

  /** Throws before the judges were asked. */
  get judged(): readonly (readonly [Obligation, Judged])[] {
    if (this.#judged.length === 0) throw new Error('Not judged yet: a When step must run first');
    return this.#judged;
  }

  set judged(judged: readonly (readonly [Obligation, Judged])[]) {
    this.#judged = judged;
  }
}
