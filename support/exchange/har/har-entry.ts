import type { Content, Entry } from 'har-format';
import { textOfBody } from '../../contract/decode-text';
import { parseJson } from '../../contract/json';
import type { HeaderList } from '../exchange';
import { headerValue, mayHaveBody } from '../exchange';
import { readAddress } from '../address';
import type { RawExchange } from '../raw-exchange';
import { recordedBodyLimit } from '../raw-exchange';

/** The result of reading one entry of a HAR 1.2 file. */
export type ReadEntry =
  | { readonly kind: 'exchange'; readonly raw: Omit<RawExchange, 'sender'> }
  /** An entry that is not an HTTP exchange: a WebSocket, an internal page of the browser, a data URL. */
  | { readonly kind: 'other' }
  /** An entry that violates HAR 1.2; `why` names the member. */
  | { readonly kind: 'broken'; readonly why: string };

type Loose<Of> = { readonly [Name in keyof Of]?: unknown };

/** Reads one entry. Tolerates members that tools leave out, and rejects entries that cannot be judged. */
export function readHarEntry(value: unknown): ReadEntry {
  if (!isObject(value)) return { kind: 'broken', why: 'an entry that is no object' };
  const entry = value as Loose<Entry>;
  const request = entry.request;
  if (!isObject(request)) return { kind: 'broken', why: 'no request' };
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return { kind: 'broken', why: 'no request.method or request.url' };
  if (!/^https?:\/\//i.test(url)) return { kind: 'other' };
  if (!readAddress(url).isValid) return { kind: 'broken', why: 'request.url is no address' };
  const arrivedAt = typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : NaN;
  if (!(arrivedAt <= latestEntryTimeMs))
    return { kind: 'broken', why: 'startedDateTime is no date before 2200' };
  if (hasOddStatus(entry.response))
    return { kind: 'broken', why: 'response.status is no number from 100 to 999' };
  const odd = (['request', 'response'] as const).find((name) => hasOddHeaders(entry[name]));
  if (odd !== undefined)
    return { kind: 'broken', why: `${odd}.headers is no list of { "name": …, "value": … }` };
  const headers = headersOf(request.headers);
  const answer = answerOf(entry.response, method.toUpperCase());
  const head = method.length + url.length + lengthOf(headers);
  if (head > maxHead || lengthOf(answer.response?.headers ?? []) > maxHead)
    return { kind: 'broken', why: `its address and headers are longer than ${maxHead} characters` };
  return {
    kind: 'exchange',
    raw: {
      arrivedAt,
      answeredAt: answeredAt(arrivedAt, entry.time),
      request: { method: method.toUpperCase(), url, headers, ...requestBody(request) },
      ...answer,
    },
  };
}

/** The longest address and headers, in characters: more than four times as many as any server accepts. */
const maxHead = 256 * 1024;

const lengthOf = (headers: HeaderList): number =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);

/** The latest time that is accepted, since entries are sorted by time and one absurd time would misplace others. */
export const latestEntryTimeMs = Date.UTC(2200, 0);

/** Accepts 0, -1 and a missing status: tools write these if no answer came. */
function hasOddStatus(response: unknown): boolean {
  const status = isObject(response) ? response.status : undefined;
  return typeof status === 'number' && status >= 100 && !(Number.isInteger(status) && status <= 999);
}

/** Some scripts write headers as an object or as pairs. If these were ignored, every header would count as not sent. */
function hasOddHeaders(message: unknown): boolean {
  const headers = isObject(message) ? (message.headers ?? []) : [];
  return !Array.isArray(headers) || !headers.every((each) => isObject(each) && typeof each.name === 'string');
}

/** The longest duration of an exchange that is accepted from a tool. */
export const longestAnswerMs = 365 * 24 * 3_600_000;

function answeredAt(arrivedAt: number, time: unknown): number {
  const took = typeof time === 'number' && time > 0 ? Math.min(time, longestAnswerMs) : 0;
  return Math.round(arrivedAt + took);
}

type Body = Pick<RawExchange['request'], 'body' | 'bytes' | 'absent'>;

function requestBody(request: Readonly<Record<string, unknown>>): Body {
  const { postData } = request;
  const bytes = sizeOf(request);
  if (isObject(postData)) {
    const { text, params, encoding, _encoding, mimeType } = postData;
    if (typeof text === 'string' && text !== '') return asCut(keptOf(text, encoding ?? _encoding), bytes);
    if (Array.isArray(params) && params.length > 0)
      return keptOf(bodyOf(params, typeof mimeType === 'string' && /\bjson\b/i.test(mimeType)));
    if (bytes === 0 && (text === '' || request.bodySize !== -1)) return { body: Buffer.alloc(0) };
  }
  // The tool saw a body but left it out, or wrote the body to a separate file. The content is unknown.
  if (bytes > 0) return { bytes, absent: true };
  if (isChunked(request.headers)) return { absent: true };
  const isUntold = (request.bodySize ?? -1) === -1 && lengthIn(request.headers) === undefined;
  return isUntold && mayHaveBody(String(request.method).toUpperCase()) ? { absent: true } : {};
}

