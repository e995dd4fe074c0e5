import type { Agent, IncomingMessage } from 'node:http';
import { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderList } from '../exchange/exchange';
import { headerValue } from '../exchange/exchange';
import { pairs } from '../exchange/raw-headers';
import type { WireRecord } from '../exchange/raw-exchange';
import type { PassOptions } from './forwarded';

/** Headers that belong to a connection, and are made again for the next one. */
const ofConnection = ['connection', 'keep-alive', 'proxy-connection', 'upgrade', 'http2-settings'];

/** Where requests go on to, and over which connection. */
export interface Way extends PassOptions {
  readonly agent: Agent;
  /** What is known of a connection to the far side, where it is one over TLS. */
  readonly tlsOf: (socket: Socket) => WireRecord['tls'];
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
 * belongs to the connection. An offer to upgrade is such a thing, unless it is to be `tunnelled`.
 */
export function open({ upstream, agent }: Way, request: IncomingMessage, tunnelled: boolean): ClientRequest {
  const { method, url, rawHeaders, httpVersion } = request;
  const came = pairs(rawHeaders);
  const headers = [
    ...endToEnd(came, tunnelled ? ['upgrade'] : []).map(([name, value]) =>
      name.toLowerCase() === 'host' ? ([name, upstream.host] as const) : ([name, value] as const),
    ),
    // The far side is asked in HTTP/1.1, which demands it (RFC 9112, section 3.2).
    ...(httpVersion === '1.0' && headerValue(came, 'host') === undefined
      ? [['Host', upstream.host] as const]
      : []),
    ...(tunnelled ? [['Connection', 'Upgrade'] as const] : []),
  ];
  return new PlainRequest({
    method,
    path: url,
    protocol: upstream.protocol,
    host: upstream.hostname.replace(/^\[|\]$/g, ''),
    port: upstream.port || (upstream.protocol === 'https:' ? 443 : 80),
    headers: headers.flat(),
    setHost: false,
    agent,
    maxHeaderSize,
  });
}

/** Headers without those that belong to the connection. */
export function endToEnd(headers: HeaderList, kept: readonly string[] = []): HeaderList {
  // Trailers are announced for a chunked body; elsewhere Node takes them for a mistake.
  const chunked = /chunked/i.test(headerValue(headers, 'transfer-encoding') ?? '');
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    if (lower === 'trailer') return chunked;
    return kept.includes(lower) || !ofConnection.includes(lower);
  });
}
