import { constants } from '../../contract/constants';
import { answerSchema } from '../judge/answer-schema';
import type { Exchange } from '../../exchange/exchange';
import { jsonBody } from '../../exchange/exchange';
import { findMember } from '../../exchange/members';
import { errorDetail, fateOf, isAccepted, memberOf, noteOf, showAnswer, showRequest } from '../judge/fates';
import type { Judgement, RuleContext } from '../judge/judge';
import { eachExchange, kept } from '../judge/judge';
import { lifetimeIn, sessionSchema, valuesIn } from './session-answer';
import { sight } from '../judge/sight';
import { eachNegative } from '../judge/twins';

/** Variants of the session request with credentials that the gateway never issued. */
export const wrongCredentialVariants = ['wrong-secret', 'unknown-client'];

/** A session answer that may be judged: the suite asked for a valid one, or traffic shows that one was granted. */
function isSessionAnswer(exchange: Exchange): boolean {
  if (exchange.operation !== 'session.create') return false;
  return exchange.asked === undefined ? isAccepted(exchange) : exchange.asked.part === 'valid';
}

const noSession: Judgement = { unjudged: 'no session was issued (see SES-05)' };
const halfSeen = (what: string): Judgement => ({
  unjudged: `the session answer has no ${what} (see SES-05)`,
});

const sentSession = (exchange: Exchange): string =>
  showRequest(exchange, 'with the credentials of the target');

/** Clause 2.2: names and types of the answer's members. */
export const sessionAnswerShape = eachExchange('SES-05', (exchange) => {
  if (!isSessionAnswer(exchange)) return undefined;
  const expected =
    '200 with JSON: accessToken (string), expiresIn (integer), refreshExpiresIn (integer), refreshToken (string), tokenType (string)';
  const sent = sentSession(exchange);
  const fate = fateOf(exchange);
  if (fate.kind === 'environment') return { unjudged: fate.reason };
  if (fate.kind === 'subject') return { breach: { sent, expected, got: fate.got, likely: fate.likely } };
  const got = showAnswer(exchange);
  if (exchange.response?.status !== 200)
    return { breach: { sent, expected, got, likely: 'the document gives the session answer status 200' } };
  if (!sessionSchema.isJson(exchange))
    return { breach: { sent, expected, got, likely: 'the answer is not JSON, or it was cut on its way' } };
  if (sessionSchema.fits(exchange)) return kept;
  return { breach: { sent, expected, got, likely: sessionSchema.tell(exchange) } };
});

/** Clause 2.2 with RFC 7519: both tokens are JWTs. */
export const tokensAreJwts = eachExchange('SES-06', (exchange) => {
  if (!isSessionAnswer(exchange)) return undefined;
  if (!isAccepted(exchange)) return noSession;
  const tokens = exchange.facts.tokens ?? {};
  const named = ['accessToken', 'refreshToken'].map((name) => [name, tokens[`response:/${name}`]] as const);
  const flaws = named.flatMap(([name, token]) =>
    token === undefined || token.jwt ? [] : [`${name}: ${token.flaw ?? 'no token'}`],
  );
  const missing = named.find(([, token]) => token === undefined);
  if (flaws.length === 0) return missing === undefined ? kept : halfSeen(missing[0]);
  return {
    breach: {
      sent: sentSession(exchange),
      expected: 'accessToken and refreshToken each a JWT: header.claims.signature, base64url (RFC 7519)',
      got: flaws.join('; '),
      likely: 'opaque tokens are issued where the document names JWTs',
    },
  };
});

/** Clause 2.2: the literal token type, and lifetimes that say something. */
export const tokenTypeAndLifetimes = eachExchange('SES-07', (exchange) => {
  if (!isSessionAnswer(exchange)) return undefined;
  if (!isAccepted(exchange)) return noSession;
  const { wrong, half } = valuesIn(exchange);
  const flaws = wrong.map(
    (name) => `${name} ${JSON.stringify(findMember(exchange.response?.body?.text, name))}`,
  );
  // Members that are missing, or of another type, are SES-05's.
  if (flaws.length === 0) return half === undefined ? kept : halfSeen(`${half} that can be judged`);
  return {
    breach: {
      sent: sentSession(exchange),
      expected: 'tokenType "bearer" in lowercase; expiresIn and refreshExpiresIn whole seconds above 0',
      got: flaws.join('; '),
      likely: 'a token library that writes Bearer, or a lifetime that is counted from another instant',
    },
  };
});

