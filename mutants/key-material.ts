import type { KeyObject } from 'node:crypto';
import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { md, pki } from 'node-forge';
import type { RsaKeyPair } from '../support/mock/keys';

const generate = promisify(generateKeyPair);
const known = new Map<number, Promise<RsaKeyPair>>();
const hour = 3_600_000;

/** An RSA key of that size, made once in a process. */
export function rsaKeyPair(bits: number): Promise<RsaKeyPair> {
  const made = known.get(bits) ?? generate('rsa', { modulusLength: bits });
  known.set(bits, made);
  return made;
}

/** PEM of an elliptic-curve public key: of a type that clause 4.2 does not allow. */
export async function ecPublicKey(): Promise<string> {
  return publicKeyToPem((await generate('ec', { namedCurve: 'P-256' })).publicKey);
}

/** A PUBLIC KEY block (SPKI). */
export function publicKeyToPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** Base64 of the bare SPKI, on one line. */
export function publicKeyToDerBase64(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}

/** PEM of a certificate that a key signed for itself, and for one host. */
export function selfSigned({ privateKey, publicKey }: RsaKeyPair, host: string): string {
  const certificate = pki.createCertificate();
  certificate.publicKey = pki.publicKeyFromPem(publicKeyToPem(publicKey));
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - hour);
  certificate.validity.notAfter = new Date(Date.now() + 24 * hour);
  const name = [{ name: 'commonName', value: host }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const isAddress = /^[\d.]+$/.test(host);
  const altNames = [isAddress ? { type: 7, ip: host } : { type: 2, value: host }];
  certificate.setExtensions([{ name: 'subjectAltName', altNames }]);
  certificate.sign(pki.privateKeyFromPem(privatePem(privateKey)), md.sha256.create());
  return pki.certificateToPem(certificate).replaceAll('\r\n', '\n');
}

/** The private key as TLS servers and node-forge read it. */
export function privatePem(key: KeyObject): string {
  return key.export({ type: 'pkcs1', format: 'pem' }).toString();
}
