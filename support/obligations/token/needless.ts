import type { Exchange } from '../../exchange/exchange';
import { numbered, text } from '../../exchange/text';
import { showRequest } from '../judge/fates';
import type { Told } from '../judge/judge';
import { lifetimeIn } from '../session/session-answer';

/** What is known of a session that was granted. */
export interface Held {
  readonly seq: number;
  /** Pseudonym of the access token; absent where none can be read. */
  readonly token?: string;
  readonly grantedAt: number;
  /** Milliseconds; absent where the answer does not tell. */
  readonly lifeMs?: number;
  /** Its short life was the suite's doing, or that it was granted at all: at a path where no gateway grants one. */
  readonly staged: boolean;
}

export function heldIn(exchange: Exchange): Held {
  const lifeMs = lifetimeOf(exchange);
  const token = exchange.facts.tokens?.['response:/accessToken']?.pseudonym;
  return {
    seq: exchange.seq,
    ...(token !== undefined && { token }),
    grantedAt: exchange.answeredAt,
    ...(lifeMs !== undefined && { lifeMs }),
    staged: exchange.stimulus === 'short-token' || exchange.operation === undefined,
  };
}

/** The life of the access token that an answer grants, in milliseconds. */
export function lifetimeOf(exchange: Exchange): number | undefined {
  const lifeMs = lifetimeIn(exchange);
  if (lifeMs !== undefined) return lifeMs;
  const token = exchange.facts.tokens?.['response:/accessToken'];
  if (token?.expiresAt === undefined || token.issuedAt === undefined) return undefined;
  return (token.expiresAt - token.issuedAt) * 1000;
}

export const createdAgain =
  'a session is created per request or per value, or the token is kept in an object that is created again';

/** Another session while the token of the one before had most of its life left. */
export function needlessBreach(
  exchange: Pick<Exchange, 'arrivedAt' | 'request'>,
  { seq, grantedAt, lifeMs = 0 }: Held,
): Told {
  const left = lifeMs - (exchange.arrivedAt - grantedAt);
  return {
    sent: showRequest(exchange, 'another session'),
    expected:
      'the token of the last session, until near its expiry; a new one only when asked for, after a 401, or past half its life',
    seen: text`a session although the token of ${numbered(seq)} had ${Math.round(left / 1000)} s of ${lifeMs / 1000} s left`,
    cause: createdAgain,
  };
}
