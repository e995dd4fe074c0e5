import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { fateOf, isAccepted, showAnswer, showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { lifetimeIn, maskedIn, maskedShape, sessionSchema, valuesIn } from './session-answer';

/** A session answer that may be judged: the suite asked for a valid one, or traffic shows that one was granted. */
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

/** Rows of clause 2.2. A quote has no gaps, so that it is found in the document. */
const accessTokenRow = 'accessToken | string (JWT) | bearer token, <ACCESS_TOKEN>';
const lifetimeRows =
  'expiresIn | integer | lifetime of the access token in seconds (1200 in the shown response) | | ' +
  'refreshExpiresIn | integer | lifetime of the refresh token in seconds (1800 in the shown response)';
const refreshTokenRow = 'refreshToken | string (JWT) | <REFRESH_TOKEN>';
const tokenTypeRow = 'tokenType | string | bearer';

/** Clause 2.2: names and types of the answer's members. */
export const sessionAnswerShape = home({
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
  mistakes: {
    '"expiresIn": "1200"': 'a lifetime as text',
    '"expiresIn": 1200.5': 'a fraction of a second',
    '"refreshExpiresIn": null': 'no value',
    '"accessToken": {"value":"t"}': 'an object in place of text',
    '"tokenType": ["bearer"]': 'a list in place of text',
    'no "accessToken"': 'no access token',
    'no "expiresIn"': 'no lifetime',
    'no "refreshToken"': 'no refresh token',
    'no "tokenType"': 'no type of token',
  },
  on: ['session.create'],
  tells: at('answer line', 'answer body'),
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    const expected =
      '200 with JSON: accessToken (string), expiresIn (integer), refreshExpiresIn (integer), refreshToken (string), tokenType (string)';
    const sent = sentSession(exchange);
    const fate = fateOf(exchange);
    if (fate.kind === 'environment') return { unjudged: fate.reason };
    if (fate.kind === 'subject') return { breach: { sent, expected, seen: fate.seen, cause: fate.cause } };
    const seen = showAnswer(exchange);
    if (exchange.response?.status !== 200)
      return { breach: { sent, expected, seen, cause: 'the document gives the session answer status 200' } };
    if (!sessionSchema.isJson(exchange))
      return { breach: { sent, expected, seen, cause: 'the answer is not JSON, or it was cut on its way' } };
    if (sessionSchema.fits(exchange)) return kept;
    return maskedShape(exchange) ?? { breach: { sent, expected, seen, cause: sessionSchema.tell(exchange) } };
  }),
});

/** Clause 2.2 with RFC 7519: both tokens are JWTs. */
export const tokensAreJwts = home({
  id: 'SES-06',
  clauses: ['2.2'],
  quote: [accessTokenRow, lifetimeRows, refreshTokenRow].join(' | | '),
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'passive',
  title: 'Both tokens of a session have JWT form',
  rule: 'The value of accessToken is a JSON Web Token, and so is the value of refreshToken.',
  needs: ['SES-05'],
  mistakes: {
    '"accessToken": "7f3a9c51d2e84b06"': 'an opaque token',
    '"refreshToken": "b81f0c4d97aa4e25"': 'an opaque refresh token',
    '"accessToken": "eyJhbGciOiJSUzI1NiJ9.e30"': 'no signature',
    '"accessToken": "one.two.three"': 'three parts that are not JSON',
  },
  on: ['session.create'],
  tells: [...needed('answer body/accessToken', 'answer body/refreshToken'), ...at('fact tokens')],
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    if (!isAccepted(exchange)) return noSession;
    const tokens = exchange.facts.tokens ?? {};
    const named = ['accessToken', 'refreshToken'].map((name) => [name, tokens[`response:/${name}`]] as const);
    const flaws = named.flatMap(([name, token]) =>
      token === undefined || token.jwt ? [] : [`${name}: ${token.flaw ?? 'no token'}`],
    );
    const missing = named.find(([, token]) => token === undefined);
    if (flaws.length === 0)
      return missing === undefined ? kept : (maskedIn(exchange, missing[0]) ?? halfSeen(missing[0]));
    return {
      breach: {
        sent: sentSession(exchange),
        expected: 'accessToken and refreshToken each a JWT: header.claims.signature, base64url (RFC 7519)',
        seen: flaws.join('; '),
        cause: 'opaque tokens are issued where the document names JWTs',
      },
    };
  }),
});

