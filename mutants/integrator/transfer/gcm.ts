import type { CipherGCMTypes } from 'node:crypto';
import { createCipheriv, createDecipheriv } from 'node:crypto';

const tagBytes = 16;

const named = (key: Buffer): CipherGCMTypes =>
  key.length === 16 ? 'aes-128-gcm' : key.length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';

export interface Sealed {
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

/** AES-GCM with a key and an IV of whatever length. */
export function sealGcm(key: Buffer, iv: Buffer, plaintext: Buffer, aad = Buffer.alloc(0)): Sealed {
  const cipher = createCipheriv(named(key), key, iv, { authTagLength: tagBytes });
  cipher.setAAD(aad);
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return { ciphertext, tag: cipher.getAuthTag() };
}

/** The plaintext; throws where the tag does not fit. */
export function openGcm(key: Buffer, iv: Buffer, { ciphertext, tag }: Sealed, aad = Buffer.alloc(0)): Buffer {
  const decipher = createDecipheriv(named(key), key, iv, { authTagLength: tag.length });
  decipher.setAAD(aad);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** The plaintext, decrypted without a look at the tag. */
export function openUnverified(key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  return createDecipheriv(named(key), key, iv, { authTagLength: tagBytes }).update(ciphertext);
}

/** Ciphertext and tag, where the tag stands behind. */
export function splitTag(content: Buffer, bytes = tagBytes): Sealed {
  const end = Math.max(0, content.length - bytes);
  return { ciphertext: content.subarray(0, end), tag: content.subarray(end) };
}
