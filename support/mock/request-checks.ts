import { createHash, timingSafeEqual } from 'node:crypto';
import { requestIdForm, timestampForm } from '../contract/headers';
import type { Members } from '../contract/json';
import { isObject } from '../contract/json';
import { checkSchema } from '../contract/schemas';
import { refuse } from './refusals';
import type { Call, MockState, Reply } from './seams';

/** Each check answers the refusal, or nothing where the request passes. */
type Checked = Reply | undefined;

const jsonType = /^application\/json[ \t]*(;|$)/i;
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** REQUEST-ID and TIMESTAMP, which every v3 call carries (clause 5.2). */
export function checkV3Headers(call: Call, state: MockState): Checked {
  if (!requestIdForm.test(call.headers['request-id'] ?? '')) return refuse('malformedRequestId');
  const sentAt = instant(call.headers.timestamp ?? '');
  if (sentAt === undefined) return refuse('malformedTimestamp');
  const stale = Math.abs(call.receivedAt - sentAt) > state.account.stalenessSeconds * 1000;
  return stale ? refuse('staleTimestamp') : undefined;
}

/** Whether both headers of every v3 call have their documented form, however old they are. */
export function acceptsV3Headers(requestId: string, timestamp: string): boolean {
  return requestIdForm.test(requestId) && instant(timestamp) !== undefined;
}

/** X-CM-ID, on the session call (clauses 4.1, 5.2). */
export function checkCmId(call: Call, state: MockState): Checked {
  return call.headers['x-cm-id'] === state.account.cmId ? undefined : refuse('wrongCmId');
}

/** A bearer token that was issued and has not run out (clause 5.1), in the header named (in lower case). */
export async function checkBearer(
  call: Call,
  state: MockState,
  header: 'authorization' | 'bearer_auth',
): Promise<Checked> {
  const token = bearer.exec(call.headers[header] ?? '')?.[1];
  const verdict = token === undefined ? 'invalid' : await state.seams.tokens.verify(token);
  if (verdict === 'valid') return undefined;
  return refuse(verdict === 'expired' ? 'expiredToken' : 'invalidToken');
}

export type JsonBody<T> =
  { readonly ok: true; readonly body: T } | { readonly ok: false; readonly reply: Reply };

/** The body of a request as a JSON object, where nothing more is known of it. */
export function readObject(call: Call): JsonBody<Members> {
  const read = readValue(call);
  if (!read.ok) return read;
  return isObject(read.body)
    ? { ok: true, body: read.body }
    : { ok: false, reply: refuse('malformedBody', 'not a JSON object') };
}

/** The JSON body of a request whose schema (`contract/…`) vouches for the type. */
export function readJson<T>(call: Call, schema: string): JsonBody<T> {
  const read = readValue(call);
  if (!read.ok) return read;
  const [first] = checkSchema(schema, read.body);
  // Path and keyword only: a message could quote the value, which may be a secret.
  if (first)
    return { ok: false, reply: refuse('malformedBody', `${first.path || 'body'} (${first.keyword})`) };
  return { ok: true, body: read.body as T };
}

function readValue(call: Call): JsonBody<unknown> {
  if (!jsonType.test(call.headers['content-type'] ?? '')) return { ok: false, reply: refuse('notJson') };
  try {
    return {
      ok: true,
      body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(call.rawBody)) as unknown,
    };
  } catch {
    return { ok: false, reply: refuse('malformedBody', 'not JSON') };
  }
}

/** Whether two secrets are the same, in a time that does not tell how much of them is. */
export function sameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** Milliseconds since the epoch, where the text has the form of clause 5.2 and names a real instant. */
function instant(text: string): number | undefined {
  const time = timestampForm.test(text) ? Date.parse(text) : Number.NaN;
  // Some impossible dates (30 February) roll over instead of failing.
  return !Number.isNaN(time) && new Date(time).toISOString() === text ? time : undefined;
}