/** Clause 2.2: the literal token type, and lifetimes that say something. */
export const tokenTypeAndLifetimes = home({
  id: 'SES-07',
  clauses: ['2.2'],
  quote: [lifetimeRows, refreshTokenRow, tokenTypeRow].join(' | | '),
  subject: 'service',
  roles: ['gateway'],
  level: 'must',
  seen: 'passive',
  title: 'The token type is bearer, lifetimes are whole seconds',
  rule:
    'tokenType reads bearer, and both lifetimes, expiresIn and refreshExpiresIn, are whole numbers of ' +
    'seconds greater than zero.',
  needs: ['SES-05'],
  mistakes: {
    '"tokenType": "Bearer"': 'a capital letter',
    '"tokenType": "JWT"': 'the form of the token',
    '"expiresIn": 0': 'a token without life',
    '"expiresIn": -1200': 'a token that has expired',
    '"refreshExpiresIn": 0': 'a refresh token without life',
  },
  on: ['session.create'],
  tells: needed('answer body/tokenType', 'answer body/expiresIn', 'answer body/refreshExpiresIn'),
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    if (!isAccepted(exchange)) return noSession;
    const { wrong, half } = valuesIn(exchange);
    const flaws = wrong.map(
      (name) => `${name} ${JSON.stringify(findMember(exchange.response?.body?.text, name))}`,
    );
    // Members that are missing, or of another type, are judged as the shape of the answer.
    if (flaws.length === 0)
      return half === undefined ? kept : (maskedIn(exchange, half) ?? halfSeen(`${half} that can be judged`));
    return {
      breach: {
        sent: sentSession(exchange),
        expected: 'tokenType "bearer" in lowercase; expiresIn and refreshExpiresIn whole seconds above 0',
        seen: flaws.join('; '),
        cause: 'a token library that writes Bearer, or a lifetime that is counted from another instant',
      },
    };
  }),
});

const toleranceSeconds = 5;

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
    '"expiresIn": 1200000': 'milliseconds in place of seconds',
    '"expiresIn": 20': 'minutes in place of seconds',
    '"expiresIn": 1800': 'the lifetime of the refresh token',
    '"accessToken": "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhY2Nlc3MifQ.c2lnbmF0dXJl"': 'no exp in the token',
  },
  on: ['session.create'],
  follows: ['SES-07'],
  needs: ['SES-05', 'SES-06', 'SES-07'],
  tells: [...needed('answer body/expiresIn'), ...at('fact tokens/response:/accessToken')],
  reads: 'answer',
  judge: eachExchange((exchange) => {
    if (!isSessionAnswer(exchange)) return undefined;
    if (!isAccepted(exchange)) return noSession;
    const lifeMs = lifetimeIn(exchange);
    const token = exchange.facts.tokens?.['response:/accessToken'];
    if (lifeMs === undefined) return maskedIn(exchange, 'expiresIn') ?? halfSeen('expiresIn');
    const masked = maskedIn(exchange, 'accessToken');
    if (masked !== undefined) return masked;
    if (token?.jwt !== true) return { unjudged: 'the access token is no JWT: its exp cannot be read' };
    const expiresIn = lifeMs / 1000;
    if (token.encrypted === true)
      return { unjudged: 'the access token is encrypted: its exp cannot be read' };
    const { expiresAt } = token;
    const expected = `exp within ${toleranceSeconds} s of the instant of issue plus expiresIn (${expiresIn} s)`;
    if (expiresAt !== undefined && agrees(exchange, expiresAt, expiresIn, token.issuedAt)) return kept;
    return {
      breach: {
        sent: sentSession(exchange),
        expected,
        seen:
          expiresAt === undefined
            ? 'an access token without exp'
            : `exp ${lifetimeOf(exchange, expiresAt)} s after the answer`,
        cause:
          'a cached token is given out with the lifetime of a new one, or seconds and milliseconds are mixed up',
      },
    };
  }),
});

/** Whether the access token of an answer ends when its expiresIn says. */
export function expiresAsTold(exchange: Exchange): boolean {
  const lifeMs = lifetimeIn(exchange);
  const { expiresAt, issuedAt } = exchange.facts.tokens?.['response:/accessToken'] ?? {};
  return (
    lifeMs !== undefined && expiresAt !== undefined && agrees(exchange, expiresAt, lifeMs / 1000, issuedAt)
  );
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
