import { EnvironmentError } from '../contract/outcome';
import type { Sender } from './sender';

/** Number of timeouts after which an origin counts as down for the rest of the run. */
const strikes = 2;

/**
 * Wraps a sender so that it stops sending to an origin that has timed out twice: `send` then throws an
 * EnvironmentError. A dead service therefore delays the run by seconds, not minutes.
 */
export function withCircuitBreaker(sender: Sender): Sender {
  const timeouts = new Map<string, number>();
  return {
    async send(request) {
      const { origin } = new URL(request.url);
      if ((timeouts.get(origin) ?? 0) >= strikes)
        throw new EnvironmentError(
          `${origin} timed out ${strikes} times and counts as down for the rest of the run`,
        );
      const sent = await sender.send(request);
      // Do not count timeouts of reachability checks. Otherwise, the origin would count as down after fewer
      // test requests.
      const isLook = request.asked?.round === 'reachability';
      if (sent.exchange.failure?.code === 'ETIMEDOUT' && !isLook)
        timeouts.set(origin, (timeouts.get(origin) ?? 0) + 1);
      return sent;
    },
  };
}
