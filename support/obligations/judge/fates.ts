import { text } from '../../exchange/text';
import type { Text } from '../../exchange/text';
import { memberOf } from '../../contract/json';
import { checkSchema } from '../../contract/schemas';
import type { Exchange } from '../../exchange/exchange';
import { readAddress } from '../../exchange/address';
import { isAccepted, jsonBody, nameExchange } from '../../exchange/exchange';
import { unmarked } from '../../exchange/read-form';

/** How a request that conforms fared, and whose doing it was. */
export type Fate =
  | { readonly kind: 'accepted' }
  /** The subject's own fault: a 5xx, no answer in time, a broken one, one without end, bytes that are not HTTP. */
  | { readonly kind: 'subject'; readonly seen: string; readonly cause: string }
  /** Refused, redirected, rate-limited or not reached: that alone does not show the subject at fault. */
  | { readonly kind: 'environment'; readonly reason: Text };

const subjectFailures = {
  timeout: 'the service accepted the connection and then hung; or limits.timeoutMs is too short for it',
  reset: 'the service broke down on the request; or its port speaks another protocol than the URL says',
  'too-large': 'the service streams without end, or answers with something else than the document says',
  malformed: 'something that does not speak HTTP, or a wrong Content-Encoding',
} as const;

const insideError = 'an error inside the service; see its own log';

/** The causes of fates that are the subject's own doing. */
export const fateCauses: readonly string[] = [...Object.values(subjectFailures), insideError];

/** Whether a service has nothing at that path. */
export function isNotThere({ response }: Exchange): boolean {
  return response?.status === 404;
}

/** Sorts the answer to a request that conforms (DESIGN: the subject's own 5xx, reset or time-out is its failure). */
export function fateOf(exchange: Exchange): Fate {
  const { failure, response } = exchange;
  const where = nameExchange(exchange);
  if (failure !== undefined) {
    const seen = `${failure.kind}: ${failure.message}`;
    const cause = (subjectFailures as Readonly<Record<string, string>>)[failure.kind];
    return cause === undefined
      ? { kind: 'environment', reason: text`${where} got no answer (${seen})` }
      : { kind: 'subject', seen, cause };
  }
  const status = response?.status ?? 0;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status >= 500) return { kind: 'subject', seen: showAnswer(exchange), cause: insideError };
  const why =
    status === 429
      ? 'was rate-limited; lower limits.requestsPerMinute'
      : `was answered ${showAnswer(exchange)}`;
  return { kind: 'environment', reason: text`${where} ${why}` };
}

const shownLength = 200;

/** `400 {"error":{…}}`: what is kept of the answer, shortened. */
export function showAnswer(exchange: Exchange): string {
  const { failure, response } = exchange;
  if (failure !== undefined) return `no answer (${failure.kind}: ${failure.message})`;
  if (response === undefined) return 'no answer';
  const text = unmarked(response.body?.text ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `${response.status}${shown === '' ? ' without a body' : ` ${shown}`}`;
}

/** `POST /path`, for the "sent" line of a message. */
export function showRequest(exchange: Pick<Exchange, 'request'>, what: string): string {
  return `${exchange.request.method} ${readAddress(exchange.request.url).pathname}, ${what}`;
}

/** Code and message of an error body in any of the shapes that are met; absent where there is none. */
export interface ErrorDetail {
  readonly code?: string;
  readonly message?: string;
}

export function errorDetail(exchange: Exchange): ErrorDetail {
  const body = jsonBody(exchange.response);
  const candidate = memberOf(body, 'error') ?? (Array.isArray(body) ? (body[0] as unknown) : body);
  const code = memberOf(candidate, 'code');
  const message = memberOf(candidate, 'message');
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
  };
}

/** What an open question was answered, in words that stay the same from run to run. */
export function noteOf(exchange: Exchange): string {
  const status = exchange.response?.status ?? 0;
  if (isAccepted(exchange)) return `accepted with ${status}`;
  const { code } = errorDetail(exchange);
  return `refused with ${status}, ${bodyShape(exchange)}${code === undefined ? '' : `, code ${code.trim()}`}`;
}

/** Names the shape of an error body; bodies of many shapes are met in the field. */
function bodyShape(exchange: Exchange): string {
  if (exchange.response?.body === undefined) return 'no body';
  const body = jsonBody(exchange.response);
  if (body === undefined) return 'a body that is not JSON';
  if (checkSchema('contract/error', body).length === 0) return 'the error envelope';
  if (Array.isArray(body)) return 'a JSON array';
  return typeof body === 'object' && body !== null
    ? `an object {${Object.keys(body).sort().join(', ')}}`
    : 'a JSON value';
}
