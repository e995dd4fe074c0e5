import type { Har } from 'har-format';

type Pairs = readonly (readonly [name: string, value: string])[];

/** One request and its answer, as they crossed the wire. */
export interface Seen {
  readonly arrivedAt: number;
  readonly answeredAt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Pairs;
  readonly body: Buffer;
  readonly answer?: { readonly status: number; readonly headers: Pairs; readonly body: Buffer };
}

/** How a tool writes its HAR files where tools differ. */
export interface Dialect {
  readonly creator: string;
  /** HTTP/2 as Chromium shows it: pseudo-headers, and names in small letters. */
  readonly http2?: true;
  /** Bodies of answers in Base64. */
  readonly base64?: true;
  /** Bodies of requests are left out. */
  readonly withoutBodies?: true;
}

const headersOf = (headers: Pairs, { http2 }: Dialect, pseudo: readonly [string, string][]) => [
  ...(http2 === true ? pseudo.map(([name, value]) => ({ name, value })) : []),
  ...headers.map(([name, value]) => ({ name: http2 === true ? name.toLowerCase() : name, value })),
];

/** A HAR 1.2 file of what went through, at addresses of services that are somewhere. */
export function harOf(seen: readonly Seen[], dialect: Dialect): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: dialect.creator, version: '1' },
      entries: seen.map(({ arrivedAt, answeredAt, method, url, headers, body, answer }) => ({
        startedDateTime: new Date(arrivedAt).toISOString(),
        time: answeredAt - arrivedAt,
        request: {
          method,
          url,
          httpVersion: dialect.http2 === true ? 'h2' : 'HTTP/1.1',
          cookies: [],
          headers: headersOf(headers, dialect, [
            [':method', method],
            [':path', new URL(url).pathname],
          ]),
          queryString: [],
          headersSize: -1,
          bodySize: body.length,
          ...(body.length > 0 &&
            dialect.withoutBodies !== true && {
              postData: { mimeType: 'application/json', text: body.toString('utf8') },
            }),
        },
        response: {
          status: answer?.status ?? 0,
          statusText: '',
          httpVersion: 'HTTP/1.1',
          cookies: [],
          headers: headersOf(answer?.headers ?? [], dialect, [[':status', String(answer?.status ?? 0)]]),
          content: {
            size: answer?.body.length ?? 0,
            mimeType: 'application/json',
            ...(dialect.base64 === true
              ? { text: answer?.body.toString('base64') ?? '', encoding: 'base64' }
              : { text: answer?.body.toString('utf8') ?? '' }),
          },
          redirectURL: '',
          headersSize: -1,
          bodySize: -1,
        },
        cache: {},
        timings: { send: 0, wait: answeredAt - arrivedAt, receive: 0 },
      })),
    },
  };
}
