import { constants } from '../../contract/constants';
import { memberOf } from '../../contract/json';
import { checkSchema } from '../../contract/schemas';
import type { Exchange } from '../../exchange/exchange';
import { isAccepted, jsonBody } from '../../exchange/exchange';
import type { TokenFact } from '../../exchange/facts';
import { emptyToken } from '../../exchange/facts';
import { isMask, whyMaskedUnjudged } from '../../exchange/masks';
import { findMember, secondsOf } from '../../exchange/members';
import {
  answerSchema,
  shapeCauses,
  subjectFailureCauses,
  classifyAnswer,
  showAnswer,
  showRequest,
} from '../judge/answers';
import { defineHome, placesAt, requiredPlaces, shownByRow } from '../judge/home';
import type { Judgement, RuleContext, UnjudgedReason } from '../judge/judge';
import { eachExchange, keptJudgement, memoizeByExchange } from '../judge/judge';

/**
 * Returns a function that reads the lifetime of a token from an answer, in milliseconds. The function also finds the
 * member deeper in the body or in another spelling, and accepts a number in a string.
 */
const lifeBy = (member: string) =>
  memoizeByExchange(({ response }): number | undefined => {
    const seconds = secondsOf(findMember(response?.body?.text, member));
    return seconds === undefined ? undefined : seconds * 1000;
  });

export const accessTokenLifetimeMs = lifeBy('expiresIn');
const refreshLifetimeIn = lifeBy('refreshExpiresIn');

const schema = 'contract/session-response';
const sessionSchema = answerSchema(schema);

/** Returns the name of a masked member if masks are the only flaw in the shape of the answer; otherwise `undefined`. */
const maskedMember = ({ masked, response }: Exchange) => {
  if (masked !== true) return undefined;
  const body = jsonBody(response);
  const names = checkSchema(schema, body).map(({ path }) => path.slice(1));
  return names.every((name) => isMask(memberOf(body, name))) ? names[0] : undefined;
};

/**
 * Returns the reason why the shape of an answer cannot be judged: a mask hides the type of a member. Otherwise returns
 * `undefined`.
 */
function maskedShape(exchange: Exchange): UnjudgedReason | undefined {
  const name = maskedMember(exchange);
  return name === undefined ? undefined : { unjudged: whyMaskedUnjudged(name) };
}

/** Names of the flawed members of a session answer, at any place in its body. */
interface SessionValues {
  /**
   * Members with a wrong value: a token type other than the literal of clause 2.2, or a lifetime that no token can have.
   * A refresh lifetime of 0 is allowed: it means that no refresh token can be used.
   */
  readonly wrong: readonly string[];
  /** The first member that is missing, masked or of the wrong type. */
  readonly half?: string;
}

const valuesIn = memoizeByExchange(({ masked, response }): SessionValues => {
  const text = response?.body?.text;
  const found = findMember(text, 'tokenType');
  const tokenType = masked === true && isMask(found) ? undefined : found;
  const lifetimes = ['expiresIn', 'refreshExpiresIn'].map(
    (name) => [name, secondsOf(findMember(text, name))] as const,
  );
  const half =
    typeof tokenType === 'string'
      ? lifetimes.find(([, seconds]) => seconds === undefined || !Number.isInteger(seconds))?.[0]
      : 'tokenType';
  return {
    wrong: [
      ...(typeof tokenType !== 'string' || tokenType === constants.tokenType ? [] : ['tokenType']),
      ...lifetimes.flatMap(([name, seconds]) =>
        seconds === undefined || seconds > 0 || (seconds === 0 && name === 'refreshExpiresIn') ? [] : [name],
      ),
    ],
    ...(half !== undefined && { half }),
  };
});

const members = ['accessToken', 'refreshToken', 'tokenType', 'expiresIn', 'refreshExpiresIn'];

const maskedMembers = ({ masked, response }: Exchange): string[] =>
  masked === true ? members.filter((name) => isMask(findMember(response?.body?.text, name))) : [];

