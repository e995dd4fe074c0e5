import { withoutTlsVariable } from '../run/tls-variable';
import { complain } from './print';

/** Says that NODE_TLS_REJECT_UNAUTHORIZED has no effect, for a command without a report in which to say it. */
export function warnOfTlsVariable(): void {
  for (const warning of withoutTlsVariable()) complain(`! ${warning}`);
}
