/** Limits the rate of requests: `wait()` resolves when the next request may be sent. */
export interface RateLimiter {
  wait(): Promise<void>;
}

export const unlimitedRate: RateLimiter = { wait: () => Promise.resolve() };

/**
 * Creates a rate limiter (token bucket) that allows a burst of `perMinute` requests and then that many per
 * minute.
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  let tokens = perMinute;
  let filledAt = now();
  return {
    async wait() {
      tokens = Math.min(perMinute, tokens + ((now() - filledAt) * perMinute) / 60_000);
      filledAt = now();
      tokens -= 1;
      if (tokens >= 0) return;
      const delayMs = (-tokens * 60_000) / perMinute;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    },
  };
}
