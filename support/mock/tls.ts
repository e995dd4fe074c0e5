import { constants as cryptoConstants, generateKeyPairSync, privateEncrypt, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { md, pki } from 'node-forge';
import { constants } from '../contract/constants';
import { defaultKeyPair, type KeyUse, type RsaKeyPair } from './keys';

/** A throwaway certificate authority and a server certificate that it signed; all three are PEM. */
export interface TlsMaterial {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
  /** The newest version of TLS that a server speaks; absent: the newest that Node has. */
  readonly maxVersion?: SecureVersion;
}

interface TlsOptions {
  /** Validity of the server certificate; by default from an hour ago (clocks differ) for thirty days. */
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Name of the server certificate's subject; clients that verify look at the host list instead. */
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

/** A new CA and server certificate for the hosts given and for every name of the loopback. */
export function makeTls(hosts: string[], options: TlsOptions = {}): TlsMaterial {
  const newKeys = () => generateKeyPairSync('rsa', { modulusLength: constants.rsaBits });
  return assemble(hosts, newKeys(), newKeys(), options);
}

/** The material for these hosts, made once per process. */
export function defaultTls(hosts: string[]): Promise<TlsMaterial> {
  return onceFor(hosts, 'tls-ca', 'tls-server');
}

/**
 * The same of an authority that no client is told of, and under a key of its own: some clients know a service by its
 * key alone.
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
  const name = commonName(`Throwaway test CA ${randomBytes(4).toString('hex')}`);
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
    // The issuer's identifier is spelled out: `true` would make forge take the certificate's own key.
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.cert.generateSubjectKeyIdentifier().getBytes() },
  ]);
  return signed(cert, issuer.keys);
}

function newCertificate(keys: RsaKeyPair, subject: Name, issuer: Name, options: TlsOptions): pki.Certificate {
  const cert = pki.createCertificate();
  cert.publicKey = pki.publicKeyFromPem(keys.publicKey.export({ type: 'spki', format: 'pem' }).toString());
  // A leading 01 keeps the number positive, as RFC 5280 demands.
  cert.serialNumber = `01${randomBytes(15).toString('hex')}`;
  cert.validity.notBefore = options.notBefore ?? new Date(Date.now() - hour);
  cert.validity.notAfter = options.notAfter ?? new Date(Date.now() + 30 * 24 * hour);
  cert.setSubject(subject);
  cert.setIssuer(issuer);
  return cert;
}

/** DER of a DigestInfo for SHA-256, up to the digest (RFC 8017, section 9.2). */
const sha256DigestInfo = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** Forge makes the certificate; the signature is node's, which takes a fiftieth of the time. */
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
