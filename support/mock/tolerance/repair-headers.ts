import { randomUUID } from 'node:crypto';
import { acceptsV3Headers } from '../request-checks';
import type { Call, MockState } from '../seams';

/** REQUEST-ID, TIMESTAMP and X-CM-ID, as clause 5.2 has them. */
export function withV3Headers(call: Call, { account, seams }: MockState): Call {
  const { 'request-id': id = '', timestamp = '' } = call.headers;
  const now = new Date(call.receivedAt);
  const isRight =
    acceptsV3Headers(id, timestamp) &&
    Math.abs(seams.clock() - Date.parse(timestamp)) <= account.stalenessSeconds * 1000;
  const repaired = isRight ? {} : { 'request-id': randomUUID(), timestamp: now.toISOString() };
  return { ...call, headers: { ...call.headers, ...repaired, 'x-cm-id': account.cmId } };
}

/** Seconds that a token lives which is put in the place of a wrong one: as long as the request. */
const momentSeconds = 60;

/** A token that was issued, in the place of none or of a wrong one; one that has expired stays what it is. */
export async function withToken(
  call: Call,
  { account, seams }: MockState,
  header: 'authorization' | 'bearer_auth',
): Promise<Call> {
  const [, token] = /^Bearer +(\S+)$/i.exec(call.headers[header] ?? '') ?? [];
  if (token !== undefined && (await seams.tokens.verify(token)) !== 'invalid') return call;
  const issued = await seams.tokens.issue({ clientId: account.clientId }, 'access', momentSeconds);
  return { ...call, headers: { ...call.headers, [header]: `Bearer ${issued}` } };
}

/** Triggers carry theirs in bearer_auth, and by a reading in Authorization too. */
export async function withBothTokens(call: Call, state: MockState): Promise<Call> {
  const repaired = await withToken(call, state, 'bearer_auth');
  return state.readings['trigger-authorization'] === 'required'
    ? withToken(repaired, state, 'authorization')
    : repaired;
}

/** Another body, as JSON. */
export function withJsonBody(call: Call, body: object): Call {
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return { ...call, headers, rawBody: Buffer.from(JSON.stringify(body)) };
}
