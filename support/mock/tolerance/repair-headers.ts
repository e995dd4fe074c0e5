import { randomUUID } from 'node:crypto';
import { hasV3HeaderForm } from '../request-checks';
import type { MockRequest, MockState } from '../seams';

/** Replaces both REQUEST-ID and TIMESTAMP if either of them is wrong. Always sets X-CM-ID (clause 5.2). */
export function withV3Headers(call: MockRequest, { account, seams }: MockState): MockRequest {
  const { 'request-id': id = '', timestamp = '' } = call.headers;
  const now = new Date(call.receivedAt);
  const isRight =
    hasV3HeaderForm(id, timestamp) &&
    Math.abs(seams.clock() - Date.parse(timestamp)) <= account.stalenessSeconds * 1000;
  const repaired = isRight ? {} : { 'request-id': randomUUID(), timestamp: now.toISOString() };
  return { ...call, headers: { ...call.headers, ...repaired, 'x-cm-id': account.cmId } };
}

/** Lifetime, in seconds, of a token that replaces a wrong one. The token only has to outlive the request. */
const momentSeconds = 60;

/**
 * Replaces a missing or wrong token with a valid one. Keeps an expired token, because some obligations can
 * only be judged if the service refuses it.
 */
export async function withToken(
  call: MockRequest,
  { account, seams }: MockState,
  header: 'authorization' | 'bearer_auth',
): Promise<MockRequest> {
  const [, token] = /^Bearer +(\S+)$/i.exec(call.headers[header] ?? '') ?? [];
  if (token !== undefined && (await seams.tokens.verify(token)) !== 'invalid') return call;
  const issued = await seams.tokens.issue({ clientId: account.clientId }, 'access', momentSeconds);
  return { ...call, headers: { ...call.headers, [header]: `Bearer ${issued}` } };
}

/**
 * Repairs a trigger's token in bearer_auth, and also in Authorization if the reading `trigger-authorization`
 * is `required`.
 */
export async function withBothTokens(call: MockRequest, state: MockState): Promise<MockRequest> {
  const repaired = await withToken(call, state, 'bearer_auth');
  return state.readings['trigger-authorization'] === 'required'
    ? withToken(repaired, state, 'authorization')
    : repaired;
}

export function withJsonBody(call: MockRequest, body: object): MockRequest {
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return { ...call, headers, rawBody: Buffer.from(JSON.stringify(body)) };
}
