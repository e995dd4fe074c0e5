import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** Node's error codes for a connection that the client closed, or that was lost. */
export const lostConnectionCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/**
 * Maximum time from the handshake to the end of a connection that counts as closed at once, in milliseconds. A
 * client that keeps a spare connection closes it later.
 */
const atOnceMs = 5000;

interface LeftWatch {
  /** Whether the server presents its own certificate. Asked during each handshake. */
  readonly presentsOwn: () => boolean;
  readonly onLeft: () => void;
}

/**
 * Calls `onLeft` for each TLS connection that the client closes during or right after the handshake, without a
 * single byte of a request and without an alert. Some clients end a connection in this way if they do not trust
 * the certificate. Ignores handshakes in which the server does not present its own certificate, and a server
 * without TLS.
 */
export function watchLeftConnections(server: Server, { presentsOwn, onLeft }: LeftWatch): void {
  if (!(server instanceof HttpsServer)) return;
  // In TLS 1.3 a client has seen the certificate before the server knows that the handshake is complete. The
  // `keylog` event shows that the client began a handshake, and did not only open a TCP connection.
  const begun = new WeakSet<TLSSocket>();
  server.on('keylog', (_line, socket) => {
    if (presentsOwn()) begun.add(socket);
  });
  server.on('tlsClientError', ({ code = '' }: NodeJS.ErrnoException, socket: TLSSocket) => {
    if (lostConnectionCodes.includes(code) && begun.has(socket)) onLeft();
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!presentsOwn()) return;
    const securedAt = Date.now();
    socket.once('close', () => {
      const isByClient = socket.readableEnded || socket.errored !== null;
      const isAtOnce = Date.now() - securedAt <= atOnceMs;
      if (isByClient && isAtOnce && socket.bytesRead === 0) onLeft();
    });
  });
}
