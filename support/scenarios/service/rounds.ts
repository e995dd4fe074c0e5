import { bearer, requestFor, timestamp } from '../../client/requests';
import { NotApplicableError, NotTestedError } from '../../contract/outcome';
import type { Asked, Exchange } from '../../exchange/exchange';
import type { Run } from '../../run/run';
import { ask } from './act';
import type { CertificateService } from './certificates';
import { certificateRound, requireService } from './certificates';
import { askWithToken } from './held-session';
import {
  incompleteSessions,
  rightSession,
  sessionRequest,
  unusualHeaders,
  wrongCredentials,
} from './sessions';

/** Why a round went without a mistake: what limits leave out is no gap where another row shows the obligation. */
export function whyUnsent({ target }: Run, round: readonly Exchange[], mistake: string): Error {
  if (target.environment === 'production')
    return new NotApplicableError('the environment is production: nothing wrong is sent there');
  const isShown = round.some(({ asked }) => asked?.part === 'negative');
  return isShown
    ? new NotApplicableError(`limits of the target leave it out: ${mistake}`)
    : new NotTestedError(`left out: ${mistake}`);
}

/** How much older than the reading's limit a stale TIMESTAMP is, in seconds: clocks may differ a little. */
const staleBy = 60;

/** The header of a request from the past. */
function stale(run: Run): { readonly TIMESTAMP: string } {
  return { TIMESTAMP: timestamp(-run.target.readings['stale-after'].seconds - staleBy) };
}

const negative = (round: string): Asked => ({ part: 'negative', round, variant: 'stale-timestamp' });

/** Sends one session request from the past, then one from now. */
export function staleSession(run: Run): Promise<Exchange[]> {
  return run.once('stale-timestamp/session', async () => {
    const round = 'stale-timestamp';
    const old = await ask(run, sessionRequest(run, stale(run)), negative(round));
    const twin = await ask(run, sessionRequest(run), rightSession(round));
    return [old.exchange, twin.exchange];
  });
}

/** Fetches the identity certificate by a request from the past, then by one from now. */
function staleCertificate(run: Run): Promise<Exchange[]> {
  requireService(run, 'identity');
  return run.once('stale-timestamp/certificate', async () => {
    const round = 'stale-timestamp/certificate';
    const fetch = (token: string, headers = {}) =>
      requestFor(run.target, 'certificate.identity', { headers: { ...bearer(token), ...headers } });
    const old = await askWithToken(run, (token) => fetch(token, stale(run)), negative(round));
    const twin = await askWithToken(run, fetch, { part: 'valid', round, variant: 'with-authorization' });
    return [...old, ...twin].map(({ exchange }) => exchange);
  });
}

/** The round in which a certificate is fetched with one mistake. */
export async function certificateRow(
  run: Run,
  service: CertificateService,
  variant: string,
): Promise<readonly Exchange[]> {
  if (variant === 'stale-timestamp') return staleCertificate(run);
  return (await certificateRound(run, service)).exchanges;
}

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
