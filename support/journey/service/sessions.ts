import { randomUUID } from 'node:crypto';
import { requestFor, timestamp } from '../../client/requests';
import type { Headers } from '../../client/requests';
import type { OutgoingRequest, Sent } from '../../client/sender';
import { constants } from '../../contract/constants';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { Asked, Exchange } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { bareToken, findMember, secondsOf } from '../../exchange/members';
import { isAccepted, showAnswer } from '../../rules/answers';
import type { Run } from '../run';
import { ask } from './act';

/** A session to stand on: an access token, whatever else is wrong with the answer that brought it. */
export interface Session {
  readonly accessToken: string;
  /** Epoch milliseconds; infinite where the answer does not tell. */
  readonly expiresAt: number;
  readonly exchange: Exchange;
}

interface SessionBody {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly grantType?: string;
}

/** Milliseconds of life that a token must have left to be worth using. */
const spareMs = 1500;

const right = (round: string): Asked => ({ part: 'valid', round, variant: 'right-credentials' });

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

function askSession(run: Run, asked: Asked, body: SessionBody, headers: Headers = {}): Promise<Sent> {
  return ask(run, requestFor(run.target, 'session.create', { body, headers }), asked);
}

/** The first session of the run, as it was answered, good or bad. */
export function firstSession(run: Run): Promise<Sent> {
  return run.once('session', () => askSession(run, right('session'), sessionBody(run)));
}

/** The session that a run stands on, and what it has learned of the gateway's tokens. */
interface Held {
  current: Session;
  /** Whether a service has taken its token. */
  served: boolean;
  /** A token was refused although it had been taken before: none is used twice from then on (TOK-06 tells of it). */
  goodOnce: boolean;
}

/** A session to stand on; a new one where the last is about to expire. Throws EnvironmentError where none came. */
export async function goodSession(run: Run): Promise<Session> {
  const held = await heldSession(run);
  const session =
    held.current.expiresAt - Date.now() < spareMs || (held.goodOnce && held.served)
      ? await renew(run, held)
      : held.current;
  // Where a token is good for one use, this is it.
  held.served ||= held.goodOnce;
  return session;
}

/** Notes that the token of the run's session was refused after it had been taken. */
export async function distrustTokens(run: Run): Promise<void> {
  const held = await heldSession(run);
  held.goodOnce = true;
  held.served = true;
}

/** Creates one more session beside the one that the run stands on. */
export async function anotherSession(run: Run, round: string): Promise<Exchange> {
  return (await askSession(run, right(round), sessionBody(run))).exchange;
}

/**
 * Sends a valid request with a token to stand on. Where a token is refused that was taken before, the request goes once
 * more with a new one, so that what stands behind that service is judged all the same.
 */
export async function askWithToken(
  run: Run,
  request: (accessToken: string) => OutgoingRequest,
  asked: Asked,
): Promise<Sent[]> {
  const held = await heldSession(run);
  const { accessToken } = await goodSession(run);
  const first = await ask(run, request(accessToken), asked);
  if (!isRefused(first) || !held.served || held.goodOnce) {
    held.served ||= !isRefused(first) && first.exchange.failure === undefined;
    return [first];
  }
  held.goodOnce = true;
  const { accessToken: fresh } = await renew(run, held);
  const second = await ask(run, request(fresh), asked);
  // A service that takes no token at all says nothing of how long one lasts.
  held.goodOnce = !isRefused(second);
  held.served = true;
  return [first, second];
}

/** Whether a token was refused: 401 or 403. */
export function isRefused({ exchange: { response } }: Sent): boolean {
  return response?.status === 401 || response?.status === 403;
}

function heldSession(run: Run): Promise<Held> {
  return run.once('good-session', async () => ({
    current: requireSession(await firstSession(run)),
    served: false,
    goodOnce: false,
  }));
}

async function renew(run: Run, held: Held): Promise<Session> {
  const session = requireSession(await askSession(run, right('session'), sessionBody(run)));
  held.current = session;
  held.served = false;
  return session;
}

function requireSession({ exchange, answer }: Sent): Session {
  const body = answer?.body.toString('utf8');
  const accessToken = isAccepted(exchange) ? findMember(body, 'accessToken') : undefined;
  if (typeof accessToken !== 'string' || bareToken(accessToken) === '')
    throw new EnvironmentError(noSession(exchange));
  const lifetime = secondsOf(findMember(body, 'expiresIn'));
  return {
    accessToken: bareToken(accessToken),
    expiresAt: lifetime === undefined || lifetime <= 0 ? Infinity : exchange.arrivedAt + lifetime * 1000,
    exchange,
  };
}

