/**
 * Says whether the next scenario of a run may begin: its time bounds it, and a program that watches it can hold it up
 * or stop it. The scenario that runs goes on to its own end. What is left is told: a run that left something is
 * incomplete.
 */
export class Budget {
  readonly #stop = new AbortController();
  #whySpent: () => string | undefined = () => undefined;
  #held: PromiseWithResolvers<undefined> | undefined;
  #reason = '';
  #left = 0;

  /**
   * Bounds the time of the run, from now on.
   * @param now milliseconds that only ever grow: a clock that is corrected during the run neither ends nor prolongs it
   */
  begin(milliseconds: number, now: () => number = () => performance.now()): void {
    const startedAt = now();
    this.#whySpent = () =>
      now() - startedAt < milliseconds ? undefined : `the time budget of ${tell(milliseconds)} was spent`;
  }

  /** How many scenarios were left. */
  get left(): number {
    return this.#left;
  }

  /** Why the first of them was, as in `the time budget of 20 min was spent`. */
  get reason(): string {
    return this.#reason;
  }

  /** Aborts once the run is stopped: what is waited for is given up soon. */
  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Holds the run before its next scenario. */
  pause(): void {
    if (!this.stopped.aborted) this.#held ??= Promise.withResolvers<undefined>();
  }

  /** Lets a run go on that is held. */
  resume(): void {
    this.#held?.resolve(undefined);
    this.#held = undefined;
  }

  /**
   * No scenario begins any more; the one that runs goes on to its end, but waits for nothing that does not come soon.
   */
  stop(): void {
    this.#stop.abort();
    this.resume();
  }

  /** Why a scenario that is about to begin is left; `undefined` where it may begin. */
  async leave(): Promise<string | undefined> {
    await this.#held?.promise;
    const reason = this.stopped.aborted ? 'the run was stopped' : this.#whySpent();
    if (reason === undefined) return undefined;
    if (this.#left === 0) this.#reason = reason;
    this.#left += 1;
    return reason;
  }
}

function tell(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
