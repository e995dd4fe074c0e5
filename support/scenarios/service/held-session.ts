import { textOfBody } from '../../contract/decode-text';
import type { OutgoingRequest, SentRequest } from '../../client/sender';
import { EnvironmentError } from '../../contract/outcome';
import type { RequestPurpose, Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import { findMember, secondsOf } from '../../exchange/members';
import { credentialsIn } from '../../exchange/secret-redactor';
import { showAnswer } from '../../obligations/judge/answers';
import type { Run } from '../../run/run';
import { sendForRound } from './act';
import { createSessionInRound, createFirstSession, refusalHint } from './sessions';

/** A session with a usable access token. The gateway's answer may be wrong in other respects. */
interface HeldSession {
  readonly accessToken: string;
  /** The end of the token's lifetime in epoch milliseconds; `Infinity` if the answer does not contain a lifetime. */
  readonly expiresAt: number;
  readonly exchange: Exchange;
}

/** Minimum remaining lifetime, in milliseconds, of a token that is still used. */
const spareMs = 1500;

/** The current session of a run, and the run's observations about the gateway's tokens. */
interface Held {
  current: HeldSession;
  /** Whether a service has accepted the token of `current`. If `goodOnce` is set: whether the token was used. */
  served: boolean;
  /** Whether a service refused a token that was accepted before. From then on, the run uses each token only once. */
  goodOnce: boolean;
}

/**
 * Returns a session with a usable token. Creates a new session if the token expires soon, or if tokens work only once
 * and this one was used. Throws an EnvironmentError if the gateway does not issue a session.
 */
export async function ensureUsableSession(run: Run): Promise<HeldSession> {
  const held = await heldSession(run);
  const session =
    held.current.expiresAt - Date.now() < spareMs || (held.goodOnce && held.served)
      ? await renew(run, held)
      : held.current;
  // If tokens work only once, the caller uses this one up.
  held.served ||= held.goodOnce;
  return session;
}

/** Records that a service refused a token that was accepted before. From then on, the run uses each token only once. */
export async function distrustTokens(run: Run): Promise<void> {
  const held = await heldSession(run);
  held.goodOnce = true;
  held.served = true;
}

/**
 * Sends a valid request with a usable token. If a service refuses a token that was accepted before, sends the request
 * again with a new token, so that the suite can still judge the service. Returns all requests that it sent.
 */
export async function sendWithToken(
  run: Run,
  request: (accessToken: string) => OutgoingRequest,
  asked: RequestPurpose,
): Promise<SentRequest[]> {
  const held = await heldSession(run);
  const { accessToken } = await ensureUsableSession(run);
  const first = await sendForRound(run, request(accessToken), asked);
  if (!isTokenRefused(first) || !held.served || held.goodOnce) {
    held.served ||= !isTokenRefused(first) && first.exchange.failure === undefined;
    return [first];
  }
  held.goodOnce = true;
  const { accessToken: fresh } = await renew(run, held);
  const second = await sendForRound(run, request(fresh), asked);
  // A service that also refuses the new token does not show whether tokens work only once.
  held.goodOnce = !isTokenRefused(second);
  held.served = true;
  return [first, second];
}

/** Returns whether a service refused the token, with status 401 or 403. */
export function isTokenRefused({ exchange: { response } }: SentRequest): boolean {
  return response?.status === 401 || response?.status === 403;
}

function heldSession(run: Run): Promise<Held> {
  return run.once('good-session', async () => ({
    current: requireSession(await createFirstSession(run)),
    served: false,
    goodOnce: false,
  }));
}

async function renew(run: Run, held: Held): Promise<HeldSession> {
  const session = requireSession(await createSessionInRound(run, 'session'));
  held.current = session;
  held.served = false;
  return session;
}

function requireSession({ exchange, answer }: SentRequest): HeldSession {
  const body = answer && textOfBody(answer.body);
  const accessToken = isAccepted(exchange) ? findMember(body, 'accessToken') : undefined;
  if (typeof accessToken !== 'string' || credentialsIn(accessToken) === '')
    throw new EnvironmentError(noSession(exchange));
  const lifetime = secondsOf(findMember(body, 'expiresIn'));
  return {
    accessToken: credentialsIn(accessToken),
    expiresAt: lifetime === undefined || lifetime <= 0 ? Infinity : exchange.arrivedAt + lifetime * 1000,
    exchange,
  };
}

function noSession(exchange: Exchange): string {
  const hint = isAccepted(exchange) ? 'No member accessToken is in it' : refusalHint(exchange);
  return `no session to stand on: the gateway answered ${showAnswer(exchange)}. ${hint}`;
}
