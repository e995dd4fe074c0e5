import { X509Certificate, constants } from 'node:crypto';
import type { Server } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { SecureVersion, TLSSocket } from 'node:tls';
import { versionsOf } from './connection';
import type { StimulusInForce } from './stimuli';
import type { TlsMaterial } from './tls';

interface Showing {
  readonly stimuli: StimulusInForce;
  readonly own: TlsMaterial;
  readonly server: Server;
  readonly minVersion: SecureVersion | undefined;
}

/**
 * Makes a server present the certificate of the fault in force. Without such a certificate, the server
 * presents its own. Each change closes all connections, because a client that keeps its connection would
 * never see the new certificate.
 */
export function showInForce({ stimuli, own, server, minVersion }: Showing): void {
  if (!(server instanceof HttpsServer)) return;
  let shown = own;
  let digest: string | undefined;
  stimuli.watch(() => {
    const wanted = stimuli.current?.tls ?? own;
    if (wanted === shown) return;
    shown = wanted;
    digest = new X509Certificate(wanted.cert).fingerprint256;
    server.closeAllConnections();
    server.setSecureContext(contextOf(wanted, minVersion));
  });
  // A handshake in progress still uses the previous certificate, so close its connection after the handshake.
  // Aborting the handshake itself would crash the process.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    if (digest !== undefined && socket.getX509Certificate()?.fingerprint256 !== digest) socket.destroy();
  });
}

/**
 * Builds the TLS context for a certificate. Issues no session tickets, so that clients cannot resume a
 * session without checking the new certificate.
 */
const contextOf = ({ key, cert, maxVersion }: TlsMaterial, minVersion: SecureVersion | undefined) => ({
  key,
  cert,
  ...versionsOf(minVersion, maxVersion),
  secureOptions: constants.SSL_OP_NO_TICKET,
});