/** Returns the reason why a member cannot be judged if the log shows a mask instead of its value. */
function maskedIn(exchange: Exchange, name: string): UnjudgedReason | undefined {
  return maskedMembers(exchange).includes(name) ? { unjudged: whyMaskedUnjudged(name) } : undefined;
}

/**
 * Returns whether an exchange is a session answer that can be judged: the suite sent a valid request, or the service
 * granted a session to another client.
 */
function isSessionAnswer(exchange: Exchange): boolean {
  if (exchange.operation !== 'session.create') return false;
  return exchange.asked === undefined ? isAccepted(exchange) : exchange.asked.part === 'valid';
}

const noSession: Judgement = { unjudged: 'no session was issued' };

const halfSeen = (what: string): Judgement => ({
  unjudged: `the session answer has no ${what}`,
});

const sentSession = (exchange: Exchange): string =>
  showRequest(exchange, 'with the credentials of the target');

/** Rows of the table in clause 2.2. Obligations quote adjacent rows, so that a search can find their quotes. */
const accessTokenRow = 'accessToken | string (JWT) | bearer token, <ACCESS_TOKEN>';
const lifetimeRows =
  'expiresIn | integer | lifetime of the access token in seconds (1200 in the shown response) | | ' +
  'refreshExpiresIn | integer | lifetime of the refresh token in seconds (1800 in the shown response)';
const refreshTokenRow = 'refreshToken | string (JWT) | <REFRESH_TOKEN>';
const tokenTypeRow = 'tokenType | string | bearer';

const likelyStatus = {
  other: 'another status than the 200 that the document gives the session answer',
  of202:
    'the session comes with status 202: where that is agreed, set readings.session-status, and have the departure approved as an exception',
  of202AsSaid:
    'the session comes with status 202, as readings.session-status says: a departure from the document, which an approved exception can cover',
} as const;

/** Returns the likely cause of an accepted session answer with another status than 200. */
function likelyOtherStatus({ response }: Exchange, { readings }: RuleContext): string {
  if (response?.status !== 202) return likelyStatus.other;
  return readings['session-status'] === 202 ? likelyStatus.of202AsSaid : likelyStatus.of202;
}

