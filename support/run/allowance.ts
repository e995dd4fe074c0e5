/** Says whether the next scenario may begin. What it leaves is told: a run that left something is incomplete. */
export interface Allowance {
  /** How many scenarios were left. */
  readonly left: number;
  /** Why, as in `the time budget of 20 min was spent`. */
  readonly reason: string;
  /** Why a scenario that is about to begin is left; `undefined` where it may begin. */
  leave(): Promise<string | undefined> | string | undefined;
  /** Aborts once the run is stopped: what is waited for is given up soon. */
  readonly stopped?: AbortSignal;
}

/** An allowance for a program that watches the run: it can be held up for a while, and stopped. */
export class Halt implements Allowance {
  readonly reason = 'the run was stopped';
  #within: Allowance | undefined;
  #left = 0;
  readonly #stop = new AbortController();
  #held: PromiseWithResolvers<undefined> | undefined;

  /** What bounds the run besides, as a time budget does. */
  within(budget: Allowance | undefined): this {
    this.#within = budget;
    return this;
  }

  get left(): number {
    return this.#left + (this.#within?.left ?? 0);
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Holds the run before its next scenario. */
  pause(): void {
    if (!this.#stop.signal.aborted) this.#held ??= Promise.withResolvers<undefined>();
  }

  /** Lets a run go on that is held. */
  resume(): void {
    this.#held?.resolve(undefined);
    this.#held = undefined;
  }

  /** No scenario begins any more; the one that runs goes on to its end, but waits for nothing that does not come soon. */
  stop(): void {
    this.#stop.abort();
    this.resume();
  }

  async leave(): Promise<string | undefined> {
    await this.#held?.promise;
    if (!this.#stop.signal.aborted) return this.#within?.leave();
    this.#left += 1;
    return this.reason;
  }
}
