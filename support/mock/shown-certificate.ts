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
 * Has a server show the certificate of the stimulus in force, or its own. All who are connected have to begin again: who
 * keeps a connection would never look at another certificate.
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
  // A handshake that has begun goes on under the certificate before. To break it off from below would crash the process.
  server.prependListener('secureConnection', (socket: TLSSocket) => {
    if (digest !== undefined && socket.getX509Certificate()?.fingerprint256 !== digest) socket.destroy();
  });
}

/** Sessions that began under another certificate are not resumed here, and without tickets none is at all. */
const contextOf = ({ key, cert, maxVersion }: TlsMaterial, minVersion: SecureVersion | undefined) => ({
  key,
  cert,
  ...versionsOf(minVersion, maxVersion),
  secureOptions: constants.SSL_OP_NO_TICKET,
});