const toleranceSeconds = 5;

/** Clauses 2.2, 8: what the token says of its end agrees with what the answer says. */
export const expiryAgrees = eachExchange('SES-10', (exchange) => {
  if (!isSessionAnswer(exchange)) return undefined;
  if (!isAccepted(exchange)) return noSession;
  const lifeMs = lifetimeIn(exchange);
  const token = exchange.facts.tokens?.['response:/accessToken'];
  if (lifeMs === undefined) return halfSeen('expiresIn');
  if (token?.jwt !== true)
    return { unjudged: 'the access token is no JWT (see SES-06): its exp cannot be read' };
  const expiresIn = lifeMs / 1000;
  if (token.encrypted === true) return { unjudged: 'the access token is encrypted: its exp cannot be read' };
  const { expiresAt } = token;
  const expected = `exp within ${toleranceSeconds} s of the instant of issue plus expiresIn (${expiresIn} s)`;
  if (expiresAt !== undefined && agrees(exchange, expiresAt, expiresIn, token.issuedAt)) return kept;
  return {
    breach: {
      sent: sentSession(exchange),
      expected,
      got:
        expiresAt === undefined
          ? 'an access token without exp'
          : `exp ${lifetimeOf(exchange, expiresAt)} s after the answer`,
      likely:
        'a cached token is given out with the lifetime of a new one, or seconds and milliseconds are mixed up',
    },
  };
});

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

const credentialFlaws = sight('refused credentials', ['response'], (exchange, { readings }: RuleContext) => {
  const { status, message } = constants.wrongCredentials;
  const detail = errorDetail(exchange);
  return [
    ...(exchange.response?.status === status ? [] : ['the status']),
    ...(new RegExp(readings['error-code']).test(detail.code ?? '') ? [] : ['the code']),
    ...(detail.message === message ? [] : ['the message']),
  ];
});

/** Clauses 4.1, 7: wrong credentials get the documented error. */
export const wrongCredentialsRefused = eachNegative(
  'SES-08',
  wrongCredentialVariants,
  (exchange, context) => {
    const flaws = credentialFlaws(exchange, context);
    return flaws.length === 0 ? kept : { breach: wrongCredentialsBreach(exchange, context, flaws) };
  },
);

function wrongCredentialsBreach(exchange: Exchange, context: RuleContext, flaws: readonly string[]) {
  const { status, message } = constants.wrongCredentials;
  return {
    sent: showRequest(
      exchange,
      exchange.asked?.variant === 'wrong-secret'
        ? 'the right clientId with a wrong clientSecret'
        : 'an invented clientId',
    ),
    expected: `${status}, code matching ${context.readings['error-code']}, message "${message}"`,
    got: showAnswer(exchange),
    likely: `not as documented: ${flaws.join(', ')}; the prefix of the code is the service's own: set readings.error-code if it is not SVC`,
  };
}

const errorSchema = answerSchema('contract/error');

/** Whether a body has a member for an error, whatever the status says. */
const tellsError = sight('error told', ['response'], ({ response }) => {
  const error = memberOf(jsonBody(response), 'error');
  return error !== undefined && error !== null;
});

/** Clause 2.3: the one shape of an error body. */
export const errorEnvelope = eachNegative(
  'SES-09',
  wrongCredentialVariants,
  (exchange): Judgement | undefined => {
    // A session, granted for wrong credentials, is SES-08's; an error told under 200 has a shape all the same.
    if (isAccepted(exchange) && !tellsError(exchange)) return undefined;
    if (errorSchema.fits(exchange)) return kept;
    return {
      breach: {
        sent: showRequest(exchange, 'with credentials that were never issued'),
        expected: '{"error": {"code": "…", "message": "…"}} and no member beside error',
        got: showAnswer(exchange),
        likely: errorSchema.tell(exchange),
      },
    };
  },
);

/** Clause 2.1: what the document leaves open. */
export const incompleteSession = eachExchange('SES-11', (exchange) => {
  const { asked } = exchange;
  if (asked?.part !== 'open' || asked.round !== 'session-body') return undefined;
  if (exchange.failure !== undefined) return { unjudged: `${asked.variant}: ${showAnswer(exchange)}` };
  return { note: `${asked.variant}: ${noteOf(exchange)}` };
});
