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
import { judgesEachMessage } from '../judge/absences';
import { defineHome, placesAt, requiredPlaces, shownByRow } from '../judge/home';
import type { BreachDetails, Judgement, RuleContext, UnjudgedReason } from '../judge/judge';
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
export const refreshLifetimeIn = lifeBy('refreshExpiresIn');

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
   * Members with a wrong value: a token type other than the literal of clause 2.2, or a lifetime that no token can
   * have. A refresh lifetime of 0 is allowed: it means that no refresh token can be used.
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
export function maskedIn(exchange: Exchange, name: string): UnjudgedReason | undefined {
  return maskedMembers(exchange).includes(name) ? { unjudged: whyMaskedUnjudged(name) } : undefined;
}

/**
 * Returns whether an exchange is a session answer that can be judged: the suite sent a valid request, or the service
 * granted a session to another client.
 */
export function isSessionAnswer(exchange: Exchange): boolean {
  if (exchange.operation !== 'session.create') return false;
  return exchange.asked === undefined ? isAccepted(exchange) : exchange.asked.part === 'valid';
}

export const noSession: Judgement = { unjudged: 'no session was issued' };

export const halfSeen = (what: string): Judgement => ({
  unjudged: `the session answer has no ${what}`,
});

export const sentSession = (exchange: Exchange): string =>
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
    'the session comes with status 202: where that is agreed, extend a field profile that has it, or set readings.session-status and have the departure approved as an exception',
  of202AsSaid:
    'the session comes with status 202, as readings.session-status says: a departure from the document',
} as const;

/** Returns the likely cause of an accepted session answer with another status than 200. */
function likelyOtherStatus({ response }: Exchange, { readings }: RuleContext): string {
  if (response?.status !== 202) return likelyStatus.other;
  return readings['session-status'] === 202 ? likelyStatus.of202AsSaid : likelyStatus.of202;
}

/** Marks a breach that only shows the status on which the target agreed. */
function departuresBy(cause: string): Pick<BreachDetails, 'departures'> {
  return cause === likelyStatus.of202AsSaid ? { departures: ['session-status'] } : {};
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
    'A session answer has status 200. It has accessToken, refreshToken and tokenType as strings, and expiresIn ' +
    'and refreshExpiresIn as integers.',
  absences: judgesEachMessage,
  latitude: {
    'the members are in another order': 'member-order',
    'the answer has further members': 'extra-members',
    'the JSON is indented': 'pretty-json',
    'names and values are written as JSON escapes': 'escaped-json',
    'the media type is text/plain': 'json-as-text',
    'whole numbers in another notation': shownByRow,
  },
  departures: ['session-status'],
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
    const unjudged = maskedShape(exchange);
    // An approved exception or a field profile for the status must not cover a wrong shape. If a mask hides the shape,
    // the exchange shows only the status.
    const isShown = fits || unjudged !== undefined || cause !== likelyStatus.of202AsSaid;
    if (isOther && isShown)
      return { breach: { sent, expected, seen: showAnswer(exchange), cause, ...departuresBy(cause) } };
    if (fits) return keptJudgement;
    return unjudged ?? { breach: { sent, expected, ...sessionSchema.tell(exchange) } };
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
  absences: judgesEachMessage,
  latitude: {
    'the tokens have another algorithm and fewer claims': 'other-tokens',
    'an encrypted JWT of five parts': shownByRow,
    'a JWT without a signature': shownByRow,
    'an empty refresh token with a refreshExpiresIn of 0': 'refresh-switched-off',
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
  otherCase: 'bearer is written in other letters than lowercase',
  blanks: 'blanks are around the word bearer',
  otherType: 'another word than bearer, such as the format of the token',
  zero: 'the access token has a lifetime of zero, as if it was never set',
  negative: 'a lifetime is negative, as if it was counted from another instant',
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
  absences: judgesEachMessage,
  latitude: {
    'the access token lives for five seconds': 'lifetime-5-s',
    'the access token lives for a minute': 'lifetime-60-s',
    'both tokens live for two hours': 'lifetime-2-h',
    'the refresh token ends before the access token': shownByRow,
    'a lifetime of 0 if refresh is switched off': 'refresh-switched-off',
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
        cause: likelyValue(exchange, wrong),
      },
    };
  }),
});

/** Returns the likely cause of a wrong token type or lifetime. */
function likelyValue({ response }: Exchange, wrong: readonly string[]): string {
  const tokenType = String(findMember(response?.body?.text, 'tokenType'));
  if (wrong.includes('tokenType')) {
    if (tokenType.toLowerCase() === constants.tokenType) return likelyValues.otherCase;
    return tokenType.trim().toLowerCase() === constants.tokenType
      ? likelyValues.blanks
      : likelyValues.otherType;
  }
  const isNegative = wrong.some((name) => (secondsOf(findMember(response?.body?.text, name)) ?? 0) < 0);
  return isNegative ? likelyValues.negative : likelyValues.zero;
}