function noSession(exchange: Exchange): string {
  const hint = isAccepted(exchange) ? 'No member accessToken is in it' : refusalHint(exchange);
  return `no session to stand on: the gateway answered ${showAnswer(exchange)}. ${hint}`;
}

/** What to mend when a gateway refuses the credentials of a target. */
export function refusalHint(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  const skew = Math.abs(exchange.facts.clockSkewMs ?? 0) / 1000;
  if (skew > 60) return `This machine's clock is ${Math.round(skew)} s off the gateway's: synchronise it`;
  if (status === 404 || status === 405)
    return 'Is services.gateway the base address, without a path of its own?';
  if (status === 429) return 'Lower limits.requestsPerMinute';
  if (status >= 300 && status < 400)
    return `Set services.gateway to where it redirects: ${headerValue(exchange.response?.headers ?? [], 'location') ?? 'unknown'}`;
  return 'Check credentials.clientId and credentials.clientSecret: were they rotated?';
}

/** Sends wrong credentials, then the right ones: the twin shows that nothing else was wrong. */
export function wrongCredentials(run: Run): Promise<Exchange[]> {
  return run.once('wrong-credentials', async () => {
    const body = sessionBody(run);
    const negative = (variant: string): Asked => ({ part: 'negative', round: 'wrong-credentials', variant });
    const sent: Sent[] = [];
    if (run.target.limits.probes === 'full')
      sent.push(await askSession(run, negative('wrong-secret'), { ...body, clientSecret: randomUUID() }));
    const invented = { ...body, clientId: `unknown-${randomUUID()}`, clientSecret: randomUUID() };
    sent.push(await askSession(run, negative('unknown-client'), invented));
    sent.push(await askSession(run, right('wrong-credentials'), body));
    return sent.map(({ exchange }) => exchange);
  });
}

/** Sends session requests on whose answer the document is silent. */
export function incompleteSessions(run: Run): Promise<Exchange[]> {
  return run.once('session-body', async () => {
    if (run.target.limits.probes === 'gentle')
      throw new NotTestedError(
        'limits.probes is gentle: no request is sent that may count as a failed login',
      );
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
        (await askSession(run, { part: 'open', round: 'session-body', variant }, body)).exchange,
      );
    return exchanges;
  });
}

/** How much older than the reading's limit a stale TIMESTAMP is, in seconds: clocks may differ a little. */
const staleBy = 60;

/** Sends one session request from the past, then one from now. */
export function staleTimestamp(run: Run): Promise<Exchange[]> {
  return run.once('stale-timestamp', async () => {
    const body = sessionBody(run);
    const age = run.target.readings['stale-after'].seconds + staleBy;
    const asked: Asked = { part: 'negative', round: 'stale-timestamp', variant: 'stale-timestamp' };
    const stale = await askSession(run, asked, body, { TIMESTAMP: timestamp(-age) });
    const twin = await askSession(run, right('stale-timestamp'), body);
    return [stale.exchange, twin.exchange];
  });
}

/** Sends session requests whose REQUEST-ID or TIMESTAMP is unusual, on which the document is silent. */
export function unusualHeaders(run: Run): Promise<Exchange[]> {
  return run.once('v3-headers', async () => {
    const body = sessionBody(run);
    const used = randomUUID();
    const variants: Readonly<Record<string, Headers>> = {
      'future TIMESTAMP': { TIMESTAMP: timestamp(run.target.readings['stale-after'].seconds + staleBy) },
      'first use of a REQUEST-ID': { 'REQUEST-ID': used },
      'reused REQUEST-ID': { 'REQUEST-ID': used },
      'uppercase REQUEST-ID': { 'REQUEST-ID': randomUUID().toUpperCase() },
    };
    const exchanges: Exchange[] = [];
    const asked = (variant: string): Asked => ({ part: 'open', round: 'v3-headers', variant });
    for (const [variant, headers] of Object.entries(variants))
      exchanges.push((await askSession(run, asked(variant), body, headers)).exchange);
    const { 'REQUEST-ID': left, ...without } = requestFor(run.target, 'session.create', { body }).headers;
    const request = { ...requestFor(run.target, 'session.create', { body }), headers: without };
    exchanges.push((await ask(run, request, asked('missing REQUEST-ID'))).exchange);
    return exchanges;
  });
}
