import { createHash, timingSafeEqual } from 'node:crypto';
import { constants, meansSandbox, unnamedCmId } from '../contract/constants';
import { requestIdPattern, timestampPattern } from '../contract/headers';
import type { JsonMembers } from '../contract/json';
import { duplicateMembers, isObject } from '../contract/json';
import type { ReadingValues } from '../contract/readings';
import { agreedErrorCode } from '../contract/readings';
import { currentWithinSeconds } from '../contract/readings/staleness';
import { checkSchema, describedMembers } from '../contract/schemas';
import type { MockAccount } from './account';
import type { MockRequest, MockState, MockReply } from './seams';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/**
 * The errors that the mock returns. The contract shows only the error for wrong credentials (clause 2.3); all
 * other codes are the mock's own. Only the errors for encrypted values mention decryption, so that the reason
 * for a refusal is clear.
 */
const refusals = {
  wrongCredentials: constants.wrongCredentials,
  malformedBody: { status: 400, code: 'SVC-1001', message: 'Malformed request body' },
  staleTimestamp: { status: 400, code: 'SVC-1002', message: 'TIMESTAMP is stale' },
  malformedTimestamp: { status: 400, code: 'SVC-1003', message: 'TIMESTAMP is missing or malformed' },
  malformedRequestId: {
    status: 400,
    code: 'SVC-1004',
    message: 'REQUEST-ID is missing or not a lowercase UUID v4',
  },
  wrongCmId: { status: 400, code: 'SVC-1005', message: 'X-CM-ID is missing or unknown' },
  notJson: { status: 415, code: 'SVC-1006', message: 'Content-Type is not application/json' },
  badRequest: { status: 400, code: 'SVC-1007', message: 'Malformed HTTP request' },
  tooLarge: { status: 413, code: 'SVC-1008', message: 'Request body is too large' },
  headersTooLarge: { status: 431, code: 'SVC-1010', message: 'Request headers are too large' },
  missingHeader: { status: 400, code: 'SVC-1012', message: 'A required header is missing' },
  tooSlow: { status: 408, code: 'SVC-1011', message: 'The request was not whole in time' },
  unknownPath: { status: 404, code: 'SVC-1009', message: 'No such operation' },
  invalidToken: { status: 401, code: 'SVC-1401', message: 'Missing or invalid bearer token' },
  expiredToken: { status: 401, code: 'SVC-1402', message: 'Bearer token has expired' },
  unavailable: { status: 503, code: 'SVC-1503', message: 'Temporarily unavailable' },
  internal: { status: 500, code: 'SVC-1500', message: 'Internal error' },
  encryptedEncoding: {
    status: 400,
    code: 'SVC-2001',
    message: 'Invalid encrypted value: not Base64 of one ciphertext',
  },
  encryptedDecryption: {
    status: 400,
    code: 'SVC-2002',
    message: 'Invalid encrypted value: decryption failed',
  },
  unknownCycle: { status: 404, code: 'SVC-3001', message: 'No request has that correlation id' },
  otherCycle: { status: 409, code: 'SVC-3002', message: 'The request cycle is not where this belongs' },
  wrongOtp: { status: 400, code: 'SVC-2003', message: 'OTP or transaction does not match' },
} as const satisfies Record<string, Refusal>;

type RefusalName = keyof typeof refusals;

/**
 * Returns an error reply in the format of clause 2.3. `detail` names the part of the request that is wrong,
 * never its value.
 */
export function errorReply(name: RefusalName, detail?: string): MockReply {
  const { status, code, message } = refusals[name];
  const body = { error: { code, message: detail === undefined ? message : `${message}: ${detail}` } };
  // RFC 9110 requires a challenge with every 401.
  return status === 401 ? { status, headers: { 'www-authenticate': 'Bearer' }, body } : { status, body };
}

/** Returns the reply to wrong credentials. The reading `error-code` can set its code. */
export function refuseCredentials(readings: ReadingValues): MockReply {
  const reply = errorReply('wrongCredentials');
  const code = agreedErrorCode(readings) ?? constants.wrongCredentials.code;
  return { ...reply, body: { error: { code, message: constants.wrongCredentials.message } } };
}

/**
 * Returns the reply that rejects an encrypted value. The reading `encryption-rejection` can set its status
 * and add words to its message.
 */
export function rejectEncryptedField(
  reason: 'encoding' | 'decryption',
  { 'encryption-rejection': { status, words } }: ReadingValues,
): MockReply {
  const reply = errorReply(reason === 'encoding' ? 'encryptedEncoding' : 'encryptedDecryption', words?.[0]);
  return { ...reply, status: status ?? reply.status };
}

/** The result of a check: the error reply, or `undefined` if the request passes. */
type Checked = MockReply | undefined;

const jsonType = /^application\/json[ \t]*(;|$)/i;
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** Checks the format of REQUEST-ID (clause 5.2). */
export function checkRequestId({ headers }: MockRequest): Checked {
  return requestIdPattern.test(headers['request-id'] ?? '') ? undefined : errorReply('malformedRequestId');
}

