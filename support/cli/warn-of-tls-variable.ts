import { withoutTlsVariable } from '../run/tls-variable';
import type { Surroundings } from './surroundings';
import { complain } from './surroundings';

/**
 * Warns that the suite ignores NODE_TLS_REJECT_UNAUTHORIZED. For commands without a report that could show
 * the warning.
 */
export function warnOfTlsVariable(surroundings: Surroundings): void {
  for (const warning of withoutTlsVariable(surroundings.env)) complain(surroundings, `! ${warning}`);
}
