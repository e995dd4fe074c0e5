import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { FailureKind } from '../../support/exchange/exchange';
import { makeTls } from '../../support/mock/tls';
import { deadAddress, keepWriting, tcpServer, tlsServer } from './servers';

/** A way for a request to fail, and what is to be recorded of it. */
interface Trouble {
  readonly what: string;
  readonly kind: FailureKind;
  readonly code: RegExp;
  /** Starts what is needed and gives the address to ask. */
  readonly address: (t: TestContext) => Promise<string>;
  /** Whether the deadline, and nothing sooner, ends it. */
  readonly slow?: true;
}

export const limit = 64 * 1024;

/** A server on plain http that answers with these bytes. */
const bytes = (...parts: readonly (string | Buffer)[]) =>
  raw((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });
const raw = (answer: (socket: Socket) => void) => async (t: TestContext) =>
  `http://${await tcpServer(t, answer)}/`;
const head = (...lines: readonly string[]): string => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const coded = (coding: string, body: Buffer) =>
  bytes(head(`Content-Encoding: ${coding}`, `Content-Length: ${body.length}`), body);

const connections: readonly Trouble[] = [
  {
    what: 'a refused connection',
    kind: 'unreachable',
    code: /^ECONNREFUSED$/,
    address: async () => `http://${await deadAddress()}/`,
  },
  {
    what: 'a name that does not exist',
    kind: 'unreachable',
    code: /^ENOTFOUND$/,
    address: () => Promise.resolve('http://gateway.invalid/'),
  },
  {
    what: 'a reset',
    kind: 'reset',
    code: /^ECONNRESET$/,
    address: raw((socket) => socket.resetAndDestroy()),
  },
  { what: 'a connection that is closed at once', kind: 'reset', code: /^ECONNRESET$/, address: bytes() },
  {
    what: 'half a body',
    kind: 'reset',
    code: /^ECONNRESET$/,
    address: bytes(head('Content-Length: 100'), 'half'),
  },
  {
    what: 'half a chunk',
    kind: 'reset',
    code: /^ECONNRESET$/,
    address: bytes(head('Transfer-Encoding: chunked'), '64\r\nhalf'),
  },
  {
    what: 'half a head',
    kind: 'reset',
    code: /^ECONNRESET$|^HPE_/,
    address: bytes('HTTP/1.1 200 OK\r\nContent-'),
  },
];

const slow: readonly Trouble[] = [
  { what: 'silence', address: raw(() => undefined) },
  {
    what: 'a body that drips',
    address: raw((socket) => {
      socket.write(head('Content-Length: 100000'));
      keepWriting(socket, 'x', 20);
    }),
  },
  {
    what: 'a head that drips',
    address: raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      keepWriting(socket, 'x', 20);
    }),
  },
  {
    what: 'interim answers without end',
    address: raw((socket) => {
      keepWriting(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20);
    }),
  },
].map((each) => ({ ...each, kind: 'timeout', code: /^ETIMEDOUT$/, slow: true }));

const large: readonly Trouble[] = [
  {
    what: 'an endless body',
    code: /^ETOOLARGE$/,
    address: raw((socket) => {
      socket.write(head('Transfer-Encoding: chunked'));
      keepWriting(socket, `1000\r\n${'x'.repeat(0x1000)}\r\n`, 0);
    }),
  },
  {
    what: 'a body over the limit',
    code: /^ETOOLARGE$/,
    address: bytes(head(`Content-Length: ${limit}`), 'x'.repeat(limit)),
  },
  {
    what: 'a gzip bomb',
    code: /^ERR_BUFFER_TOO_LARGE$/,
    address: coded('gzip', gzipSync(Buffer.alloc(limit * 50))),
  },
].map((each) => ({ ...each, kind: 'too-large' }));

const malformed: readonly Trouble[] = [
  { what: 'another protocol', code: /^HPE_/, address: bytes('SSH-2.0-OpenSSH_9.9\r\n') },
  { what: 'a head without end', code: /^HPE_/, address: bytes(head(`X-Long: ${'x'.repeat(20_000)}`)) },
  {
    what: 'two lengths',
    code: /^HPE_/,
    address: bytes(head('Content-Length: 1', 'Content-Length: 2'), 'xx'),
  },
  { what: 'plain text labelled as gzip', code: /^Z_/, address: coded('gzip', Buffer.from('plain')) },
  { what: 'half a gzip', code: /^Z_/, address: coded('gzip', gzipSync('x'.repeat(999)).subarray(0, 15)) },
  {
    what: 'a coding that was not asked for',
    code: /^ERR_CONTENT_CODING$/,
    address: coded('compress', Buffer.from('x')),
  },
].map((each) => ({ ...each, kind: 'malformed' }));

const certificates: readonly Trouble[] = [
  {
    what: 'a certificate of another authority',
    code: /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    address: async (t: TestContext) => `https://${await tlsServer(t, makeTls([]))}/`,
  },
  {
    what: 'plain http behind an https address',
    code: /^(EPROTO|ERR_SSL_\w+)$/,
    address: async (t: TestContext) =>
      `https://${await tcpServer(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}/`,
  },
].map((each) => ({ ...each, kind: 'tls' }));

const yesterday = new Date(Date.now() - 86_400_000);

/** The validity of a certificate that ended yesterday. */
export const expired = { notBefore: new Date(yesterday.getTime() - 86_400_000), notAfter: yesterday };

export const troubles = [...connections, ...slow, ...large, ...malformed, ...certificates] as Trouble[];
