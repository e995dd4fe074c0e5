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
 * Lets a TLS server answer those who speak plain HTTP to its port too: that they do is seen on their connection, and all
 * that they send is seen as well. `plain` does not listen; it is handed such connections.
 */
function alsoInClear(server: Server, plain: Server): Server {
  const begin = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  plain.on('clientError', (error, socket) => server.emit('clientError', error, socket));
  return server.on('connection', (socket: Socket) => {
    // A client may go away before its first byte.
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
      // Read by hand: a socket that flows would hand out what is the handshake's.
      socket.unshift(bytes);
      if (bytes[0] === handshake) for (const each of begin) each.call(server, socket);
      else plain.emit('connection', socket);
    });
  });
}

/** The connections of a listener, so that all of them can be ended at once. */
export interface OpenSockets {
  watch(server: Server): Server;
  /** Ends the connections that are open, and each that comes later. */
  end(): void;
  /** From now on neither they nor any that comes later keep the process alive. */
  unref(): void;
}

/**
 * A server ends by itself the connections that speak HTTP. One that never did, as a TLS handshake that was not
 * begun, would hold the port for minutes.
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

interface ServerAbout {
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
