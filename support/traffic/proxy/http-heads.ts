import type { Agent, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { ClientRequest } from 'node:http';
import type { TransportFailure } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { decodedBody } from '../../exchange/content-coding';
import type { PassingBody, WireAnswer, WireRecord } from '../../exchange/raw-exchange';
import { pairRawHeaders } from '../../exchange/raw-exchange';
import { blankedHeader, readRawHead } from '../../exchange/raw-head';

/** Headers that belong to a connection, and are made again for the next one. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings']);

export type FarSide = ReturnType<typeof farSideOf>;

/** The parts of an address that each request needs. */
export function farSideOf({ protocol, hostname, port, host, origin }: URL) {
  const standard = protocol === 'https:' ? 443 : 80;
  return {
    origin,
    named: host,
    to: { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: port || standard },
  };
}

/** A request that has a body only where its headers say so: Node would add one to each POST, chunked and empty. */
class PlainRequest extends ClientRequest {}
Object.defineProperty(PlainRequest.prototype, 'useChunkedEncodingByDefault', {
  get: () => false,
  set: () => undefined,
});

/** Long headers are the business of the far side and the client, in both directions. */
export const maxHeaderSize = 64 * 1024;

/**
 * The same request to the far side: every header as it came, but Host, which names the far side itself, and what
 * belongs to the connection. An offer to upgrade is such a thing: what another protocol says could not be judged.
 */
export function openUpstream(far: FarSide, agent: Agent, request: IncomingMessage): ClientRequest {
  const { method, url, rawHeaders, httpVersion } = request;
  const headers = endToEnd(rawHeaders);
  let namesHost = false;
  for (let at = 0; at < headers.length; at += 2)
    if (isNamed(headers[at], 'host')) {
      headers[at + 1] = far.named;
      namesHost = true;
    }
  // The far side is asked in HTTP/1.1, which demands it (RFC 9112, section 3.2).
  if (httpVersion === '1.0' && !namesHost) headers.push('Host', far.named);
  return new PlainRequest({ ...far.to, method, path: url, headers, setHost: false, agent, maxHeaderSize });
}

/** Headers without those that belong to the connection; names and values in turn, as Node has them. */
function endToEnd(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (isPassedOn(name.toLowerCase(), raw)) passed.push(name, value);
  }
  return passed;
}

function isPassedOn(lower: string, raw: readonly string[]): boolean {
  // Trailers are announced for a chunked body; elsewhere Node takes them for a mistake.
  if (lower === 'trailer')
    return /chunked/i.test(headerValue(pairRawHeaders(raw), 'transfer-encoding') ?? '');
  return !ofConnection.has(lower);
}

const isNamed = (name: string | undefined, lower: string): boolean =>
  name?.length === lower.length && name.toLowerCase() === lower;

/** What no reason phrase may hold (RFC 9112, section 4); it has no meaning, and may be left out. */
const unsayable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Status and headers as the far side sent them. Throws what Node throws where no HTTP can say them. */
export function passHead(answer: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 0, statusMessage = '', rawHeaders } = answer;
  const headers = endToEnd(rawHeaders);
  response.sendDate = false;
  response.writeHead(
    statusCode,
    statusMessage.replace(unsayable, ''),
    request.httpVersion === '1.0' ? withoutChunks(headers) : headers,
  );
}

/** A client of HTTP/1.0 reads to the end of the connection, and would take chunks for content. */
function withoutChunks(headers: readonly string[]): string[] {
  return pairRawHeaders(headers)
    .filter(([name]) => !/^(transfer-encoding|trailer)$/i.test(name))
    .flat();
}

/** A body that may not be there (RFC 9112, section 6.3) stands before the next answer, and would be taken for it. */
export function leavesRest({ statusCode, rawHeaders }: IncomingMessage): boolean {
  if (statusCode !== 204) return false;
  const headers = pairRawHeaders(rawHeaders);
  const length = headerValue(headers, 'content-length') ?? '0';
  return length !== '0' || headerValue(headers, 'transfer-encoding') !== undefined;
}

/** An interim answer (RFC 9110, section 15.2), which a client of HTTP/1.0 does not know. */
export function passInterim(
  { statusCode, statusMessage, rawHeaders }: InformationEvent,
  { httpVersion }: IncomingMessage,
  response: ServerResponse,
): void {
  if (httpVersion === '1.0') return;
  const head = headOf(statusCode, statusMessage, pairRawHeaders(endToEnd(rawHeaders)));
  const write = (): void => {
    response.socket?.write(head, 'latin1');
  };
  // The answer to an earlier request may be on its way yet.
  if (response.socket === null) response.once('socket', write);
  else write();
}

/** An answer's first lines. */
function headOf(status: number, reason: string, headers: readonly (readonly [string, string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${reason.replace(unsayable, '')}\r\n${lines.join('')}\r\n`;
}

/** What a proxy answers if the far side does not: it names itself, so that the answer is not taken for the service's. */
export const ownAnswer = { 'content-type': 'text/plain; charset=utf-8', via: '1.1 conform-proxy' };

const refusals: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** The answer to a request that Node's parser refuses; the connection ends with it. */
export function refusalOf(code: string, text: string): string {
  const [status, reason] = refusals[code] ?? [400, 'Bad Request'];
  return headOf(status, reason, Object.entries({ ...ownAnswer, connection: 'close' })) + text;
}

/** What Node tells of bytes that its parser refused, or that never came. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** Returns the headers and the body of a message for the recorder. {@link decodedBody} undoes the body's codings. */
export function decodeMessageContent(raw: readonly string[], body: PassingBody): Omit<WireAnswer, 'status'> {
  const headers = pairRawHeaders(raw);
  const decoded = decodedBody(body.kept, headers);
  return { headers, ...decoded, ...(body.isCut && { bytes: body.bytes }) };
}

/** What is recorded of a request that Node's parser refused. */
export function recordUnreadable(
  { rawPacket, bytesParsed }: ClientError,
  failure: TransportFailure,
): WireRecord {
  const header = blankedHeader(rawPacket ?? Buffer.alloc(0), bytesParsed);
  const flaw = { kind: 'unreadable', code: failure.code, ...(header !== undefined && { header }) } as const;
  return { ...unread(failure), request: { ...readRawHead(rawPacket, bytesParsed), flaw } };
}

/** What is recorded of a request of which nothing could be read. */
export function unread(failure: TransportFailure): WireRecord {
  const now = Date.now();
  const flaw = { kind: 'unreadable', code: failure.code } as const;
  return {
    arrivedAt: now,
    answeredAt: now,
    request: { method: 'UNKNOWN', url: '/', headers: [], flaw },
    failure,
  };
}
