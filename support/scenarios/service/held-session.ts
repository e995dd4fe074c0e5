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

/** A session to stand on: an access token, whatever else is wrong with the answer that brought it. */
interface HeldSession {
  readonly accessToken: string;
  /** Epoch milliseconds; infinite where the answer does not tell. */
  readonly expiresAt: number;
  readonly exchange: Exchange;
}

/** Milliseconds of life that a token must have left to be worth using. */
const spareMs = 1500;

/** The session that a run stands on, and what it has learned of the gateway's tokens. */
interface Held {
  current: HeldSession;
  /** Whether a service has taken its token. */
  served: boolean;
  /** A token was refused although it had been taken before: none is used twice from then on. */
  goodOnce: boolean;
}

/** A session to stand on; a new one where the last is about to expire. Throws EnvironmentError where none came. */
export async function ensureUsableSession(run: Run): Promise<HeldSession> {
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

/**
 * Sends a valid request with a token to stand on. Where a token is refused that was taken before, the request goes once
 * more with a new one, so that what stands behind that service is judged all the same.
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
  // A service that takes no token at all says nothing of how long one lasts.
  held.goodOnce = !isTokenRefused(second);
  held.served = true;
  return [first, second];
}

/** Whether a token was refused: 401 or 403. */
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
