import type { Entry } from 'har-format';
import type { RawExchange } from '../recorder';

/** What an entry of a HAR 1.2 file turned out to be. */
export type ReadEntry =
  | { readonly kind: 'exchange'; readonly raw: Omit<RawExchange, 'sender'> }
  /** Nothing that crossed HTTP: a WebSocket, a page of the browser's own, data in an address. */
  | { readonly kind: 'other' }
  /** Not what HAR 1.2 says; `why` names the member. */
  | { readonly kind: 'broken'; readonly why: string };

type Loose<Of> = { readonly [Name in keyof Of]?: unknown };

/** Reads one entry; tolerant of what tools leave out, strict about what is needed to judge. */
export function readEntry(value: unknown): ReadEntry {
  if (!isObject(value)) return { kind: 'broken', why: 'an entry that is no object' };
  const entry = value as Loose<Entry>;
  const request = entry.request;
  if (!isObject(request)) return { kind: 'broken', why: 'no request' };
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return { kind: 'broken', why: 'no request.method or request.url' };
  if (!/^https?:\/\//i.test(url)) return { kind: 'other' };
  if (!URL.canParse(url)) return { kind: 'broken', why: 'request.url is no address' };
  const arrivedAt = typeof entry.startedDateTime === 'string' ? Date.parse(entry.startedDateTime) : NaN;
  if (Number.isNaN(arrivedAt)) return { kind: 'broken', why: 'startedDateTime is no date' };
  const time = typeof entry.time === 'number' && entry.time > 0 ? entry.time : 0;
  return {
    kind: 'exchange',
    raw: {
      arrivedAt,
      answeredAt: Math.round(arrivedAt + time),
      request: {
        method: method.toUpperCase(),
        url,
        headers: headersOf(request.headers),
        ...requestBody(request),
      },
      ...answerOf(entry.response),
    },
  };
}

type Body = Pick<RawExchange['request'], 'body' | 'bytes' | 'absent'>;

function requestBody(request: Readonly<Record<string, unknown>>): Body {
  const { postData } = request;
  const bytes = sizeOf(request);
  if (isObject(postData)) {
    const { text, params, encoding, _encoding, mimeType } = postData;
    if (typeof text === 'string' && text !== '') return { body: bytesOf(text, encoding ?? _encoding) };
    if (Array.isArray(params) && params.length > 0)
      return { body: bodyOf(params, typeof mimeType === 'string' && /\bjson\b/i.test(mimeType)) };
    if (bytes === 0) return { body: Buffer.alloc(0) };
  }
  // The tool saw a body and did not keep it, or kept it in a file beside: what it said is unknown.
  return bytes > 0 ? { bytes, absent: true } : {};
}

/** How long a body was by the tool, or else by its own header: some tools write 0 or -1 for what they do not know. */
function sizeOf({ bodySize, headers }: Readonly<Record<string, unknown>>): number {
  if (typeof bodySize === 'number' && bodySize > 0) return bodySize;
  const told = headersOf(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? '';
  return /^\d+$/.test(told.trim()) ? Number(told) : 0;
}

/** Some tools take a JSON body apart as if it were a form. */
function bodyOf(params: readonly unknown[], isJson: boolean): Buffer {
  const pairs = pairsOf(params);
  const text = isJson
    ? JSON.stringify(Object.fromEntries(pairs))
    : new URLSearchParams(pairs.map(textPair)).toString();
  return Buffer.from(text);
}

function answerOf(response: unknown): Pick<RawExchange, 'response' | 'failure'> {
  if (!isObject(response) || typeof response.status !== 'number' || response.status < 100) {
    const told = isObject(response) ? response._error : undefined;
    const code = typeof told === 'string' && told !== '' ? told : 'NO_ANSWER';
    return { failure: { kind: 'reset', code, message: 'the recording holds no answer' } };
  }
  const { status, headers, content } = response;
  const { text, encoding, size } = isObject(content)
    ? content
    : { text: undefined, encoding: undefined, size: 0 };
  const absent = (typeof text !== 'string' || text === '') && typeof size === 'number' && size > 0;
  const body = typeof text === 'string' ? bytesOf(text, encoding) : Buffer.alloc(0);
  return {
    response: { status, headers: headersOf(headers), body, ...(absent && { absent, bytes: size }) },
  };
}

/** Header fields in their order, repeated ones too; the pseudo-headers of HTTP/2 are none. */
function headersOf(value: unknown): [string, string][] {
  const pairs = Array.isArray(value) ? pairsOf(value) : [];
  return pairs.filter(([name]) => !name.startsWith(':')).map(textPair);
}

/** Lists of names with values, as HAR has them for headers and parameters. */
function pairsOf(list: readonly unknown[]): [name: string, value: unknown][] {
  return list.flatMap((each) =>
    isObject(each) && typeof each.name === 'string' ? [[each.name, each.value] as [string, unknown]] : [],
  );
}

const textPair = ([name, value]: [string, unknown]): [string, string] => [
  name,
  typeof value === 'string' ? value : '',
];

function bytesOf(text: string, encoding: unknown): Buffer {
  return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
