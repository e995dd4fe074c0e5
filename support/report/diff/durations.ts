/** Durations are told apart to the millisecond below this, and to three digits above. */
const exactBelowMs = 1000;

/** Counts durations in milliseconds; its size depends on how different they are, not on how many. */
export class Durations {
  readonly #counts = new Map<number, number>();
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** A clock that was set back makes a duration negative: it counts as none. */
  add(ms: number): void {
    if (!Number.isFinite(ms)) return;
    const kept = Math.max(0, ms < exactBelowMs ? Math.round(ms) : Number(ms.toPrecision(3)));
    this.#counts.set(kept, (this.#counts.get(kept) ?? 0) + 1);
    this.#total += 1;
  }

  /** The least duration that so many of a hundred do not exceed (nearest rank); 0 where there is none. */
  percentile(percent: number): number {
    const rank = Math.ceil((percent / 100) * this.#total);
    let seen = 0;
    for (const [ms, count] of [...this.#counts].sort(([one], [other]) => one - other)) {
      seen += count;
      if (seen >= rank) return ms;
    }
    return 0;
  }
}
