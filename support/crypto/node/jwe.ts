import type { KeyObject } from 'node:crypto';
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { envelopeAlgorithms } from '../../contract/readings/payer';

/** Header parameters of a JWE. They are authenticated by the tag, but not encrypted. */
type JweHeader = Readonly<Record<string, unknown>>;

/** The hash of each RSAES-OAEP algorithm (RFC 7518, section 4.3). MGF1 uses the same hash. */
const oaepHashes: Readonly<Record<string, string>> = { 'RSA-OAEP-256': 'sha256', 'RSA-OAEP': 'sha1' };

/**
 * Decodes the protected header of a compact JWE without a key, even if the JWE is truncated. Returns
 * `undefined` if the header cannot be decoded.
 */
export function jweHeaderOf(compact: string): JweHeader | undefined {
  try {
    return decodeProtectedHeader({ protected: compact.split('.')[0] ?? '' });
  } catch {
    return undefined;
  }
}

/**
 * Returns a message if the reading `envelope` does not offer the algorithms of this JWE, or if its header
 * contains `zip` or `crit`. Such a JWE may still be valid. Returns `undefined` if the suite supports the JWE,
 * or if `alg` or `enc` is missing.
 */
export function whyNotOffered({ alg, enc, zip, crit }: JweHeader): string | undefined {
  if (typeof alg !== 'string' || typeof enc !== 'string') return undefined;
  const isKnown = includes(envelopeAlgorithms.alg, alg) && includes(envelopeAlgorithms.enc, enc);
  if (isKnown && zip === undefined && crit === undefined) return undefined;
  const more = [...(zip === undefined ? [] : ['zip']), ...(crit === undefined ? [] : ['crit'])];
  const offered = `${envelopeAlgorithms.alg.join(' or ')} with ${envelopeAlgorithms.enc.join(' or ')}`;
  return `alg ${alg} and enc ${enc}${more.map((each) => `, with ${each}`).join('')}: the reading envelope offers ${offered}`;
}

const includes = (offered: readonly string[], value: string): boolean => offered.includes(value);

/**
 * Decrypts a compact JWE (RFC 7516) that uses RSA-OAEP-256 or RSA-OAEP with A256GCM. Tries each key. Throws
 * an Error with the reason in its message.
 * Uses node:crypto instead of jose. The suite's client and mock decrypt with jose, and the judge must decrypt
 * independently of them. Moreover, jose is asynchronous, and a recorder must decrypt synchronously.
 */
export function openJwe(compact: string, header: JweHeader, keys: readonly KeyObject[]): Buffer {
  const parts = compact.split('.');
  if (parts.length !== 5) throw new Error(`its JWE has ${parts.length} dot-separated parts, and not 5`);
  const { alg, enc } = header;
  const oaepHash = typeof alg === 'string' ? oaepHashes[alg] : undefined;
  if (oaepHash === undefined || enc !== 'A256GCM')
    throw new Error(`its JWE has alg ${String(alg)} and enc ${String(enc)}`);
  const [protectedHeader = '', ...rest] = parts;
  const [encryptedKey, iv, ciphertext, tag] = rest.map((part) => Buffer.from(part, 'base64url'));
  if (!encryptedKey || !iv || !ciphertext || !tag) throw new Error('a part of its JWE is missing');
  const key = unwrapKey(encryptedKey, keys, oaepHash);
  if (key === undefined) throw new Error(`no known key opens its JWE (alg ${String(alg)}, enc ${enc})`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(Buffer.from(protectedHeader, 'ascii'));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch {
    throw new Error(`the tag of its JWE does not fit (alg ${String(alg)}, enc ${enc})`);
  }
}

function unwrapKey(encryptedKey: Buffer, keys: readonly KeyObject[], oaepHash: string): Buffer | undefined {
  for (const key of keys)
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      const unwrapped = privateDecrypt({ key, padding, oaepHash }, encryptedKey);
      if (unwrapped.length === 32) return unwrapped;
    } catch {
      // Try the next key.
    }
  return undefined;
}
