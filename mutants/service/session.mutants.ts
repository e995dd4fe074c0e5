import { randomBytes } from 'node:crypto';
import { resolveReadings } from '../../support/contract/readings';
import type { ObligationId } from '../../support/obligations';
import type { MockHandler } from '../../support/mock/seams';
import { defaultHandlers } from '../../support/mock/services';
import { disguisingTokens, withClaims, withHeader } from '../disguise';
import type { Mutant } from '../mutant';
import { serviceMutant } from '../mutant';
import type { JsonObject } from '../replies';
import { editAcceptedBody, editReplies, errorEnvelopeReply } from '../replies';
import { stageMock, startHangingMock, neverReply, withSeams } from '../stage';

/** A gateway whose session answer has another body. */
function answer(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  edit: (body: JsonObject) => string | object,
): Mutant {
  return serviceMutant(name, breaks, story, withSeams(editAcceptedBody('session.create', edit)));
}

function without(body: JsonObject, left: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== left));
}

/** Names and types of the members (SES-05). */
const shape: Mutant[] = [
  answer('lifetimes-as-text', ['SES-05'], 'A serializer writes numbers as strings.', (body) => ({
    ...body,
    expiresIn: String(body.expiresIn),
    refreshExpiresIn: String(body.refreshExpiresIn),
  })),
  answer('no-refresh-token', ['SES-05'], 'Client credentials need no refresh token, says RFC 6749.', (body) =>
    without(body, 'refreshToken'),
  ),
  answer('refresh-lifetime-null', ['SES-05'], 'An unset field is written as null.', (body) => ({
    ...body,
    refreshExpiresIn: null,
  })),
  answer('no-token-type', ['SES-05'], 'tokenType is taken for granted and left out.', (body) =>
    without(body, 'tokenType'),
  ),
  answer('lifetime-fractional', ['SES-05'], 'The lifetime is what is left, with fractions.', (body) => ({
    ...body,
    expiresIn: 1199.5,
  })),
  answer('snake-case', ['SES-05'], 'The answer of the OAuth library goes out as it is.', (body) => ({
    access_token: body.accessToken,
    expires_in: body.expiresIn,
    refresh_expires_in: body.refreshExpiresIn,
    refresh_token: body.refreshToken,
    token_type: body.tokenType,
  })),
  answer('wrapped-in-data', ['SES-05'], 'A house style wraps every answer.', (data) => ({ data })),
  answer('session-in-quotes', ['SES-05'], 'The JSON is encoded twice.', (body) =>
    JSON.stringify(JSON.stringify(body)),
  ),
  serviceMutant(
    'session-created-201',
    ['SES-05'],
    'A framework answers every POST with 201.',
    withSeams(
      editReplies('session.create', (reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply)),
    ),
  ),
  {
    ...serviceMutant('session-202', ['SES-05'], 'A queue in front of the gateway accepts every POST.', () =>
      stageMock({ readings: resolveReadings({ 'session-status': 202 }) }),
    ),
    diagnosis: { 'SES-05': 'set readings.session-status' },
  },
  serviceMutant(
    'sessions-hang',
    ['SES-05'],
    'The identity server behind the gateway is not there.',
    startHangingMock({ handlers: { 'session.create': neverReply } }),
  ),
  serviceMutant(
    'second-session-500',
    ['SES-05'],
    'The second session of a client breaks a unique index.',
    withSeams(() => ({ handlers: { 'session.create': failingFrom(2) } })),
  ),
];

/** Answers 500 to the request of that number with right credentials, and to every later one. */
function failingFrom(first: number): MockHandler {
  let created = 0;
  return async (call, state) => {
    const reply = await defaultHandlers['session.create'](call, state);
    if (reply.status !== 200) return reply;
    created += 1;
    return created < first ? reply : errorEnvelopeReply(500, 'SVC-1500', 'Internal error');
  };
}

const opaque = (): string => randomBytes(24).toString('hex');

/** Whether the tokens are JWTs (SES-06). */
const tokenForm: Mutant[] = [
  serviceMutant(
    'opaque-tokens',
    ['SES-06'],
    'The gateway keeps sessions in a table and hands out random keys.',
    withSeams(disguisingTokens(opaque)),
  ),
  serviceMutant(
    'opaque-refresh-token',
    ['SES-06'],
    'Only the access token is a JWT.',
    withSeams(disguisingTokens((token, kind) => (kind === 'refresh' ? opaque() : token))),
  ),
  serviceMutant(
    'two-part-token',
    ['SES-06'],
    'A proxy that must not see signatures cuts them off.',
    withSeams(disguisingTokens((token) => token.split('.').slice(0, 2).join('.'))),
  ),
  serviceMutant(
    'token-header-without-alg',
    ['SES-06'],
    'The header is made by hand and names the key only.',
    withSeams(disguisingTokens((token) => withHeader(token, ({ alg: _left, ...rest }) => rest))),
  ),
  serviceMutant(
    'token-with-scheme',
    ['SES-06'],
    'The value for the Authorization header is given as the token.',
    withSeams(disguisingTokens((token) => `Bearer ${token}`)),
  ),
  serviceMutant(
    'claims-in-plain-base64',
    ['SES-06'],
    'The token is put together with the standard alphabet and its padding.',
    withSeams(disguisingTokens(inPlainBase64)),
  ),
];

function inPlainBase64(token: string): string {
  // A claim that makes both characters of the standard alphabet, and padding, appear.
  const padded = withClaims(token, (claims) => ({ ...claims, note: '???>>>~~~ü' }));
  const standard = padded.split('.').map((part) => Buffer.from(part, 'base64url').toString('base64'));
  // Padding between the parts could stand in no Authorization header (RFC 6750, section 2.1).
  return standard.map((part, at) => (at < 2 ? part.replace(/=+$/, '') : part)).join('.');
}

/** The token type and the lifetimes as such (SES-07). */
const values: Mutant[] = [
  answer('token-type-bearer-capital', ['SES-07'], 'The token library writes Bearer.', (body) => ({
    ...body,
    tokenType: 'Bearer',
  })),
  answer('token-type-jwt', ['SES-07'], 'tokenType names the form of the token.', (body) => ({
    ...body,
    tokenType: 'JWT',
  })),
  answer(
    'refresh-lifetime-zero',
    ['SES-12'],
    'The answer says 0, and the refresh token lives for half an hour.',
    (body) => ({ ...body, refreshExpiresIn: 0 }),
  ),
  answer('lifetime-negative', ['SES-07', 'SES-10'], 'A lifetime of -1 means "for ever".', (body) => ({
    ...body,
    expiresIn: -1,
  })),
];

export const sessionMutants: readonly Mutant[] = [...shape, ...tokenForm, ...values];