/** Clause 2.2: names and types of the answer's members. */
export const sessionAnswerShape = defineHome({
  id: 'SES-05',
  clauses: ['2.2'],
  quote: [accessTokenRow, lifetimeRows, refreshTokenRow, tokenTypeRow].join(' | | '),
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'passive',
  title: 'A session answer has five members of stated types',
  rule:
    'An answer with status 200 has accessToken, refreshToken and tokenType as strings, and expiresIn ' +
    'and refreshExpiresIn as integers.',
  latitude: {
    'the members are in another order': 'member-order',
    'the answer has further members': 'extra-members',
    'the JSON is indented': 'pretty-json',
    'names and values are written as JSON escapes': 'escaped-json',
    'the media type is text/plain': 'json-as-text',
    'whole numbers in another notation': shownByRow,
  },
  causes: [...subjectFailureCauses, ...shapeCauses, ...Object.values(likelyStatus)],
  on: ['session.create'],
  tells: placesAt('answer line', 'answer body'),
  reads: 'answer',
  judge: eachExchange((exchange, context) => {
    if (!isSessionAnswer(exchange)) return undefined;
    const expected =
      '200 with JSON: accessToken (string), expiresIn (integer), refreshExpiresIn (integer), refreshToken (string), tokenType (string)';
    const sent = sentSession(exchange);
    const fate = classifyAnswer(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    if (fate.kind === 'subject') return { breach: { sent, expected, seen: fate.seen, cause: fate.cause } };
    const isOther = exchange.response?.status !== 200;
    const cause = likelyOtherStatus(exchange, context);
    const fits = sessionSchema.fits(exchange);
    // An approved exception for the status must not cover a wrong shape.
    if (isOther && (fits || cause !== likelyStatus.of202AsSaid))
      return { breach: { sent, expected, seen: showAnswer(exchange), cause } };
    if (fits) return keptJudgement;
    return maskedShape(exchange) ?? { breach: { sent, expected, ...sessionSchema.tell(exchange) } };
  }),
});

const opaque = 'opaque tokens are issued where the document names JWTs';
const noToken = 'an empty text is answered in place of a token';
const halfJwt = 'a token that is cut like a JWT, but whose parts are missing or cannot be read';

/** Clause 2.2 with RFC 7519: both tokens are JWTs. */
export const tokensAreJwts = defineHome({
  id: 'SES-06',
  clauses: ['2.2'],
  quote: [accessTokenRow, lifetimeRows, refreshTokenRow].join(' | | '),
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'passive',
  title: 'Both tokens of a session have JWT form',
  rule:
    'The value of accessToken is a JSON Web Token, and so is the value of refreshToken. With a ' +
    'refreshExpiresIn of 0, an empty refreshToken is right as well.',
  latitude: {
    'the tokens have another algorithm and fewer claims': 'other-tokens',
    'an encrypted JWT of five parts': shownByRow,
    'a JWT without a signature': shownByRow,
    'a refresh that is switched off': 'refresh-switched-off',
  },
  needs: ['SES-05'],
  causes: [opaque, halfJwt, noToken],
  on: ['session.create'],
  tells: [
    ...requiredPlaces('answer body/accessToken', 'answer body/refreshToken'),
    ...placesAt('fact tokens'),
  ],
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    if (!isAccepted(exchange)) return noSession;
    const tokens = exchange.facts.tokens ?? {};
    const named = ['accessToken', 'refreshToken'].map((name) => [name, tokens[`response:/${name}`]] as const);
    const flaws = named.flatMap(([name, token]) =>
      token === undefined || token.jwt || isLeftEmpty(exchange, name, token)
        ? []
        : [`${name}: ${token.flaw ?? 'no token'}`],
    );
    const missing = named.find(([, token]) => token === undefined);
    if (flaws.length === 0)
      return missing === undefined ? keptJudgement : (maskedIn(exchange, missing[0]) ?? halfSeen(missing[0]));
    return {
      breach: {
        sent: sentSession(exchange),
        expected: 'accessToken and refreshToken each a JWT: header.claims.signature, base64url (RFC 7519)',
        seen: flaws.join('; '),
        cause: causeOfNoJwt(named.flatMap(([, token]) => token?.flaw ?? [])),
      },
    };
  }),
});

/** Returns whether the refresh token is empty and its lifetime 0: the service issues only access tokens. */
function isLeftEmpty(exchange: Exchange, name: string, { flaw }: TokenFact): boolean {
  return name === 'refreshToken' && flaw === emptyToken && refreshLifetimeIn(exchange) === 0;
}

function causeOfNoJwt(flaws: readonly string[]): string {
  if (flaws.every((flaw) => flaw === emptyToken)) return noToken;
  return flaws.every((flaw) => flaw === emptyToken || flaw === '1 dot-separated parts, not 3')
    ? opaque
    : halfJwt;
}

const likelyValues = {
  type: 'a token library that writes Bearer, or names the format of the token',
  lifetime: 'a lifetime that is counted from another instant, or was never set',
} as const;

/** Clause 2.2: the token type is the documented literal, and lifetimes are whole seconds. */
export const tokenTypeAndLifetimes = defineHome({
  id: 'SES-07',
  clauses: ['2.2'],
  quote: [lifetimeRows, refreshTokenRow, tokenTypeRow].join(' | | '),
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'passive',
  title: 'The token type is bearer, lifetimes are whole seconds',
  rule:
    'tokenType reads bearer. expiresIn gives more than zero seconds, and refreshExpiresIn none or more. Here, ' +
    'a lifetime in a string, and members deeper in the body, count as well: only the shape of the answer is wrong then.',
  latitude: {
    'the access token lives for five seconds': 'lifetime-5-s',
    'the access token lives for a minute': 'lifetime-60-s',
    'both tokens live for two hours': 'lifetime-2-h',
    'the refresh token ends before the access token': shownByRow,
    'a lifetime of 0 where refresh is switched off': 'refresh-switched-off',
  },
  needs: ['SES-05'],
  causes: Object.values(likelyValues),
  on: ['session.create'],
  tells: requiredPlaces('answer body/tokenType', 'answer body/expiresIn', 'answer body/refreshExpiresIn'),
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    if (!isAccepted(exchange)) return noSession;
    const { wrong, half } = valuesIn(exchange);
    const flaws = wrong.map(
      (name) => `${name} ${JSON.stringify(findMember(exchange.response?.body?.text, name))}`,
    );
    // `sessionAnswerShape` judges members that are missing or of another type.
    if (flaws.length === 0)
      return half === undefined
        ? keptJudgement
        : (maskedIn(exchange, half) ?? halfSeen(`${half} that can be judged`));
    return {
      breach: {
        sent: sentSession(exchange),
        expected:
          'tokenType "bearer" in lowercase; expiresIn whole seconds above 0; refreshExpiresIn whole seconds, or 0',
        seen: flaws.join('; '),
        cause: wrong.includes('tokenType') ? likelyValues.type : likelyValues.lifetime,
      },
    };
  }),
});

