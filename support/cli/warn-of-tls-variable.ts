import { removeTlsVariable } from '../run/tls-variable';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/**
 * Removes NODE_TLS_REJECT_UNAUTHORIZED=0 from the environment and prints a warning that the suite ignores it.
 * Used by commands that do not show this warning in a report.
 */
export function warnOfTlsVariable(surroundings: Surroundings): void {
  for (const warning of removeTlsVariable(surroundings.env)) printErrorLine(surroundings, `! ${warning}`);
}
