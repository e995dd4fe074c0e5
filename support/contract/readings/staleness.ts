import type { ReadingValues } from './values';

/** The part of the readings that concerns the age of a TIMESTAMP (clause 5.2). */
type Staleness = Pick<ReadingValues, 'stale-after'>;

/** The suite's own bound for a current TIMESTAMP, in seconds. The document states none. */
const currentBound = 300;

/** An age in seconds at which no reader of clause 5.2 calls a TIMESTAMP current: a day. */
const staleBound = 86_400;

/**
 * Returns how many seconds a TIMESTAMP may differ from the clock and still count as current: the limit that the target
 * sets, or the suite's own bound.
 */
export function currentWithinSeconds({ 'stale-after': { seconds } }: Staleness): number {
  return seconds ?? currentBound;
}

/**
 * Returns the age in seconds beyond which a service must refuse a TIMESTAMP: the limit that the target sets, or a day.
 */
export function staleBeyondSeconds({ 'stale-after': { seconds } }: Staleness): number {
  return seconds ?? staleBound;
}
