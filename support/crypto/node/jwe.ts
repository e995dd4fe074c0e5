import type { KeyObject } from 'node:crypto';
import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';

/** A compact JWE (RFC 7516), opened. */
export interface OpenedJwe {
  readonly header: Readonly<Record<string, unknown>>;
  readonly plaintext: Buffer;
}

/** Opens a compact JWE of RSA-OAEP-256 and A256GCM with one of the keys. Throws an Error with the reason. */
export function openJwe(compact: string, keys: readonly KeyObject[]): OpenedJwe {
  const parts = compact.split('.');
  if (parts.length !== 5) throw new Error(`${parts.length} dot-separated parts, and not 5`);
  const [protectedHeader = '', ...rest] = parts;
  const [encryptedKey, iv, ciphertext, tag] = rest.map((part) => Buffer.from(part, 'base64url'));
  const header = readHeader(protectedHeader);
  if (header.alg !== 'RSA-OAEP-256' || header.enc !== 'A256GCM')
    throw new Error(
      `alg ${String(header.alg)} and enc ${String(header.enc)}, and not RSA-OAEP-256 and A256GCM`,
    );
  if (!encryptedKey || !iv || !ciphertext || !tag) throw new Error('a part is missing');
  const key = unwrapKey(encryptedKey, keys);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(protectedHeader, 'ascii'));
  try {
    decipher.setAuthTag(tag);
    return { header, plaintext: Buffer.concat([decipher.update(ciphertext), decipher.final()]) };
  } catch {
    throw new Error('its tag does not fit');
  }
}

function readHeader(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new Error('its header is no JSON object');
}

function unwrapKey(encryptedKey: Buffer, keys: readonly KeyObject[]): Buffer {
  for (const key of keys)
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      const unwrapped = privateDecrypt({ key, padding, oaepHash: 'sha256' }, encryptedKey);
      if (unwrapped.length === 32) return unwrapped;
    } catch {
      // Another key, perhaps.
    }
  throw new Error('no known key opens it');
}