/** Checks the format of TIMESTAMP, and that it is current (clause 5.2). */
export function checkTimestamp(call: MockRequest, state: MockState): Checked {
  const sentAt = instant(call.headers.timestamp ?? '');
  if (sentAt === undefined) return errorReply('malformedTimestamp');
  const { status } = state.readings['stale-after'];
  if (Math.abs(call.receivedAt - sentAt) <= currentWithinSeconds(state.readings) * 1000) return undefined;
  const reply = errorReply('staleTimestamp');
  return status === 'any-4xx' ? reply : { ...reply, status };
}

/** Returns whether REQUEST-ID and TIMESTAMP match their documented formats. Accepts a stale TIMESTAMP. */
export function hasV3HeaderForm(requestId: string, timestamp: string): boolean {
  return requestIdPattern.test(requestId) && instant(timestamp) !== undefined;
}

/** Checks the value of X-CM-ID (clause 5.2). */
export function checkCmId(call: MockRequest, state: MockState): Checked {
  return isOwnCmId(call.headers['x-cm-id'] ?? '', state.account) ? undefined : errorReply('wrongCmId');
}

/**
 * Returns whether the mock accepts this value of X-CM-ID. If the target is of production and does not name a
 * consent manager, the mock accepts every value except that of the sandbox.
 */
export function isOwnCmId(value: string, { cmId }: Pick<MockAccount, 'cmId'>): boolean {
  if (cmId !== unnamedCmId) return value === cmId;
  return value.trim() !== '' && !meansSandbox(value);
}

/**
 * Checks that a header carries an access token that this mock issued and that has not expired (clause 5.1).
 */
export async function checkBearer(
  call: MockRequest,
  state: MockState,
  header: 'authorization' | 'bearer_auth',
): Promise<Checked> {
  const token = bearer.exec(call.headers[header] ?? '')?.[1];
  const verdict = token === undefined ? 'invalid' : await state.seams.tokens.verify(token);
  if (verdict === 'valid') return undefined;
  return errorReply(verdict === 'expired' ? 'expiredToken' : 'invalidToken');
}

/**
 * Checks bearer_auth (clause 5.1.8), which carries the session's access token unless the account has another
 * token for it (reading `dummy-payer-token`).
 */
export function checkBearerAuth(call: MockRequest, state: MockState): Checked | Promise<Checked> {
  const { dummyPayerToken } = state.account;
  if (dummyPayerToken === undefined) return checkBearer(call, state, 'bearer_auth');
  const isRight = sameSecret(call.headers.bearer_auth ?? '', dummyPayerToken);
  return isRight ? undefined : errorReply('invalidToken');
}

/** Checks that Content-Type declares JSON (clause 5.2). */
export function checkJsonType({ headers }: MockRequest): Checked {
  return jsonType.test(headers['content-type'] ?? '') ? undefined : errorReply('notJson');
}

type JsonBody<T> =
  { readonly ok: true; readonly body: T } | { readonly ok: false; readonly reply: MockReply };

/**
 * Parses the request body as a JSON object with arbitrary members. If it is not a JSON object, the result
 * contains the error reply.
 */
export function readObject(call: MockRequest): JsonBody<JsonMembers> {
  const read = readValue(call);
  if (!read.ok) return read;
  return isObject(read.body)
    ? { ok: true, body: read.body }
    : { ok: false, reply: errorReply('malformedBody', 'not a JSON object') };
}

/**
 * Parses the request body and validates it against a schema, for example `contract/trigger-action`. Valid
 * bodies must have the type `T`. If the body is invalid, the result contains the error reply.
 */
export function readBody<T>(call: MockRequest, schema: string): JsonBody<T> {
  const read = readValue(call);
  if (!read.ok) return read;
  const [repeated] = duplicateMembers(call.rawBody.toString('utf8')).filter((pointer) =>
    describedMembers(schema).includes(pointer),
  );
  if (repeated !== undefined)
    return { ok: false, reply: errorReply('malformedBody', `${repeated} appears twice`) };
  const [first] = checkSchema(schema, read.body);
  // Report only path and keyword: the validator's message could quote a secret value.
  if (first)
    return { ok: false, reply: errorReply('malformedBody', `${first.path || 'body'} (${first.keyword})`) };
  return { ok: true, body: read.body as T };
}

function readValue(call: MockRequest): JsonBody<unknown> {
  try {
    return {
      ok: true,
      body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.rawBody)) as unknown,
    };
  } catch {
    return { ok: false, reply: errorReply('malformedBody', 'not JSON') };
  }
}

/** Compares two secrets in constant time, so that the response time does not reveal a partial match. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/**
 * Parses a timestamp to milliseconds since the epoch. Returns `undefined` if it does not match the format in
 * clause 5.2 or is not a real date.
 */
function instant(text: string): number | undefined {
  const time = timestampPattern.test(text) ? Date.parse(text) : Number.NaN;
  // `Date.parse` rolls some impossible dates (30 February) over instead of rejecting them.
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? time : undefined;
}
