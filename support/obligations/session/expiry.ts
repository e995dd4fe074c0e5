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
  readonly otherMs: (exchange: Exchange) => number | undefined;
  /** The document shows no use of the token: where it does not tell its end, that is only noted. */
  readonly noted?: true;
}

const access: Ending = {
  token: 'accessToken',
  what: 'access token',
  lifetime: 'expiresIn',
  lifeMs: lifetimeIn,
  otherMs: refreshLifetimeIn,
};

const refresh: Ending = {
  token: 'refreshToken',
  what: 'refresh token',
  lifetime: 'refreshExpiresIn',
  lifeMs: refreshLifetimeIn,
  otherMs: lifetimeIn,
  noted: true,
};

const likely = {
  milliseconds: 'the answer gives milliseconds where seconds are wanted',
  minutes: 'the answer gives minutes where seconds are wanted',
  oneLifetime: 'both tokens end together: they are made with one lifetime, or the answer gives one for both',
  earlier: 'a token that was made earlier is given out with the lifetime of a new one, or exp is too early',
  later: 'exp is later than the answer says: it is made from another setting',
} as const;
const noExp = 'the token has no exp';

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
  causes: [...Object.values(likely), noExp],
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
  causes: Object.values(likely),
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [...needed('answer body/refreshExpiresIn'), ...at('fact tokens/response:/refreshToken')],
  reads: 'answer',
  judge: eachExchange((exchange) => judgeExpiry(exchange, refresh)),
});

function judgeExpiry(exchange: Exchange, ending: Ending): Judgement | undefined {
  const { token: name, what, lifetime, lifeMs, noted } = ending;
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
      cause: expiresAt === undefined ? noExp : likelyCause(exchange, ending, expiresAt),
    },
  };
}

/** By what the token's own lifetime is to the one that the answer tells. */
function likelyCause(exchange: Exchange, ending: Ending, expiresAt: number): string {
  const { lifeMs, otherMs } = ending;
  const { issuedAt } = tokenIn(exchange, ending) ?? {};
  const own = issuedAt === undefined ? lifetimeOf(exchange, expiresAt) : expiresAt - issuedAt;
  const [told, other] = [(lifeMs(exchange) ?? 0) / 1000, (otherMs(exchange) ?? 0) / 1000];
  const isNear = (seconds: number): boolean => Math.abs(seconds - own) <= toleranceSeconds;
  if (isNear(told / 1000)) return likely.milliseconds;
  if (isNear(told * 60)) return likely.minutes;
  if (told === other || isNear(other)) return likely.oneLifetime;
  return own < told ? likely.earlier : likely.later;
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
