import { constants as padding, generateKeyPair, privateDecrypt, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { constants } from '../contract/constants';

export interface KeyObjectPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export type RsaKeyPair = KeyObjectPair;

/**
 * The uses of a mock's keys. The identity service and the registry use different encryption keys (clause
 * 4.2).
 */
export type KeyUse =
  'tokens' | 'tokens512' | 'identity' | 'registry' | 'payer' | 'tls-ca' | 'tls-server' | 'tls-foreign';

const generate = promisify(generateKeyPair);
const known = new Map<KeyUse, Promise<RsaKeyPair>>();

/**
 * Generates an RSA key pair without blocking the event loop. By default, the key has the documented size
 * (clause 4.2).
 */
export function generateRsaKeyPair(bits: number = constants.rsaBits): Promise<RsaKeyPair> {
  return generate('rsa', { modulusLength: bits });
}

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

/**
 * Generates a key pair for a signature algorithm of RFC 7518: an elliptic-curve pair for ES256, ES384 and
 * ES512, an RSA pair for every other algorithm.
 */
export function generateSigningKeyPair(algorithm: string): Promise<KeyObjectPair> {
  const namedCurve = curves[algorithm];
  return namedCurve === undefined ? generateRsaKeyPair() : generate('ec', { namedCurve });
}

/**
 * Returns the key pair for a use, generated once per process. The suite's own tests start about a hundred
 * mocks, and generating RSA keys is by far the slowest part of starting one.
 */
export function defaultKeyPair(use: KeyUse): Promise<RsaKeyPair> {
  const made = known.get(use) ?? generateRsaKeyPair();
  known.set(use, made);
  return made;
}

/** Starts generating the default keys in the background, for a mock that will be started soon. */
export function prepareKeys(): void {
  for (const use of ['tls-ca', 'tls-server', 'tokens', 'tokens512', 'identity', 'registry', 'payer'] as const)
    // Ignore a failure here: code that needs the key awaits the same promise and handles the failure.
    defaultKeyPair(use).catch(() => undefined);
}

/**
 * The result of decrypting a field. `encoding`: the value is not the Base64 encoding of exactly one
 * ciphertext. `decryption`: the padding, hash or key is wrong, or the plaintext is not valid UTF-8.
 */
export type DecryptedField =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: 'encoding' | 'decryption' };

export type OaepHash = 'SHA-1' | 'SHA-256';

/** Decrypts encrypted fields (clauses 2.4, 6.3). */
export interface FieldDecrypter {
  /**
   * @param ciphertext the field's value, as it appears in the JSON body
   * @param hash the hash of OAEP and MGF1 that the request must use; SHA-1 by default
   */
  decrypt(ciphertext: string, hash?: OaepHash): DecryptedField;
}

/**
 * Creates a strict decrypter. It accepts only canonical standard Base64, and RSA-OAEP with one hash for both
 * label and MGF1 (clause 6.3.2): with `fixed`, if set, or else with the hash that the caller of `decrypt`
 * demands.
 */
export function createFieldCipher(privateKey: KeyObject, fixed?: OaepHash): FieldDecrypter {
  const modulusBytes = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  return {
    decrypt: (ciphertext, asked = 'SHA-1') => {
      const bytes = Buffer.from(ciphertext, 'base64');
      // Node silently accepts base64url, missing padding and stray characters. Encode the bytes again to
      // detect these.
      if (bytes.toString('base64') !== ciphertext || bytes.length !== modulusBytes) {
        return { ok: false, reason: 'encoding' };
      }
      try {
        return { ok: true, value: open(privateKey, bytes, fixed ?? asked) };
      } catch {
        return { ok: false, reason: 'decryption' };
      }
    },
  };
}

function open(key: KeyObject, ciphertext: Buffer, hash: OaepHash): string {
  const oaepHash = hash === 'SHA-1' ? 'sha1' : 'sha256';
  // OpenSSL also uses `oaepHash` for MGF1.
  const plain = privateDecrypt({ key, padding: padding.RSA_PKCS1_OAEP_PADDING, oaepHash }, ciphertext);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
}
