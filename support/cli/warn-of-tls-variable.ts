import { removeTlsVariable } from '../run/tls-variable';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/**
 * Warns that the suite ignores NODE_TLS_REJECT_UNAUTHORIZED. For commands without a report that could show
 * the warning.
 */
export function warnOfTlsVariable(surroundings: Surroundings): void {
  for (const warning of removeTlsVariable(surroundings.env)) printErrorLine(surroundings, `! ${warning}`);
}
