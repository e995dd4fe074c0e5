import { EnvironmentError } from '../contract/outcome';
import type { Sender } from './sender';

/** Number of timeouts after which an origin counts as down for the rest of the run. */
const strikes = 2;

/**
 * Wraps a sender so that it stops sending to an origin that has timed out twice. A dead service then costs
 * seconds, not minutes. The wrapped `send` throws an EnvironmentError for such an origin.
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
      // Ignore timeouts of reachability checks. If they counted, fewer test requests would be sent before the
      // origin counts as down.
      const isLook = request.asked?.round === 'reachability';
      if (sent.exchange.failure?.code === 'ETIMEDOUT' && !isLook)
        timeouts.set(origin, (timeouts.get(origin) ?? 0) + 1);
      return sent;
    },
  };
}
