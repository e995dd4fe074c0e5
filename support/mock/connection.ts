import type { Server } from 'node:http';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureVersion, TLSSocket } from 'node:tls';
import type { TlsMaterial } from './tls';

/** The first byte of a TLS record that begins a handshake (RFC 8446, section 5.1). */
const handshake = 22;

/**
 * Makes a TLS server also accept plain HTTP on its port, to record requests from clients that use plain HTTP
 * by mistake. `plain` handles these connections and must not listen on a port itself.
 */
function alsoInClear(server: Server, plain: Server): Server {
  const begin = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  plain.on('clientError', (error, socket) => server.emit('clientError', error, socket));
  return server.on('connection', (socket: Socket) => {
    // Handle errors until the first byte arrives. If the client disconnected earlier, an unhandled `error`
    // event would end the process.
    const ignore = (): void => {
      socket.destroy();
    };
    socket.once('error', ignore);
    socket.once('readable', () => {
      const bytes = socket.read() as Buffer | null;
      socket.off('error', ignore);
      if (bytes === null) {
        socket.destroy();
        return;
      }
      // Read the first bytes with `read()` and push them back. If the socket were flowing, the start of the
      // TLS handshake would be lost.
      socket.unshift(bytes);
      if (bytes[0] === handshake) for (const each of begin) each.call(server, socket);
      else plain.emit('connection', socket);
    });
  });
}

export interface OpenSockets {
  watch(server: Server): Server;
  /** Destroys all open connections, and every connection opened later. */
  end(): void;
  /** Stops open and later connections from keeping the process alive. */
  unref(): void;
}

/**
 * Tracks all connections of the watched servers, so that `end` can close them. `server.close()` closes only
 * connections that speak HTTP. A connection that never began its TLS handshake would keep the port open for
 * minutes.
 */
export function trackSockets(): OpenSockets {
  const open = new Set<Socket>();
  let ended = false;
  let isHolding = true;
  const add = (socket: Socket) => {
    if (ended) socket.destroy();
    if (!isHolding) socket.unref();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  return {
    watch: (server) => server.on('connection', add),
    end: () => {
      ended = true;
      for (const socket of open) socket.destroy();
    },
    unref: () => {
      isHolding = false;
      for (const socket of open) socket.unref();
    },
  };
}

/** Time limits for clients, in milliseconds. */
export interface ConnectionLimits {
  /** Maximum time from the first byte of a request to its last. */
  readonly requestMs: number;
  /**
   * Maximum time from the first byte of a request to the end of its headers. Also limits the TLS handshake.
   */
  readonly headersMs: number;
  readonly keepAliveMs: number;
  /** Interval at which the server looks for requests that exceed `requestMs` or `headersMs`. */
  readonly checkMs: number;
  /**
   * Time that a rejected client has to finish sending. If the mock closed the connection with unread bytes,
   * the client would lose the answer.
   */
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

interface ServerAbout {
  readonly limits: ConnectionLimits;
  readonly tls?: TlsMaterial;
  readonly minVersion?: SecureVersion;
  /** Whether the TLS port also answers plain HTTP. */
  readonly inClear?: boolean;
  /** Handles CONNECT requests, which never reach a route. */
  readonly onConnect: (request: IncomingMessage, socket: Duplex) => void;
  /** Called for each connection that has completed its TLS handshake. */
  readonly onSecure: (socket: TLSSocket) => void;
}

/**
 * Builds a server's options for TLS versions. Node's default applies to each argument that is `undefined`.
 */
export function versionsOf(minVersion?: SecureVersion, maxVersion?: SecureVersion) {
  return { ...(minVersion && { minVersion }), ...(maxVersion && { maxVersion }) };
}

/**
 * Creates a server that passes every request it can parse to `handler`, even those that Node would otherwise
 * answer itself (unknown `Expect`, missing `Host`).
 */
export function newServer(
  handler: RequestListener,
  { limits, tls, minVersion, inClear = false, onConnect, onSecure }: ServerAbout,
): Server {
  const options = {
    requestTimeout: limits.requestMs,
    // Node rejects a `headersTimeout` that is longer than `requestTimeout`, so limit it.
    headersTimeout: Math.min(limits.headersMs, limits.requestMs),
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    // `dispatch` checks for Host instead, so that a request without Host is recorded.
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
