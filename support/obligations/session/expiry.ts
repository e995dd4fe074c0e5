import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import type { TokenFact } from '../../exchange/facts';
import type { Judgement } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { halfSeen, isSessionAnswer, noSession, sentSession } from './answers';
import { lifetimeIn, maskedIn, refreshLifetimeIn } from './session-answer';
import { isAccepted } from '../../exchange/exchange';

const toleranceSeconds = 5;

/** A token of a session, and the member of the answer that tells how long it lives. */
interface Ending {
  readonly token: 'accessToken' | 'refreshToken';
  readonly what: string;
  readonly lifetime: 'expiresIn' | 'refreshExpiresIn';
  readonly lifeMs: (exchange: Exchange) => number | undefined;
  readonly cause: string;
  /** The document shows no use of the token: where it does not tell its end, that is only noted. */
  readonly noted?: true;
}

const access: Ending = {
  token: 'accessToken',
  what: 'access token',
  lifetime: 'expiresIn',
  lifeMs: lifetimeIn,
  cause:
    'a cached token is given out with the lifetime of a new one, or seconds and milliseconds are mixed up',
};

const refresh: Ending = {
  token: 'refreshToken',
  what: 'refresh token',
  lifetime: 'refreshExpiresIn',
  lifeMs: refreshLifetimeIn,
  cause: 'both tokens are made with one lifetime, or seconds and milliseconds are mixed up',
  noted: true,
};

/** Clauses 2.2, 8: what the token says of its end agrees with what the answer says. */
export const expiryAgrees = home({
  id: 'SES-10',
  clauses: ['2.2', '8'],
  quote: 'lifetime of the access token in seconds (1200 in the shown response)',
  subject: 'service',
  roles: ['gateway'],
  level: 'should',
  seen: 'passive',
  title: 'The access token expires when expiresIn says',
  rule: 'What the access token claims as its exp matches the lifetime that the answer gives as expiresIn.',
  mistakes: {
    '"expiresIn": 1200000': 'milliseconds instead of seconds',
    '"expiresIn": 20': 'minutes instead of seconds',
    '"expiresIn": 1800': 'the lifetime of the refresh token',
    '"accessToken": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY2Nlc3MifQ.c2lnbmF0dXJl"': 'no exp in the token',
  },
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [...needed('answer body/expiresIn'), ...at('fact tokens/response:/accessToken')],
  reads: 'answer',
  judge: eachExchange((exchange) => judgeExpiry(exchange, access)),
});

/** Clauses 2.2, 8: the same of the refresh token, whose use is not shown: without exp it says nothing of its end. */
export const refreshExpiryAgrees = home({
  id: 'SES-12',
  clauses: ['2.2', '8'],
  quote: 'lifetime of the refresh token in seconds (1800 in the shown response)',
  subject: 'service',
  roles: ['gateway'],
  level: 'should',
  seen: 'passive',
  title: 'The refresh token expires when refreshExpiresIn says',
  rule:
    'What the refresh token claims as its exp matches the lifetime that the answer gives as ' +
    'refreshExpiresIn. A refresh token that is no JWT, or has no exp, is only noted.',
  mistakes: {
    '"refreshExpiresIn": 1800000': 'milliseconds instead of seconds',
    '"refreshExpiresIn": 30': 'minutes instead of seconds',
    '"refreshExpiresIn": 1200': 'the lifetime of the access token',
  },
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [...needed('answer body/refreshExpiresIn'), ...at('fact tokens/response:/refreshToken')],
  reads: 'answer',
  judge: eachExchange((exchange) => judgeExpiry(exchange, refresh)),
});

function judgeExpiry(exchange: Exchange, ending: Ending): Judgement | undefined {
  const { token: name, what, lifetime, lifeMs, cause, noted } = ending;
  if (!isSessionAnswer(exchange)) return undefined;
  if (!isAccepted(exchange)) return noSession;
  const toldMs = lifeMs(exchange);
  if (toldMs === undefined) return maskedIn(exchange, lifetime) ?? halfSeen(lifetime);
  const masked = maskedIn(exchange, name);
  if (masked !== undefined) return masked;
  const token = tokenIn(exchange, ending);
  if (token === undefined) return halfSeen(name);
  const unread = whyUnread(token, ending);
  if (unread !== undefined) return { unjudged: `the ${what} ${unread}`, ...(noted && { noted }) };
  const { expiresAt } = token;
  if (expiresAt !== undefined && isIssueUnknown(exchange, token))
    return {
      unjudged: `when the ${what} was issued is unknown: the answer has no Date, and the token no iat`,
    };
  const seconds = toldMs / 1000;
  if (expiresAt !== undefined && agrees(exchange, expiresAt, seconds, token.issuedAt)) return kept;
  return {
    breach: {
      sent: sentSession(exchange),
      expected: `exp within ${toleranceSeconds} s of the instant of issue plus ${lifetime} (${seconds} s)`,
      seen:
        expiresAt === undefined
          ? `an ${what} without exp`
          : `exp ${lifetimeOf(exchange, expiresAt)} s after the answer`,
      cause,
    },
  };
}

const tokenIn = ({ facts }: Exchange, { token }: Ending): TokenFact | undefined =>
  facts.tokens?.[`response:/${token}`];

/** Why the end of a token cannot be read from it. */
function whyUnread({ jwt, encrypted, expiresAt }: TokenFact, { noted }: Ending): string | undefined {
  if (!jwt) return 'is no JWT: its exp cannot be read';
  if (encrypted === true) return 'is encrypted: its exp cannot be read';
  return noted === true && expiresAt === undefined ? 'has no exp' : undefined;
}

/** What is left then is the suite's own clock, from which the service's may differ. */
function isIssueUnknown({ facts }: Exchange, { issuedAt }: TokenFact): boolean {
  return facts.clockSkewMs === undefined && issuedAt === undefined;
}

/** By the service's own clock (its Date header), so that a skew between the machines does no harm. */
function agrees(exchange: Exchange, expiresAt: number, expiresIn: number, issuedAt?: number): boolean {
  const { clockSkewMs } = exchange.facts;
  if (clockSkewMs === undefined)
    return issuedAt !== undefined && Math.abs(expiresAt - issuedAt - expiresIn) <= toleranceSeconds;
  const halfway = (exchange.answeredAt - exchange.arrivedAt) / 2000;
  return Math.abs(lifetimeOf(exchange, expiresAt) - expiresIn) <= toleranceSeconds + halfway;
}

function lifetimeOf(exchange: Exchange, expiresAt: number): number {
  const midway = (exchange.arrivedAt + exchange.answeredAt) / 2 + (exchange.facts.clockSkewMs ?? 0);
  return Math.round(expiresAt - midway / 1000);
}
