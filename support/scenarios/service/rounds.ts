import { bearerHeader, buildRequest, timestampWithOffset } from '../../client/requests';
import { NotTestedError } from '../../contract/outcome';
import { staleBeyondSeconds } from '../../contract/readings/staleness';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { leftOutInProduction, notTestedError } from '../../exchange/reason';
import type { Run } from '../../run/run';
import { sendForRound } from './act';
import type { CertificateService } from './certificates';
import { runCertificateRound, requireService } from './certificates';
import { sendWithToken } from './held-session';
import {
  sendIncompleteSessions,
  rightSession,
  sessionRequest,
  sendUnusualHeaders,
  sendWrongCredentials,
} from './sessions';

/** Why a round went without a mistake: what limits leave out is no gap where another row shows the obligation. */
export function mistakeNotSentError({ target }: Run, round: readonly Exchange[], mistake: string): Error {
  if (target.environment === 'production')
    return notTestedError(leftOutInProduction('nothing wrong is sent there'));
  const isShown = round.some(({ asked }) => asked?.part === 'negative');
  if (!isShown && target.limits.probes !== 'gentle')
    return new NotTestedError('not-exercised', `not sent: ${mistake}`);
  const by = target.limits.probes === 'gentle' ? 'limits.probes: gentle' : 'limits';
  return new NotTestedError('left-out', `limits of the target leave it out: ${mistake}`, { by });
}

/** Number of seconds by which a stale TIMESTAMP exceeds the limit: clocks may differ a little. */
const staleBy = 60;

/** The header of a request from the past. */
function stale(run: Run): { readonly TIMESTAMP: string } {
  return { TIMESTAMP: timestampWithOffset(-staleBeyondSeconds(run.target.readings) - staleBy) };
}

const negative = (round: string): RequestPurpose => ({ part: 'negative', round, variant: 'stale-timestamp' });

/** Sends one session request from the past, then one from now. */
export function staleSession(run: Run): Promise<Exchange[]> {
  return run.once('stale-timestamp/session', async () => {
    const round = 'stale-timestamp';
    const old = await sendForRound(run, sessionRequest(run, stale(run)), negative(round));
    const twin = await sendForRound(run, sessionRequest(run), rightSession(round));
    return [old.exchange, twin.exchange];
  });
}

/** Fetches the identity certificate by a request from the past, then by one from now. */
function staleCertificate(run: Run): Promise<Exchange[]> {
  requireService(run, 'identity');
  return run.once('stale-timestamp/certificate', async () => {
    const round = 'stale-timestamp/certificate';
    const fetch = (token: string, headers = {}) =>
      buildRequest(run.target, 'certificate.identity', { headers: { ...bearerHeader(token), ...headers } });
    const old = await sendWithToken(run, (token) => fetch(token, stale(run)), negative(round));
    const twin = await sendWithToken(run, fetch, { part: 'valid', round, variant: 'with-authorization' });
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
  return (await runCertificateRound(run, service)).exchanges;
}

/** The round in which a session request of that variant is sent. */
const rounds: Readonly<Record<string, (run: Run) => Promise<Exchange[]>>> = {
  'wrong-secret': sendWrongCredentials,
  'unknown-client': sendWrongCredentials,
  'stale-timestamp': staleSession,
  'without clientId': sendIncompleteSessions,
  'without clientSecret': sendIncompleteSessions,
  'without grantType': sendIncompleteSessions,
  'grantType password': sendIncompleteSessions,
  'future TIMESTAMP': sendUnusualHeaders,
  'TIMESTAMP of ten minutes ago': sendUnusualHeaders,
  'reused REQUEST-ID': sendUnusualHeaders,
  'uppercase REQUEST-ID': sendUnusualHeaders,
  'missing REQUEST-ID': sendUnusualHeaders,
};

/** Sends the session requests among which that variant is, once in a run. Throws for a variant that none is sent of. */
export function sessionRound(run: Run, variant: string): Promise<Exchange[]> {
  const round = rounds[variant];
  if (round === undefined) throw new Error(`No session request is sent as: ${variant}`);
  return round(run);
}
