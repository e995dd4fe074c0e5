import { home } from '../judge/home';
import { at, needed } from '../judge/places';
import type { Exchange } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { shapeCauses } from '../judge/answer-schema';
import { fateCauses, fateOf, showAnswer, showRequest } from '../judge/fates';
import type { Judgement } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { maskedIn, maskedShape, sessionSchema, valuesIn } from './session-answer';
import { isAccepted } from '../../exchange/exchange';

/** A session answer that may be judged: the suite asked for a valid one, or traffic shows that one was granted. */
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

/** Rows of clause 2.2. A quote has no gaps, so that it is found in the document. */
const accessTokenRow = 'accessToken | string (JWT) | bearer token, <ACCESS_TOKEN>';
const lifetimeRows =
  'expiresIn | integer | lifetime of the access token in seconds (1200 in the shown response) | | ' +
  'refreshExpiresIn | integer | lifetime of the refresh token in seconds (1800 in the shown response)';
const refreshTokenRow = 'refreshToken | string (JWT) | <REFRESH_TOKEN>';
const tokenTypeRow = 'tokenType | string | bearer';

const otherStatus = 'another status than the 200 that the document gives the session answer';

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
  causes: [...fateCauses, ...shapeCauses, otherStatus],
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
    if (exchange.response?.status !== 200)
      return { breach: { sent, expected, seen: showAnswer(exchange), cause: otherStatus } };
    if (sessionSchema.fits(exchange)) return kept;
    return maskedShape(exchange) ?? { breach: { sent, expected, ...sessionSchema.tell(exchange) } };
  }),
});

const opaque = 'opaque tokens are issued where the document names JWTs';
const halfJwt = 'a token that is cut like a JWT, but whose parts are missing or cannot be read';

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
  causes: [opaque, halfJwt],
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
        cause: flaws.every((flaw) => /: (no token|1 dot-separated parts, not 3)$/.test(flaw))
          ? opaque
          : halfJwt,
      },
    };
  }),
});

const likelyValues = {
  type: 'a token library that writes Bearer, or names the format of the token',
  lifetime: 'a lifetime that is counted from another instant, or was never set',
} as const;

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
  causes: Object.values(likelyValues),
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
        cause: wrong.includes('tokenType') ? likelyValues.type : likelyValues.lifetime,
      },
    };
  }),
});
