import type { Agent, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { ClientRequest } from 'node:http';
import type { TransportFailure } from '../../exchange/exchange';
import { headerValue } from '../../exchange/exchange';
import { decodedBody } from '../../exchange/content-coding';
import type { PassingBody, WireAnswer, WireRecord } from '../../exchange/raw-exchange';
import { pairRawHeaders } from '../../exchange/raw-exchange';
import { blankedHeader, readRawHead } from '../../exchange/raw-head';

/** Headers that apply to one connection only. The proxy does not forward them. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings']);

export type FarSide = ReturnType<typeof farSideOf>;

/** Returns the parts of the far side's address that each request needs. The far side is the server behind the proxy. */
export function farSideOf({ protocol, hostname, port, host, origin }: URL) {
  const standard = protocol === 'https:' ? 443 : 80;
  return {
    origin,
    named: host,
    to: { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: port || standard },
  };
}

/** A request with a body only if its headers announce one. Node would add an empty chunked body to each other POST. */
class PlainRequest extends ClientRequest {}
Object.defineProperty(PlainRequest.prototype, 'useChunkedEncodingByDefault', {
  get: () => false,
  set: () => undefined,
});

/** Maximum size of headers in bytes: larger than Node's default, because client and far side set their own limits. */
export const maxHeaderSize = 64 * 1024;

/**
 * Opens the forwarded request to the far side. Forwards all headers unchanged, except `Host`, which names the far side,
 * and those that apply to one connection. Thus an offer to upgrade is not forwarded: the suite could not judge another
 * protocol.
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
  // The forwarded request uses HTTP/1.1, which requires a Host header (RFC 9112, section 3.2).
  if (httpVersion === '1.0' && !namesHost) headers.push('Host', far.named);
  return new PlainRequest({ ...far.to, method, path: url, headers, setHost: false, agent, maxHeaderSize });
}

/** Removes the headers that apply to one connection from Node's flat list of names and values. */
function endToEnd(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (isPassedOn(name.toLowerCase(), raw)) passed.push(name, value);
  }
  return passed;
}

function isPassedOn(lower: string, raw: readonly string[]): boolean {
  // Node rejects a Trailer header on a message without a chunked body.
  if (lower === 'trailer')
    return /chunked/i.test(headerValue(pairRawHeaders(raw), 'transfer-encoding') ?? '');
  return !ofConnection.has(lower);
}

const isNamed = (name: string | undefined, lower: string): boolean =>
  name?.length === lower.length && name.toLowerCase() === lower;

/** Matches characters that a reason phrase must not contain (RFC 9112, section 4). Clients ignore reason phrases. */
const unsayable = /[^\t\x20-\x7e\x80-\xff]/g;

/** Sends the status and the headers of the far side to the client. Throws Node's error if they are not valid HTTP. */
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

/** Removes the headers of a chunked body, because an HTTP/1.0 client would read the chunk sizes as content. */
function withoutChunks(headers: readonly string[]): string[] {
  return pairRawHeaders(headers)
    .filter(([name]) => !/^(transfer-encoding|trailer)$/i.test(name))
    .flat();
}

/**
 * Returns whether a 204 answer announces a body, which RFC 9112 (section 6.3) forbids. If the connection were used
 * again, Node would read that body as the beginning of the next answer.
 */
export function leavesRest({ statusCode, rawHeaders }: IncomingMessage): boolean {
  if (statusCode !== 204) return false;
  const headers = pairRawHeaders(rawHeaders);
  const length = headerValue(headers, 'content-length') ?? '0';
  return length !== '0' || headerValue(headers, 'transfer-encoding') !== undefined;
}

/** Forwards an interim answer (RFC 9110, section 15.2), unless the client uses HTTP/1.0, which does not define them. */
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
  // Until the answers to earlier requests have been sent, this answer does not have a socket.
  if (response.socket === null) response.once('socket', write);
  else write();
}

/** Returns the status line and the headers of an answer. */
function headOf(status: number, reason: string, headers: readonly (readonly [string, string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${reason.replace(unsayable, '')}\r\n${lines.join('')}\r\n`;
}

/** Headers of an answer that the proxy itself writes. `via` distinguishes the answer from one of the service. */
export const ownAnswer = { 'content-type': 'text/plain; charset=utf-8', via: '1.1 conform-proxy' };

const refusals: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};

/** Returns the answer to a request that Node's parser rejects. The answer also announces the end of the connection. */
export function refusalOf(code: string, text: string): string {
  const [status, reason] = refusals[code] ?? [400, 'Bad Request'];
  return headOf(status, reason, Object.entries({ ...ownAnswer, connection: 'close' })) + text;
}

/** Node's error for a request that its parser rejected, or that did not arrive completely. */
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

/** Returns the record of a request that Node's parser rejected. */
export function recordUnreadable(
  { rawPacket, bytesParsed }: ClientError,
  failure: TransportFailure,
): WireRecord {
  const header = blankedHeader(rawPacket ?? Buffer.alloc(0), bytesParsed);
  const flaw = { kind: 'unreadable', code: failure.code, ...(header !== undefined && { header }) } as const;
  return { ...unread(failure), request: { ...readRawHead(rawPacket, bytesParsed), flaw } };
}

/** Returns the record of a request that could not be read at all. */
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
