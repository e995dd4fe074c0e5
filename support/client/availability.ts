import { EnvironmentError } from '../contract/outcome';
import type { Sender } from './sender';

/** An address that timed out this often counts as down for the rest of the run. */
const strikes = 2;

/** A sender that stops asking an address that timed out twice, so that a dead service costs seconds, not minutes. */
export function sparingTheDown(sender: Sender): Sender {
  const timeouts = new Map<string, number>();
  return {
    async send(request) {
      const { origin } = new URL(request.url);
      if ((timeouts.get(origin) ?? 0) >= strikes)
        throw new EnvironmentError(
          `${origin} timed out ${strikes} times and counts as down for the rest of the run`,
        );
      const sent = await sender.send(request);
      // A check whether the address answers is not counted: it would replace the request that is to be judged.
      const isLook = request.asked?.round === 'reachability';
      if (sent.exchange.failure?.code === 'ETIMEDOUT' && !isLook)
        timeouts.set(origin, (timeouts.get(origin) ?? 0) + 1);
      return sent;
    },
  };
}
