import { constants as cryptoConstants, generateKeyPairSync, privateEncrypt, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { md, pki } from 'node-forge';
import { constants } from '../contract/constants';
import { defaultKeyPair, type KeyUse, type RsaKeyPair } from './keys';
import { newAuthorityName } from './throwaway-authority';

/**
 * A throwaway certificate authority, and a server certificate that it signed. `ca`, `key` and `cert` are PEM.
 */
export interface TlsMaterial {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
  /** Newest TLS version that a server accepts; by default the newest that Node supports. */
  readonly maxVersion?: SecureVersion;
}

interface TlsOptions {
  /**
   * Validity of the server certificate. By default it starts an hour ago, because clocks differ, and ends in
   * thirty days.
   */
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /**
   * Common name of the server certificate; by default the first host. Clients that support subjectAltName
   * ignore the common name and check the hosts listed there.
   */
  readonly commonName?: string;
}

type Name = pki.CertificateField[];
interface Authority {
  readonly cert: pki.Certificate;
  readonly keys: RsaKeyPair;
}

const hour = 3_600_000;
const localHosts = ['127.0.0.1', '::1', 'localhost'];
const defaults = new Map<string, Promise<TlsMaterial>>();

/**
 * Creates a CA and a server certificate for the given hosts and all loopback names. Blocks while it generates
 * two RSA keys.
 */
export function makeTls(hosts: string[], options: TlsOptions = {}): TlsMaterial {
  const newKeys = () => generateKeyPairSync('rsa', { modulusLength: constants.rsaBits });
  return assemble(hosts, newKeys(), newKeys(), options);
}

/**
 * Returns a CA and a server certificate for these hosts. Creates them only once per process and list of
 * hosts.
 */
export function defaultTls(hosts: string[]): Promise<TlsMaterial> {
  return onceFor(hosts, 'tls-ca', 'tls-server');
}

/**
 * Returns a server certificate for these hosts, signed by a CA that clients do not trust. Its key also
 * differs from the key of {@link defaultTls}, because some clients check only the key.
 */
export function foreignTls(hosts: string[]): Promise<TlsMaterial> {
  return onceFor(hosts, 'tls-foreign', 'tls-foreign');
}

function onceFor(hosts: string[], authority: KeyUse, server: KeyUse): Promise<TlsMaterial> {
  const id = [authority, ...allHosts(hosts)].join();
  const made = defaults.get(id) ?? assembleDefault(hosts, authority, server);
  defaults.set(id, made);
  return made;
}

async function assembleDefault(hosts: string[], authority: KeyUse, server: KeyUse): Promise<TlsMaterial> {
  const [ca, own] = await Promise.all([defaultKeyPair(authority), defaultKeyPair(server)]);
  return assemble(hosts, ca, own, {});
}

function assemble(
  hosts: string[],
  caPair: RsaKeyPair,
  serverPair: RsaKeyPair,
  options: TlsOptions,
): TlsMaterial {
  const authority = makeAuthority(caPair);
  return {
    ca: toPem(authority.cert),
    key: serverPair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    cert: toPem(makeServerCertificate(authority, serverPair, allHosts(hosts), options)),
  };
}

function makeAuthority(keys: RsaKeyPair): Authority {
  const name = commonName(newAuthorityName());
  const cert = newCertificate(keys, name, name, {});
  cert.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return { cert: signed(cert, keys), keys };
}

function makeServerCertificate(issuer: Authority, keys: RsaKeyPair, hosts: string[], options: TlsOptions) {
  const subject = commonName(options.commonName ?? hosts[0] ?? 'localhost');
  const cert = newCertificate(keys, subject, issuer.cert.subject.attributes, options);
  cert.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: hosts.map(altName) },
    { name: 'subjectKeyIdentifier' },
    // Set the issuer's key identifier explicitly: with `true`, forge would use the certificate's own key.
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.cert.generateSubjectKeyIdentifier().getBytes() },
  ]);
  return signed(cert, issuer.keys);
}

const encryptionCertificates = new WeakMap<KeyObject, string>();

/**
 * Returns a self-signed certificate (PEM) of the dummy payer for its encryption key, which starts an hour ago and ends
 * in a year. Creates the certificate only once per key.
 */
export function payerCertificate(keys: RsaKeyPair): string {
  const known = encryptionCertificates.get(keys.publicKey);
  if (known !== undefined) return known;
  const name = commonName('Dummy payer');
  const cert = newCertificate(keys, name, name, { notAfter: new Date(Date.now() + 365 * 24 * hour) });
  cert.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, keyEncipherment: true, dataEncipherment: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  const pem = toPem(signed(cert, keys));
  encryptionCertificates.set(keys.publicKey, pem);
  return pem;
}

function newCertificate(keys: RsaKeyPair, subject: Name, issuer: Name, options: TlsOptions): pki.Certificate {
  const cert = pki.createCertificate();
  cert.publicKey = pki.publicKeyFromPem(keys.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  // The leading 01 keeps the serial number positive, as RFC 5280 requires.
  cert.serialNumber = `01${randomBytes(15).toString('hex')}`;
  cert.validity.notBefore = options.notBefore ?? new Date(Date.now() - hour);
  cert.validity.notAfter = options.notAfter ?? new Date(Date.now() + 30 * 24 * hour);
  cert.setSubject(subject);
  cert.setIssuer(issuer);
  return cert;
}

/** DER encoding of a SHA-256 DigestInfo, up to but not including the digest (RFC 8017, section 9.2). */
const sha256DigestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/**
 * Signs a certificate with Node's crypto, which is about fifty times faster than forge's own implementation.
 */
function signed(cert: pki.Certificate, by: RsaKeyPair): pki.Certificate {
  const signer = {
    sign(digest: md.MessageDigest): string {
      const info = Buffer.concat([sha256DigestInfo, Buffer.from(digest.digest().getBytes(), 'binary')]);
      const key = { key: by.privateKey, padding: cryptoConstants.RSA_PKCS1_PADDING };
      return privateEncrypt(key, info).toString('binary');
    },
  };
  cert.sign(signer as pki.rsa.PrivateKey, md.sha256.create());
  return cert;
}

function commonName(value: string): Name {
  return [{ name: 'commonName', value }];
}

function altName(host: string) {
  return isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host };
}

function allHosts(hosts: string[]): string[] {
  return [...new Set([...hosts, ...localHosts])];
}

function toPem(cert: pki.Certificate): string {
  return pki.certificateToPem(cert).replaceAll('\r\n', '\n');
}
