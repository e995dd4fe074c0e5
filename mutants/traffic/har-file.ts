import type { Entry, Har } from 'har-format';
import type { HeaderList } from '../../support/exchange/exchange';
import type { WireRecord } from '../../support/exchange/raw-exchange';

/** The points in which tools write HAR differently. */
export interface HarDialect {
  readonly creator: string;
  /** HTTP/2 as Chromium writes it: pseudo-headers, and header names in lowercase. */
  readonly http2?: true;
  /** Response bodies are in Base64. */
  readonly base64?: true;
  /** The file lacks request bodies. */
  readonly withoutBodies?: true;
}

const headersOf = (headers: HeaderList, { http2 }: HarDialect, pseudo: HeaderList) => [
  ...(http2 === true ? pseudo.map(([name, value]) => ({ name, value })) : []),
  ...headers.map(([name, value]) => ({ name: http2 === true ? name.toLowerCase() : name, value })),
];

/** Returns the exchanges as a HAR 1.2 file. */
export function harOf(seen: readonly WireRecord[], dialect: HarDialect): Har {
  const creator = { name: dialect.creator, version: '1' };
  return { log: { version: '1.2', creator, entries: seen.map((each) => entryOf(each, dialect)) } };
}

function entryOf(seen: WireRecord, dialect: HarDialect): Entry {
  const { arrivedAt, answeredAt } = seen;
  const time = answeredAt - arrivedAt;
  return {
    startedDateTime: new Date(arrivedAt).toISOString(),
    time,
    request: requestOf(seen.request, dialect),
    response: responseOf(seen, dialect),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function requestOf(
  { method, url, headers, body = Buffer.alloc(0) }: WireRecord['request'],
  dialect: HarDialect,
): Entry['request'] {
  const pseudo = [
    [':method', method],
    [':path', new URL(url).pathname],
  ] as const;
  const isKept = body.length > 0 && dialect.withoutBodies !== true;
  return {
    method,
    url,
    httpVersion: dialect.http2 === true ? 'h2' : 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers, dialect, pseudo),
    queryString: [],
    headersSize: -1,
    bodySize: body.length,
    ...(isKept && { postData: { mimeType: 'application/json', text: body.toString('utf8') } }),
  };
}

function responseOf({ response }: WireRecord, dialect: HarDialect): Entry['response'] {
  const { status = 0, headers = [], body = Buffer.alloc(0) } = response ?? {};
  const text =
    dialect.base64 === true
      ? { text: body.toString('base64'), encoding: 'base64' }
      : { text: body.toString('utf8') };
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers, dialect, [[':status', String(status)]]),
    content: { size: body.length, mimeType: 'application/json', ...text },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  };
}
