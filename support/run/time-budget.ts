import type { Allowance } from './allowance';

/** Bounds a run: once it is spent no scenario begins, and the one that runs goes on to its own end. */
export class TimeBudget implements Allowance {
  readonly #milliseconds: number;
  readonly #now: () => number;
  readonly #startedAt: number;
  #left = 0;

  /** @param now milliseconds that only ever grow: a clock that is corrected during the run neither ends nor prolongs a run */
  constructor(milliseconds: number, now: () => number = () => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#now = now;
    this.#startedAt = now();
  }

  /** How many scenarios were left because time ran out. */
  get left(): number {
    return this.#left;
  }

  /** `the time budget of 20 min was spent` */
  get reason(): string {
    return `the time budget of ${tell(this.#milliseconds)} was spent`;
  }

  /** Why a scenario that is about to begin is left; `undefined` while there is time for it. */
  leave(): string | undefined {
    if (this.#now() - this.#startedAt < this.#milliseconds) return undefined;
    this.#left += 1;
    return this.reason;
  }
}

function tell(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
