import type { Agent, IncomingMessage } from 'node:http';
import { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { headerValue } from '../exchange/exchange';
import { pairs } from '../exchange/raw-headers';
import type { WireRecord } from '../exchange/raw-exchange';
import type { PassOptions } from './forwarded';

/** Headers that belong to a connection, and are made again for the next one. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings']);

/** Where requests go on to, and over which connection. */
export interface Way extends PassOptions {
  readonly far: FarSide;
  readonly agent: Agent;
  /** What is known of a connection to the far side, where it is one over TLS. */
  readonly tlsOf: (socket: Socket) => WireRecord['tls'];
}

type FarSide = ReturnType<typeof farSideOf>;

/** The parts of an address that each request needs. */
export function farSideOf({ protocol, hostname, port, host }: URL) {
  const standard = protocol === 'https:' ? 443 : 80;
  return { named: host, to: { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: port || standard } };
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
export function open({ far, agent }: Way, request: IncomingMessage): ClientRequest {
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
export function endToEnd(raw: readonly string[]): string[] {
  const passed: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (isPassedOn(name.toLowerCase(), raw)) passed.push(name, value);
  }
  return passed;
}

function isPassedOn(lower: string, raw: readonly string[]): boolean {
  // Trailers are announced for a chunked body; elsewhere Node takes them for a mistake.
  if (lower === 'trailer') return /chunked/i.test(headerValue(pairs(raw), 'transfer-encoding') ?? '');
  return !ofConnection.has(lower);
}

const isNamed = (name: string | undefined, lower: string): boolean =>
  name?.length === lower.length && name.toLowerCase() === lower;