/** Returns the body's size from the tool, or from Content-Length if the tool wrote 0 or -1 for an unknown size. */
function sizeOf({ bodySize, headers }: Readonly<Record<string, unknown>>): number {
  return countIn(bodySize) || (lengthIn(headers) ?? 0);
}

/** Caps the size, since JSON can contain a number that parses to Infinity: `1e400`. */
const countIn = (size: unknown): number =>
  typeof size === 'number' && size > 0 ? Math.min(size, Number.MAX_SAFE_INTEGER) : 0;

function lengthIn(headers: unknown): number | undefined {
  const told = headerValue(headersOf(headers), 'content-length') ?? '';
  return /^\d+$/.test(told.trim()) ? countIn(Number(told)) : undefined;
}

const isChunked = (headers: unknown): boolean =>
  headerValue(headersOf(headers), 'transfer-encoding') !== undefined;

/** Rebuilds a body from form parameters. Some tools split a JSON body as if it were a form. Keeps repeated names. */
function bodyOf(params: readonly unknown[], isJson: boolean): string {
  const pairs = pairsOf(params);
  return isJson
    ? `{${pairs.map((pair) => pair.map((each) => JSON.stringify(each ?? null)).join(':')).join(',')}}`
    : new URLSearchParams(pairs.map(textPair)).toString();
}

function answerOf(response: unknown, method: string): Pick<RawExchange, 'response' | 'failure'> {
  if (!isObject(response) || typeof response.status !== 'number' || response.status < 100) {
    const told = isObject(response) ? response._error : undefined;
    const code = typeof told === 'string' && told !== '' ? told : 'NO_ANSWER';
    return { failure: { kind: 'reset', code, message: 'the recording holds no answer' } };
  }
  const { status, headers, content } = response;
  const { text, encoding, size }: Loose<Content> = isObject(content) ? content : {};
  const kept = typeof text === 'string' ? keptOf(text, encoding) : keptOf('');
  const isBare = method === 'HEAD' || status === 204 || status === 304;
  const unknown = isBare || kept.body.length > 0 ? undefined : unkeptOf(response, text, size);
  const whole = asCut(kept, countIn(size));
  return { response: { status, headers: headersOf(headers), ...whole, ...unknown } };
}

/** Describes a response body that the file does not contain; `undefined` if the body was empty. */
function unkeptOf(
  { bodySize, headers }: Readonly<Record<string, unknown>>,
  text: unknown,
  size: unknown,
): Pick<Body, 'absent' | 'bytes'> | undefined {
  const bytes = countIn(size) || sizeOf({ bodySize, headers });
  if (bytes > 0) return { absent: true, bytes };
  if (lengthIn(headers) === 0) return undefined;
  // If a tool lacks the body, it may write the size 0; if it lacks only the size, it still writes an empty text.
  const isNone = size === 0 || bodySize === 0;
  const isTold = isNone && (typeof text === 'string' || !isChunked(headers));
  return isTold ? undefined : { absent: true };
}

/** Returns header fields in order, repeated fields included, and drops the pseudo-headers of HTTP/2. */
function headersOf(value: unknown): [string, string][] {
  const headers: [string, string][] = [];
  for (const pair of Array.isArray(value) ? pairsOf(value) : [])
    if (!pair[0].startsWith(':')) headers.push(textPair(pair));
  return headers;
}

/** Reads HAR's lists of names and values: headers and parameters. */
function pairsOf(list: readonly unknown[]): [name: string, value: unknown][] {
  const pairs: [string, unknown][] = [];
  for (const each of list)
    if (isObject(each) && typeof each.name === 'string') pairs.push([each.name, each.value]);
  return pairs;
}

const textPair = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : '',
];

interface KeptBody {
  readonly body: Buffer;
  /** The size of the whole body, if `body` is only its beginning. */
  readonly bytes?: number;
}

/** Decodes a body up to the size limit of recordings and returns its full size if the body was cut. */
function keptOf(text: string, encoding?: unknown): KeptBody {
  const coding = encoding === 'base64' ? 'base64' : 'utf8';
  const body = Buffer.from(text.slice(0, 2 * recordedBodyLimit), coding);
  const isWhole = coding === 'utf8' && text.length <= 2 * recordedBodyLimit;
  const bytes = isWhole ? body.length : Buffer.byteLength(text, coding);
  if (bytes <= recordedBodyLimit) return { body };
  return { body: body.subarray(0, recordedBodyLimit), bytes };
}

/**
 * Adds the size that a tool noted to a body, if the tool kept only its beginning: the body is shorter, and breaks off
 * in the middle of its JSON or PEM text. A complete text may be shorter than its noted size for other reasons, such
 * as another encoding.
 */
function asCut(kept: KeptBody, size: number): KeptBody {
  const { body, bytes = body.length } = kept;
  if (size <= bytes) return kept;
  const text = textOfBody(body);
  const breaksOff = /^\s*[[{]/.test(text)
    ? parseJson(text) === undefined
    : text.includes('-----BEGIN') && !text.includes('-----END');
  return breaksOff ? { body, bytes: size } : kept;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