const toleranceSeconds = 5;

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
  oneLifetime: 'both tokens end together: they are made with one lifetime, or the answer gives one for both',
  earlier: 'a token that was made earlier is given out with the lifetime of a new one, or exp is too early',
  later: 'exp is later than the answer says: it is made from another setting',
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
  latitude: {
    'the clock of the gateway is behind': 'clock-behind',
    'the clock of the gateway is ahead': 'clock-ahead',
    'the answers have no Date': 'no-date-header',
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
  latitude: {
    'the clock of the gateway is behind': 'clock-behind',
    'the clock of the gateway is ahead': 'clock-ahead',
    'the answers have no Date': 'no-date-header',
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
    return { unjudged: `the ${what} ${whyUnread(token)}`, noted: true };
  if (isIssueUnknown(exchange, token))
    return {
      unjudged: `when the ${what} was issued is unknown: the answer has no Date, and the token no iat`,
    };
  const seconds = toldMs / 1000;
  if (agrees(exchange, expiresAt, seconds, token.issuedAt)) return keptJudgement;
  return {
    breach: {
      sent: sentSession(exchange),
      expected: `exp within ${toleranceSeconds} s of the instant of issue plus ${lifetime} (${seconds} s)`,
      seen: `exp ${lifetimeOf(exchange, expiresAt)} s after the answer`,
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

/** Returns the reason why the expiry of a token is unknown. Expects a token without a readable `exp`. */
function whyUnread({ jwt, encrypted }: TokenFact): string {
  if (!jwt) return 'is no JWT: its exp cannot be read';
  return encrypted === true ? 'is encrypted: its exp cannot be read' : 'has no exp';
}

/**
 * Returns whether the time at which the token was issued is unknown: the answer lacks a Date header, and the token
 * lacks `iat`. The suite does not use its own clock instead, because the clock of the service may differ.
 */
function isIssueUnknown({ facts }: Exchange, { issuedAt }: TokenFact): boolean {
  return facts.clockSkewMs === undefined && issuedAt === undefined;
}

/**
 * Returns whether `exp` agrees with the lifetime in the answer. Measures by the service's own clock (its Date header),
 * so that a skew between the machines does not matter. Without a Date header, uses the token's `iat`.
 */
function agrees(exchange: Exchange, expiresAt: number, expiresIn: number, issuedAt?: number): boolean {
  const { clockSkewMs } = exchange.facts;
  if (clockSkewMs === undefined)
    return issuedAt !== undefined && Math.abs(expiresAt - issuedAt - expiresIn) <= toleranceSeconds;
  const halfway = (exchange.answeredAt - exchange.arrivedAt) / 2000;
  return Math.abs(lifetimeOf(exchange, expiresAt) - expiresIn) <= toleranceSeconds + halfway;
}

/** Returns the seconds from an answer until `expiresAt`, by the service's clock if the answer has a Date header. */
function lifetimeOf(exchange: Exchange, expiresAt: number): number {
  const midway = (exchange.arrivedAt + exchange.answeredAt) / 2 + (exchange.facts.clockSkewMs ?? 0);
  return Math.round(expiresAt - midway / 1000);
}
