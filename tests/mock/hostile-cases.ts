import type { RequestFlaw } from '../../support/exchange/exchange';

/** Where sessions are created. */
export const path = '/api/hiecm/gateway/v3/sessions';
const head = (...lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: mock', ...lines, '', ''].join('\r\n');
/** A session request with that body, of the length that it says. */
export const withBody = (body: string | Buffer): (string | Buffer)[] => [
  head('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'),
  body,
];
/** What tells a client from scanners, whose requests to no operation are not recorded. */
const ours = 'X-CM-ID: sbx\r\n';
/** A request that is whole, for nothing that there is. */
export const good = (connection: 'close' | 'keep-alive'): string =>
  `GET /nowhere HTTP/1.1\r\nHost: mock\r\n${ours}Connection: ${connection}\r\n\r\n`;

/** A client that does what none should, and what becomes of it. */
export interface HostileCase {
  readonly name: string;
  readonly send: readonly (string | Buffer)[];
  /** Ends the connection behind what was sent: by half, or with a reset. */
  readonly then?: 'end' | 'reset';
  readonly status: number | undefined;
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly flaw?: RequestFlaw;
}

const unreadable = (code: string) => ({ kind: 'unreadable', code }) as const;
const incomplete = (code: string) => ({ kind: 'incomplete', code }) as const;
/** A path of one unknown segment is kept as its form. */
const hidden = (letters: number) => new RegExp(`^/\\(name,${letters},~[\\w-]{14}\\)$`);
const nowhere = hidden(7);
const nothing = { method: 'UNKNOWN', path: '/' };

export const hostileCases: readonly HostileCase[] = [
  {
    name: '10 MB of headers',
    send: [
      `POST ${path} HTTP/1.1\r\nHost: mock\r\n`,
      ...Array<string>(1000).fill(`X-Big: ${'a'.repeat(10_000)}\r\n`),
    ],
    status: 431,
    flaw: unreadable('HPE_HEADER_OVERFLOW'),
  },
  {
    name: 'half a head, then an end',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    then: 'end',
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_EOF_STATE'),
  },
  {
    name: 'half a head, then a reset',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    then: 'reset',
    status: undefined,
    ...nothing,
    flaw: unreadable('ECONNRESET'),
  },
  {
    name: 'half a head, then nothing',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    status: 408,
    ...nothing,
    flaw: unreadable('ERR_HTTP_REQUEST_TIMEOUT'),
  },
  {
    name: 'half a body, then an end',
    send: [head('Content-Length: 100'), '{"clientId":'],
    then: 'end',
    status: 400,
    flaw: incomplete('HPE_INVALID_EOF_STATE'),
  },
  {
    name: 'half a body, then a reset',
    send: [head('Content-Length: 100'), '{"clientId":'],
    then: 'reset',
    status: undefined,
    flaw: incomplete('ECONNRESET'),
  },
  {
    name: 'a body that is never finished',
    send: [head('Content-Length: 100'), '{"clientId":'],
    status: 408,
    flaw: incomplete('ERR_HTTP_REQUEST_TIMEOUT'),
  },
  {
    name: 'a chunk without a size',
    send: [head('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n'],
    status: 400,
    flaw: incomplete('HPE_INVALID_CHUNK_SIZE'),
  },
  {
    name: 'a chunk longer than its size',
    send: [head('Transfer-Encoding: chunked'), '2\r\n{}{}\r\n'],
    status: 400,
    flaw: incomplete('HPE_STRICT'),
  },
  {
    name: 'JSON that is no UTF-8',
    send: withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
    status: 400,
  },
  {
    name: 'JSON 100 000 arrays deep',
    send: withBody('['.repeat(100_000) + ']'.repeat(100_000)),
    status: 400,
  },
  {
    name: 'JSON 100 000 objects deep',
    send: withBody('{"otp":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
    status: 400,
  },
  {
    name: 'JSON with a key twice',
    send: withBody('{"clientId":"a","clientId":"b","clientSecret":"c","grantType":"client_credentials"}'),
    status: 400,
  },
  {
    name: 'JSON with keys that objects inherit',
    send: withBody('{"__proto__":{"clientId":"a"},"constructor":1,"otp":{"toString":1,"valueOf":2}}'),
    status: 400,
  },
  { name: '5 MB of body', send: withBody(`{"clientId":"${'a'.repeat(5_000_000)}"}`), status: 413 },
  {
    name: 'no HTTP at all',
    send: ['hello there, how are you\r\n\r\n'],
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_METHOD'),
  },
  {
    name: 'TLS where plain http is spoken',
    send: [Buffer.from('1603010200010001fc0303', 'hex')],
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_METHOD'),
  },
  {
    name: 'another version of HTTP',
    send: [`POST ${path} HTTP/9.9\r\nHost: mock\r\nAuthorization: Bearer x\r\n\r\n`],
    status: 400,
    flaw: unreadable('HPE_INVALID_VERSION'),
  },
  {
    name: 'two lengths',
    send: [head('Content-Length: 2', 'Content-Length: 3'), '{}'],
    status: 400,
    flaw: unreadable('HPE_UNEXPECTED_CONTENT_LENGTH'),
  },
  {
    name: 'HTTP/1.0',
    send: [`GET /nowhere HTTP/1.0\r\n${ours}\r\n`],
    status: 404,
    method: 'GET',
    path: nowhere,
  },
  {
    name: 'HTTP/1.1 without Host',
    send: [`GET /nowhere HTTP/1.1\r\n${ours}Connection: close\r\n\r\n`],
    status: 400,
    method: 'GET',
    path: nowhere,
  },
  {
    name: 'the asterisk',
    send: [`OPTIONS * HTTP/1.1\r\nHost: mock\r\n${ours}Connection: close\r\n\r\n`],
    status: 404,
    method: 'OPTIONS',
    path: hidden(1),
  },
  {
    name: 'an address as target',
    send: [
      `GET http://elsewhere.example:1/nowhere?a=b HTTP/1.1\r\nHost: mock\r\n${ours}Connection: close\r\n\r\n`,
    ],
    status: 404,
    method: 'GET',
    path: nowhere,
  },
  {
    name: 'CONNECT',
    send: ['CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n'],
    status: 400,
    method: 'CONNECT',
    path: hidden(21),
    flaw: unreadable('CONNECT'),
  },
  {
    name: 'a path that cannot be decoded',
    send: [`GET /%zz%ff HTTP/1.1\r\nHost: mock\r\n${ours}Connection: close\r\n\r\n`],
    status: 400,
    method: 'GET',
    path: hidden(6),
  },
  {
    name: 'a path of slashes',
    send: [`GET ///\\..//[::1 HTTP/1.1\r\nHost: mock\r\n${ours}Connection: close\r\n\r\n`],
    status: 404,
    method: 'GET',
    path: /^\/\/\/\(name,3,~[\w-]{14}\)\/\/\(name,4,~[\w-]{14}\)$/,
  },
  {
    name: 'an odd method',
    send: [`PROPFIND /nowhere HTTP/1.1\r\nHost: mock\r\n${ours}Connection: close\r\n\r\n`],
    status: 404,
    method: 'PROPFIND',
    path: nowhere,
  },
  {
    name: 'an expectation',
    send: [`GET /nowhere HTTP/1.1\r\nHost: mock\r\nExpect: miracles\r\n${ours}Connection: close\r\n\r\n`],
    status: 404,
    method: 'GET',
    path: nowhere,
  },
];
