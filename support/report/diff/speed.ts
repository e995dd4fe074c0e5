import type { Observed } from './observed';

/** An operation that is answered much more slowly: noted, never judged. */
export interface Slower {
  /** As in `otp.verify, asked by the suite`. */
  readonly operation: string;
  readonly percentile: 50 | 95;
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Fewer samples say nothing. */
const fewest = 5;
const percentiles = [50, 95] as const;

/** What became more than twice as slow, and by more than 100 ms: less than that is the weather. */
export function compareSpeed(old: Observed, now: Observed): Slower[] {
  return [...old.durations].flatMap(([operation, before]) => {
    const after = now.durations.get(operation);
    if (after === undefined || before.count < fewest || after.count < fewest) return [];
    return percentiles.flatMap((percentile) => {
      const [from, to] = [before.percentile(percentile), after.percentile(percentile)];
      return to > 2 * from && to - from > 100 ? [{ operation, percentile, from, to }] : [];
    });
  });
}
