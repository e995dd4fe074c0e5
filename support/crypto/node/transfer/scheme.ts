import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { constants } from '../../../contract/constants';
import { TransferError } from '../../../contract/transfer';

/** The HKDF salt and the AES-GCM IV, both derived from the two nonces (clause 6.2.4). */
export interface Mixed {
  readonly salt: Buffer;
  readonly iv: Buffer;
}

export const tagBytes = 16;

/**
 * XORs both nonces. The first 20 bytes are the HKDF salt, the last 12 the IV. Throws a TransferError
 * (`nonce`) if a nonce is not 32 bytes long.
 */
export function mixNonces(one: Buffer, other: Buffer): Mixed {
  for (const { length } of [one, other])
    if (length !== constants.nonceBytes)
      throw new TransferError('nonce', `a nonce of ${length} bytes, and not of ${constants.nonceBytes}`);
  const mixed = Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
  return { salt: mixed.subarray(0, constants.hkdfSaltBytes), iv: mixed.subarray(-constants.gcmIvBytes) };
}

/** Derives the 256-bit AES key: HKDF (RFC 5869) with SHA-256 and an empty info (clause 6.2.5). */
export function deriveKey(secret: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, Buffer.alloc(0), constants.aesKeyBits / 8));
}

/**
 * Encrypts with AES-256-GCM without AAD. Returns the ciphertext, followed by the 16-byte tag (clause 6.2.6).
 */
export function seal(key: Buffer, iv: Buffer, plaintext: Buffer): Buffer {
  const sealed = Buffer.alloc(plaintext.length + tagBytes);
  let end = 0;
  for (const piece of sealedPieces(key, iv, plaintext)) end += piece.copy(sealed, end);
  return sealed;
}

/**
 * Number of bytes to encrypt at a time. A multiple of three lets callers join the Base64 of all pieces,
 * because only the last piece can be padded.
 */
const pieceBytes = 3 * 16 * 1024;

/**
 * Yields the ciphertext piece by piece, with the tag at the end of the last piece. A caller can therefore
 * compare the encryption of a 10 MiB bundle without holding all of it in memory.
 */
function* sealedPieces(key: Buffer, iv: Buffer, plaintext: Buffer): Generator<Buffer> {
  const cipher = createCipheriv(gcmFor(key), key, iv);
  let at = 0;
  for (; at + pieceBytes < plaintext.length; at += pieceBytes)
    yield cipher.update(plaintext.subarray(at, at + pieceBytes));
  yield Buffer.concat([cipher.update(plaintext.subarray(at)), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Returns whether `content` is the canonical Base64 of the encrypted bundle. Comparing the encrypted bytes is
 * sufficient because AES-GCM is deterministic: with this key and IV, no other bytes decrypt to the bundle.
 */
export function sealsTo(
  derived: { readonly key: Buffer; readonly iv: Buffer },
  bundle: string,
  content: string,
) {
  let end = 0;
  for (const piece of sealedPieces(derived.key, derived.iv, Buffer.from(bundle))) {
    const text = piece.toString('base64');
    if (!content.startsWith(text, end)) return false;
    end += text.length;
  }
  return end === content.length;
}

/**
 * Verifies the tag and returns the plaintext. Throws a TransferError: `content` if the content is shorter
 * than a tag, `tag` if the tag is wrong.
 */
export function open(key: Buffer, iv: Buffer, content: Buffer): Buffer {
  if (content.length < tagBytes)
    throw new TransferError('content', `a content of ${content.length} bytes, which is shorter than its tag`);
  const decipher = createDecipheriv(gcmFor(key), key, iv);
  decipher.setAuthTag(content.subarray(-tagBytes));
  const plaintext = decipher.update(content.subarray(0, -tagBytes));
  try {
    // Call `final` only to verify the tag. It never returns any bytes, because `update` has already decrypted
    // everything.
    decipher.final();
    return plaintext;
  } catch {
    plaintext.fill(0);
    throw new TransferError('tag', 'the tag does not fit: content, key or nonces are others');
  }
}

/**
 * Returns the GCM cipher for the length of this key. A key of less than 256 bits occurs only in the
 * simulation of a client's mistake.
 */
export function gcmFor(key: Buffer): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' {
  return key.length === 16 ? 'aes-128-gcm' : key.length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
}

/**
 * Decrypts with AES-GCM but does not verify the tag. For diagnosis only: never treat the result as a valid
 * plaintext.
 */
export function decipherUnverified(key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  return createDecipheriv(gcmFor(key), key, iv).update(ciphertext);
}

export function keystream({ key, iv }: { readonly key: Buffer; readonly iv: Buffer }, count: number): Buffer {
  return decipherUnverified(key, iv, Buffer.alloc(count));
}
