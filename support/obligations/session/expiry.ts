import type { Exchange } from '../../exchange/exchange';
import { isAccepted } from '../../exchange/exchange';
import type { TokenFact } from '../../exchange/facts';
import { agreesWithLifetime, expiryToleranceSeconds, secondsUntilExpiry } from '../../exchange/token-expiry';
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt, requiredPlaces, shownByRow } from '../judge/home';
import type { Judgement } from '../judge/judge';
import { eachExchange, keptJudgement } from '../judge/judge';
import {
  accessTokenLifetimeMs,
  halfSeen,
  isSessionAnswer,
  maskedIn,
  noSession,
  refreshLifetimeIn,
  sentSession,
} from './answers';

/** A token of a session, with the member of the answer that contains its lifetime. */
interface Ending {
  readonly token: 'accessToken' | 'refreshToken';
  readonly what: string;
  readonly lifetime: 'expiresIn' | 'refreshExpiresIn';
  readonly lifeMs: (exchange: Exchange) => number | undefined;
  readonly otherMs: (exchange: Exchange) => number | undefined;
}

const access: Ending = {
  token: 'accessToken',
  what: 'access token',
  lifetime: 'expiresIn',
  lifeMs: accessTokenLifetimeMs,
  otherMs: refreshLifetimeIn,
};

const refresh: Ending = {
  token: 'refreshToken',
  what: 'refresh token',
  lifetime: 'refreshExpiresIn',
  lifeMs: refreshLifetimeIn,
  otherMs: accessTokenLifetimeMs,
};

const likely = {
  milliseconds: 'the answer gives milliseconds where seconds are wanted',
  minutes: 'the answer gives minutes where seconds are wanted',
  oneAnswer: 'the answer gives one lifetime for both tokens, and the token has another',
  otherToken: 'the token has the lifetime that the answer gives for the other token',
  earlier: 'a token that was made earlier is given out with the lifetime of a new one, or exp is too early',
  later: 'exp is later than the answer says',
} as const;

/**
 * Clauses 2.2, 8: the `exp` of the access token agrees with `expiresIn` in the answer. The document asks for a JWT, not
 * for an `exp`, so a missing one is only noted.
 */
export const expiryAgrees = defineHome({
  id: 'SES-10',
  clauses: ['2.2', '8'],
  quote: 'lifetime of the access token in seconds (1200 in the shown response)',
  subject: 'service',
  roles: ['gateway'],
  level: 'should',
  seen: 'passive',
  title: 'The access token expires when expiresIn says',
  rule:
    'What the access token claims as its exp matches the lifetime that the answer gives as expiresIn. An access token ' +
    'whose exp cannot be read, or that has none, is only noted.',
  absences: judgesEachMessage,
  latitude: {
    'the clock of the gateway is behind': 'clock-behind',
    'the clock of the gateway is ahead': 'clock-ahead',
    'answers without Date': 'no-date-header',
    'the token has no iat': 'other-tokens',
    'the times differ by a few seconds': shownByRow,
  },
  causes: Object.values(likely),
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [...requiredPlaces('answer body/expiresIn'), ...placesAt('fact tokens/response:/accessToken')],
  reads: 'answer',
  judge: eachExchange((exchange) => judgeExpiry(exchange, access)),
});

/**
 * Clauses 2.2, 8: the `exp` of the refresh token agrees with `refreshExpiresIn` in the answer. The document does not
 * show how this token is used, so a missing `exp` is only noted.
 */
export const refreshExpiryAgrees = defineHome({
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
  absences: judgesEachMessage,
  latitude: {
    'the clock of the gateway is behind': 'clock-behind',
    'the clock of the gateway is ahead': 'clock-ahead',
    'answers without Date': 'no-date-header',
    'the times differ by a few seconds': shownByRow,
  },
  causes: Object.values(likely),
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [
    ...requiredPlaces('answer body/refreshExpiresIn'),
    ...placesAt('fact tokens/response:/refreshToken'),
  ],
  reads: 'answer',
  judge: eachExchange((exchange) => judgeExpiry(exchange, refresh)),
});

function judgeExpiry(exchange: Exchange, ending: Ending): Judgement | undefined {
  const { token: name, what, lifetime, lifeMs } = ending;
  if (!isSessionAnswer(exchange)) return undefined;
  if (!isAccepted(exchange)) return noSession;
  const toldMs = lifeMs(exchange);
  if (toldMs === undefined) return maskedIn(exchange, lifetime) ?? halfSeen(lifetime);
  const masked = maskedIn(exchange, name);
  if (masked !== undefined) return masked;
  const token = tokenIn(exchange, ending);
  if (token === undefined) return halfSeen(name);
  const expiresAt = token.encrypted === true ? undefined : token.expiresAt;
  if (!token.jwt || expiresAt === undefined)
    return { unjudged: `the ${what} ${whyUnread(token)}`, kind: 'cannot-be-seen', noted: true };
  const seconds = toldMs / 1000;
  const agrees = agreesWithLifetime(exchange, { ...token, expiresAt }, seconds);
  if (agrees === undefined)
    return {
      unjudged: `when the ${what} was issued is unknown: the answer has no Date, and the token no iat`,
      kind: 'cannot-be-seen',
    };
  if (agrees) return keptJudgement;
  return {
    breach: {
      sent: sentSession(exchange),
      expected: `exp within ${expiryToleranceSeconds} s of the instant of issue plus ${lifetime} (${seconds} s)`,
      seen: `exp ${secondsUntilExpiry(exchange, expiresAt)} s after the answer`,
      cause: likelyCause(exchange, ending, expiresAt),
    },
  };
}

/**
 * Returns the likely cause of a wrong `exp`, by comparing the token's own lifetime with the lifetimes in the answer.
 */
function likelyCause(exchange: Exchange, ending: Ending, expiresAt: number): string {
  const { lifeMs, otherMs } = ending;
  const { issuedAt } = tokenIn(exchange, ending) ?? {};
  const own = issuedAt === undefined ? secondsUntilExpiry(exchange, expiresAt) : expiresAt - issuedAt;
  const [told, other] = [(lifeMs(exchange) ?? 0) / 1000, (otherMs(exchange) ?? 0) / 1000];
  const isNear = (seconds: number): boolean => Math.abs(seconds - own) <= expiryToleranceSeconds;
  // Short lifetimes are all within the tolerance of each other, so their units cannot be distinguished.
  const isLong = own > 4 * expiryToleranceSeconds;
  if (isLong && isNear(told / 1000)) return likely.milliseconds;
  if (isLong && isNear(told * 60)) return likely.minutes;
  if (isNear(other)) return likely.otherToken;
  if (told === other) return likely.oneAnswer;
  return own < told ? likely.earlier : likely.later;
}

const tokenIn = ({ facts }: Exchange, { token }: Ending): TokenFact | undefined =>
  facts.tokens?.[`response:/${token}`];

/** Returns the reason why the expiry of a token is unknown. Expects a token without a readable `exp`. */
function whyUnread({ jwt, encrypted }: TokenFact): string {
  if (!jwt) return 'is no JWT: its exp cannot be read';
  return encrypted === true ? 'is encrypted: its exp cannot be read' : 'has no exp';
}
