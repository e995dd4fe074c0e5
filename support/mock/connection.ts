import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { alsoInClear } from './in-clear';
import type { TlsMaterial } from './tls';

/** How long a client may take, in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request to its last. */
  readonly requestMs: number;
  /** From the first byte of a request to the end of its headers; for a TLS handshake too. */
  readonly headersMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** How often it is looked for requests that take too long. */
  readonly checkMs: number;
  /** How long a client that was refused may go on sending: an answer is lost where a connection ends with bytes unread. */
  readonly lingerMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  requestMs: 30_000,
  headersMs: 10_000,
  keepAliveMs: 72_000,
  checkMs: 5000,
  lingerMs: 2000,
};

const maxConnections = 1024;

export interface ServerAbout {
  readonly limits: ConnectionLimits;
  readonly tls?: TlsMaterial;
  readonly minVersion?: SecureVersion;
  /** Whether those who speak plain HTTP to a TLS port are answered. */
  readonly inClear?: boolean;
  /** Takes the CONNECT requests: no route ever sees them. */
  readonly onConnect: (request: IncomingMessage, socket: Duplex) => void;
  /** Told of each connection whose TLS handshake has come to its end. */
  readonly onSecure: (socket: TLSSocket) => void;
}

/** The versions of TLS that a server speaks; what is absent is Node's own choice. */
export function versionsOf(minVersion?: SecureVersion, maxVersion?: SecureVersion) {
  return { ...(minVersion && { minVersion }), ...(maxVersion && { maxVersion }) };
}

/** A server that hands over every request it can read, those included that node would answer by itself. */
export function newServer(
  handler: RequestListener,
  { limits, tls, minVersion, inClear = false, onConnect, onSecure }: ServerAbout,
): Server {
  const options = {
    requestTimeout: limits.requestMs,
    // Node refuses a longer one.
    headersTimeout: Math.min(limits.headersMs, limits.requestMs),
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // Whether there is a Host is asked where requests are recorded.
    requireHostHeader: false,
  };
  const watched = (server: Server): Server => server.on('checkExpectation', handler).on('connect', onConnect);
  const plain = (): Server => watched(createHttpServer(options, handler));
  const secure = ({ key, cert, maxVersion }: TlsMaterial): Server => {
    const handshake = {
      handshakeTimeout: limits.headersMs,
      key,
      cert,
      ...versionsOf(minVersion, maxVersion),
    };
    return watched(createHttpsServer({ ...options, ...handshake }, handler)).on('secureConnection', onSecure);
  };
  const server = tls === undefined ? plain() : inClear ? alsoInClear(secure(tls), plain()) : secure(tls);
  server.maxConnections = maxConnections;
  return server;
}
