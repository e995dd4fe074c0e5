import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

const [longestMs, betweenMs] = [20_000, 10];

/**
 * Looks again and again until there is something, and gives it; fails after so long that a busy machine does not reach
 * it.
 */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
): Promise<Found> {
  const until = Date.now() + longestMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() >= until) assert.fail(`not after ${longestMs / 1000} s: ${what}`);
    await delay(betweenMs);
  }
}
