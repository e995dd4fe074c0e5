import { rounds } from '../../exchange/rounds';
import { randomUUID } from 'node:crypto';
import { buildRequest, timestampWithOffset } from '../../client/requests';
import type { Headers } from '../../client/requests';
import type { OutgoingRequest, SentRequest } from '../../client/sender';
import { constants } from '../../contract/constants';
import { EnvironmentError } from '../../contract/outcome';
import { currentWithinSeconds } from '../../contract/readings/staleness';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { isUnredacted } from '../../exchange/read-form';
import { notTestedError } from '../../exchange/reason';
import { noFailedLogins } from '../../obligations/session/refusals';
import type { Run } from '../../run/run';
import { sendForRound } from './act';

interface SessionBody {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly grantType?: string;
}

/**
 * Returns the purpose of a session request with the right credentials. It is the `valid` request of its
 * round: the round's wrong requests are judged only if the service accepted this one.
 */
export const rightSession = (round: string): RequestPurpose => ({
  part: 'valid',
  round,
  variant: 'right-credentials',
});

function credentials(run: Run): { clientId: string; clientSecret: string } {
  const { credentials: given } = run.target;
  if (given === undefined)
    throw new EnvironmentError(
      'the target gives no credentials: set credentials.clientId and credentials.clientSecret',
    );
  return given;
}

function sessionBody(run: Run): SessionBody {
  return { ...credentials(run), grantType: constants.grantType };
}

/** Builds a session request with the right credentials. */
export function sessionRequest(run: Run, headers: Headers = {}): OutgoingRequest {
  return buildRequest(run.target, 'session.create', { body: sessionBody(run), headers });
}

function askSession(
  run: Run,
  asked: RequestPurpose,
  body: SessionBody,
  headers: Headers = {},
): Promise<SentRequest> {
  return sendForRound(run, buildRequest(run.target, 'session.create', { body, headers }), asked);
}

/**
 * Creates the first session of the run; further calls return that session. Returns the request with its
 * answer, even if the service refused it.
 */
export function createFirstSession(run: Run): Promise<SentRequest> {
  return run.once('session', () => createSessionInRound(run, 'session'));
}

/** Creates a session with the right credentials, as the `valid` request of a round of requests. */
export function createSessionInRound(run: Run, round: string): Promise<SentRequest> {
  return askSession(run, rightSession(round), sessionBody(run));
}

/** Returns advice for the user after the gateway refused the right credentials. */
export function refusalHint(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  const skew = Math.abs(exchange.facts.clockSkewMs ?? 0) / 1000;
  if (skew > 60) return `This machine's clock is ${Math.round(skew)} s off the gateway's: synchronise it`;
  if (status === 404 || status === 405)
    return 'Is services.gateway the base address, without a path of its own?';
  if (status === 429) return 'Lower limits.requestsPerMinute';
  if (status >= 300 && status < 400)
    return `Set services.gateway to where it redirects: ${redirectIn(exchange)}`;
  return 'Check credentials.clientId and credentials.clientSecret: were they rotated?';
}

/**
 * Returns the address of a redirect. If the recording redacted the address, refers to the Location header
 * instead, because the user cannot use a redacted address.
 */
function redirectIn({ response }: Exchange): string {
  const location = headerValue(response?.headers ?? [], 'location');
  if (location === undefined) return 'unknown';
  return isUnredacted(location) ? location : `its header Location tells (${location})`;
}

/**
 * Sends session requests with wrong credentials, then one with the right credentials. If the service accepts
 * the last request, the credentials were the reason for refusing the others. Tries a wrong secret only if
 * `limits.probes` is `full`, because it may lock the account.
 */
export function sendWrongCredentials(run: Run): Promise<Exchange[]> {
  return run.once('wrong-credentials', async () => {
    const body = sessionBody(run);
    const negative = (variant: string): RequestPurpose => ({
      part: 'negative',
      round: 'wrong-credentials',
      variant,
    });
    const sent: SentRequest[] = [];
    if (run.target.limits.probes === 'full')
      sent.push(await askSession(run, negative('wrong-secret'), { ...body, clientSecret: randomUUID() }));
    const invented = { ...body, clientId: `unknown-${randomUUID()}`, clientSecret: randomUUID() };
    sent.push(await askSession(run, negative('unknown-client'), invented));
    sent.push(await askSession(run, rightSession('wrong-credentials'), body));
    return sent.map(({ exchange }) => exchange);
  });
}

/**
 * Sends incomplete session requests and one with another grant type. The document does not define the
 * answers. Throws NotTestedError if `limits.probes` is `gentle`.
 */
export function sendIncompleteSessions(run: Run): Promise<Exchange[]> {
  return run.once(rounds.sessionBodies, async () => {
    if (run.target.limits.probes === 'gentle') throw notTestedError(noFailedLogins);
    const { clientId, clientSecret, grantType } = { ...credentials(run), grantType: constants.grantType };
    const variants: Readonly<Record<string, SessionBody>> = {
      'without clientId': { clientSecret, grantType },
      'without clientSecret': { clientId, grantType },
      'without grantType': { clientId, clientSecret },
      'grantType password': { clientId, clientSecret, grantType: 'password' },
    };
    const exchanges: Exchange[] = [];
    for (const [variant, body] of Object.entries(variants))
      exchanges.push(
        (await askSession(run, { part: 'open', round: rounds.sessionBodies, variant }, body)).exchange,
      );
    return exchanges;
  });
}

/** Number of seconds by which the future TIMESTAMP exceeds the bound for a current one. */
const aheadBy = 60;

/** Ten minutes, in seconds. Clause 5.2 leaves open whether a TIMESTAMP of this age is current. */
const behindBy = 600;

/**
 * Sends session requests with an unusual REQUEST-ID or TIMESTAMP. The document does not define the answers.
 */
export function sendUnusualHeaders(run: Run): Promise<Exchange[]> {
  return run.once(rounds.unusualHeaders, async () => {
    const body = sessionBody(run);
    const used = randomUUID();
    const variants: Readonly<Record<string, Headers>> = {
      'future TIMESTAMP': {
        TIMESTAMP: timestampWithOffset(currentWithinSeconds(run.target.readings) + aheadBy),
      },
      'TIMESTAMP of ten minutes ago': { TIMESTAMP: timestampWithOffset(-behindBy) },
      'first use of a REQUEST-ID': { 'REQUEST-ID': used },
      'reused REQUEST-ID': { 'REQUEST-ID': used },
      'uppercase REQUEST-ID': { 'REQUEST-ID': randomUUID().toUpperCase() },
    };
    const exchanges: Exchange[] = [];
    const asked = (variant: string): RequestPurpose => ({
      part: 'open',
      round: rounds.unusualHeaders,
      variant,
    });
    for (const [variant, headers] of Object.entries(variants))
      exchanges.push((await askSession(run, asked(variant), body, headers)).exchange);
    const { 'REQUEST-ID': left, ...without } = buildRequest(run.target, 'session.create', { body }).headers;
    const request = { ...buildRequest(run.target, 'session.create', { body }), headers: without };
    exchanges.push((await sendForRound(run, request, asked('missing REQUEST-ID'))).exchange);
    return exchanges;
  });
}
