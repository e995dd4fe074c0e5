import { constants as padding, generateKeyPair, privateDecrypt, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { constants } from '../contract/constants';

export interface KeyObjectPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export type RsaKeyPair = KeyObjectPair;

/** What a key of the mock is for; identity and registry encrypt under different keys (clause 4.2). */
export type KeyUse =
  'tokens' | 'tokens512' | 'identity' | 'registry' | 'payer' | 'tls-ca' | 'tls-server' | 'tls-foreign';

const generate = promisify(generateKeyPair);
const known = new Map<KeyUse, Promise<RsaKeyPair>>();

/** A new RSA key, of the documented size (clause 4.2) where none is named, made outside the event loop. */
export function generateRsaKeyPair(bits: number = constants.rsaBits): Promise<RsaKeyPair> {
  return generate('rsa', { modulusLength: bits });
}

const curves: Readonly<Record<string, string>> = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' };

/** A new key that signs by an algorithm of RFC 7518: on its curve, else RSA. */
export function generateSigningKeyPair(algorithm: string): Promise<KeyObjectPair> {
  const namedCurve = curves[algorithm];
  return namedCurve === undefined ? generateRsaKeyPair() : generate('ec', { namedCurve });
}

/**
 * The key for this use, made once per process: a run of the suite's own tests starts about a hundred mocks,
 * and RSA keys are by far the dearest part of a start.
 */
export function defaultKeyPair(use: KeyUse): Promise<RsaKeyPair> {
  const made = known.get(use) ?? generateRsaKeyPair();
  known.set(use, made);
  return made;
}

/** Begins to make the default keys in the background, where a mock is sure to be started soon. */
export function prepareKeys(): void {
  for (const use of ['tls-ca', 'tls-server', 'tokens', 'tokens512', 'identity', 'registry', 'payer'] as const)
    // The code that needs the key gets the error; here it is not awaited.
    defaultKeyPair(use).catch(() => undefined);
}

/** `encoding`: not the Base64 of one ciphertext. `decryption`: wrong padding, hash or key, or not text. */
export type DecryptedField =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: 'encoding' | 'decryption' };

/** Opens encrypted fields (clauses 2.4, 6.3). */
export interface FieldDecrypter {
  /** @param ciphertext the field's text, as it stands in the JSON body */
  decrypt(ciphertext: string): DecryptedField;
}

/** RSA-OAEP with one hash for label and MGF1, SHA-1 by default, over canonical standard Base64 (clause 6.3.2), and nothing else. */
export function createFieldCipher(privateKey: KeyObject, hash: 'sha1' | 'sha256' = 'sha1'): FieldDecrypter {
  const modulusBytes = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  return {
    decrypt: (ciphertext) => {
      const bytes = Buffer.from(ciphertext, 'base64');
      // Node decodes base64url, missing padding and stray characters too; only the way back tells.
      if (bytes.toString('base64') !== ciphertext || bytes.length !== modulusBytes) {
        return { ok: false, reason: 'encoding' };
      }
      try {
        return { ok: true, value: open(privateKey, bytes, hash) };
      } catch {
        return { ok: false, reason: 'decryption' };
      }
    },
  };
}

function open(key: KeyObject, ciphertext: Buffer, oaepHash: 'sha1' | 'sha256'): string {
  // OpenSSL takes the hash of the label for MGF1 as well.
  const plain = privateDecrypt({ key, padding: padding.RSA_PKCS1_OAEP_PADDING, oaepHash }, ciphertext);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
}
