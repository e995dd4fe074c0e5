import { withoutTlsVariable } from '../run/tls-variable';
import type { Surroundings } from './surroundings';
import { complain } from './surroundings';

/**
 * Prints a warning that NODE_TLS_REJECT_UNAUTHORIZED has no effect. For commands whose report cannot show
 * the warning.
 */
export function warnOfTlsVariable(surroundings: Surroundings): void {
  for (const warning of withoutTlsVariable(surroundings.env)) complain(surroundings, `! ${warning}`);
}
