import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { md, pki } from 'node-forge';
import type { TlsMaterial } from '../../../support/mock/tls';
import { makeTls } from '../../../support/mock/tls';

/** A server over TLS, and what a client that asks it is told to trust. */
export interface Certified {
  readonly url: string;
  readonly ca: string | undefined;
  /** How many requests reached it. */
  readonly asked: () => number;
}

const day = 86_400_000;
const expired = { notBefore: new Date(Date.now() - 2 * day), notAfter: new Date(Date.now() - day) };

function selfSigned(): Pick<TlsMaterial, 'key' | 'cert'> {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const cert = pki.createCertificate();
  cert.publicKey = pki.publicKeyFromPem(pair.publicKey);
  cert.serialNumber = '01';
  cert.validity.notBefore = new Date(Date.now() - day);
  cert.validity.notAfter = new Date(Date.now() + day);
  const name = [{ name: 'commonName', value: '127.0.0.1' }];
  cert.setSubject(name);
  cert.setIssuer(name);
  cert.setExtensions([{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }]);
  cert.sign(pki.privateKeyFromPem(pair.privateKey), md.sha256.create());
  return { key: pair.privateKey, cert: pki.certificateToPem(cert) };
}

async function serve(tls: Pick<TlsMaterial, 'key' | 'cert'>, ca: string | undefined, host: string) {
  let asked = 0;
  const answer = JSON.stringify({ keys: [], jsonrpc: '2.0', id: 1, result: {} });
  const server = createServer({ key: tls.key, cert: tls.cert }, (request, response) => {
    asked += 1;
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, host);
  await once(server, 'listening');
  server.unref();
  return { url: `https://${host}:${(server.address() as AddressInfo).port}`, ca, asked: () => asked };
}

/** A right server, and one for each thing that is wrong about a certificate. */
export async function certifiedServers(): Promise<ReadonlyMap<string, Certified>> {
  const right = makeTls([]);
  const old = makeTls([], expired);
  const servers: (readonly [string, Promise<Certified>])[] = [
    ['right', serve(right, right.ca, '127.0.0.1')],
    ['wrong authority', serve(right, old.ca, '127.0.0.1')],
    ['expired', serve(old, old.ca, '127.0.0.1')],
    ['self-signed', serve(selfSigned(), undefined, '127.0.0.1')],
    // Only Linux answers on all of 127.0.0.0/8; the certificate names 127.0.0.1.
    ...(process.platform === 'linux' ? ([['wrong name', serve(right, right.ca, '127.0.0.2')]] as const) : []),
  ];
  return new Map(await Promise.all(servers.map(async ([what, server]) => [what, await server] as const)));
}
