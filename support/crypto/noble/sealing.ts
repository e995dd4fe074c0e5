import { createCipheriv, createDecipheriv } from 'node:crypto';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { TransferError } from '../../contract/transfer';

/** Sizes in bytes (clause 8). The tag size is that of AES-GCM (NIST SP 800-38D). */
const sizes = { nonce: 32, salt: 20, iv: 12, key: 32, tag: 16 };

/**
 * XORs both nonces and splits the result into the HKDF salt and the AES-GCM IV (clause 6.2.4). Throws a
 * TransferError (`nonce`) if a nonce is not 32 bytes long.
 */
export function mixNonces(own: Buffer, peer: Buffer): { salt: Buffer; iv: Buffer } {
  const mixed = Buffer.alloc(sizes.nonce);
  for (const nonce of [own, peer]) {
    if (nonce.length !== sizes.nonce)
      throw new TransferError('nonce', `a nonce has ${sizes.nonce} bytes, and this one ${nonce.length}`);
    for (let at = 0; at < sizes.nonce; at += 1) mixed[at] = (mixed[at] ?? 0) ^ (nonce[at] ?? 0);
  }
  return { salt: mixed.subarray(0, sizes.salt), iv: mixed.subarray(sizes.nonce - sizes.iv) };
}

/** Derives the 256-bit AES key: HKDF-SHA-256 with an empty info (clause 6.2.5). */
export function deriveKey(secret: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdf(sha256, secret, salt, undefined, sizes.key));
}

/**
 * Encrypts with AES-256-GCM and returns the ciphertext followed by the tag (clause 6.2.6). Uses Node's AES,
 * because an implementation in pure JavaScript would be forty times slower.
 */
export function seal(key: Buffer, iv: Buffer, plaintext: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: sizes.tag });
  const sealed = Buffer.alloc(plaintext.length + sizes.tag);
  // Encrypt in pieces: in a single call, a large plaintext would be in memory three times.
  for (let at = 0; at < plaintext.length; at += pieceBytes)
    sealed.set(cipher.update(plaintext.subarray(at, at + pieceBytes)), at);
  cipher.final();
  sealed.set(cipher.getAuthTag(), plaintext.length);
  return sealed;
}

const pieceBytes = 64 * 1024;

/**
 * Verifies the tag and returns the plaintext. Throws a TransferError: `content` if the content is shorter
 * than a tag, `tag` if the tag is wrong.
 */
export function open(key: Buffer, iv: Buffer, content: Buffer): Buffer {
  const end = content.length - sizes.tag;
  if (end < 0)
    throw new TransferError('content', `the content has ${content.length} bytes, which is less than a tag`);
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: sizes.tag });
  decipher.setAuthTag(content.subarray(end));
  const plaintext = decipher.update(content.subarray(0, end));
  try {
    decipher.final();
  } catch {
    wipe(plaintext);
    throw new TransferError('tag', 'the tag does not fit: the content, a key or a nonce was changed');
  }
  return plaintext;
}

/** Overwrites secrets with zeros. Copies that the JavaScript engine made remain in memory. */
export function wipe(...secrets: Buffer[]): void {
  for (const secret of secrets) secret.fill(0);
}
