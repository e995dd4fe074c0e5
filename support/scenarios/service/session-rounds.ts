import type { Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { incompleteSessions, unusualHeaders, wrongCredentials } from './sessions';
import { staleSession } from './stale-timestamps';

/** The round in which a session request of that variant is sent. */
const rounds: Readonly<Record<string, (run: Run) => Promise<Exchange[]>>> = {
  'wrong-secret': wrongCredentials,
  'unknown-client': wrongCredentials,
  'stale-timestamp': staleSession,
  'without clientId': incompleteSessions,
  'without clientSecret': incompleteSessions,
  'without grantType': incompleteSessions,
  'grantType password': incompleteSessions,
  'future TIMESTAMP': unusualHeaders,
  'reused REQUEST-ID': unusualHeaders,
  'uppercase REQUEST-ID': unusualHeaders,
  'missing REQUEST-ID': unusualHeaders,
};

/** Sends the session requests among which that variant is, once in a run. Throws for a variant that none is sent of. */
export function sessionRound(run: Run, variant: string): Promise<Exchange[]> {
  const round = rounds[variant];
  if (round === undefined) throw new Error(`No session request is sent as: ${variant}`);
  return round(run);
}
