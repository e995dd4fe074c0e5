import type { Exchange } from '../../exchange/exchange';

/** Clocks further apart than this make a current TIMESTAMP look stale or early; the Date header is good to 1 s. */
export const skewLimitMs = 60_000;

/** Whether the clocks of both sides are too far apart for a TIMESTAMP to be right on the other. */
export function isClockOff({ facts }: Exchange): boolean {
  return Math.abs(facts.clockSkewMs ?? 0) > skewLimitMs;
}
