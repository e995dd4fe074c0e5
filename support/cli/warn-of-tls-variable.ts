import { withoutTlsVariable } from '../run/tls-variable';
import type { Surroundings } from './surroundings';
import { complain } from './surroundings';

/** Says that NODE_TLS_REJECT_UNAUTHORIZED has no effect, for a command without a report in which to say it. */
export function warnOfTlsVariable(surroundings: Surroundings): void {
  for (const warning of withoutTlsVariable(surroundings.env)) complain(surroundings, `! ${warning}`);
}
