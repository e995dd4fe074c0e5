import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { constants } from '../../../contract/constants';
import { TransferError } from '../../../contract/transfer';

/** What both nonces give (clause 6.2.4). */
export interface Mixed {
  readonly salt: Buffer;
  readonly iv: Buffer;
}

export const tagBytes = 16;

/** XOR of both nonces: the first 20 bytes are the HKDF salt, the last 12 the IV. Throws a TransferError (`nonce`). */
export function mixNonces(one: Buffer, other: Buffer): Mixed {
  for (const { length } of [one, other])
    if (length !== constants.nonceBytes)
      throw new TransferError('nonce', `a nonce of ${length} bytes, and not of ${constants.nonceBytes}`);
  const mixed = Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
  return { salt: mixed.subarray(0, constants.hkdfSaltBytes), iv: mixed.subarray(-constants.gcmIvBytes) };
}

/** HKDF (RFC 5869) with SHA-256 and an empty info: 256 bits (clause 6.2.5). */
export function deriveKey(secret: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, Buffer.alloc(0), constants.aesKeyBits / 8));
}

/** AES-256-GCM without AAD; the tag of 16 bytes follows the ciphertext (clause 6.2.6). */
export function seal(key: Buffer, iv: Buffer, plaintext: Buffer): Buffer {
  const sealed = Buffer.alloc(plaintext.length + tagBytes);
  let end = 0;
  for (const piece of sealedPieces(key, iv, plaintext)) end += piece.copy(sealed, end);
  return sealed;
}

/** A multiple of three: each piece but the last is whole groups of Base64. */
const pieceBytes = 3 * 16 * 1024;

/** The same piece by piece: of a bundle of 10 MiB nothing is held twice. */
function* sealedPieces(key: Buffer, iv: Buffer, plaintext: Buffer): Generator<Buffer> {
  const cipher = createCipheriv(gcmFor(key), key, iv);
  let at = 0;
  for (; at + pieceBytes < plaintext.length; at += pieceBytes)
    yield cipher.update(plaintext.subarray(at, at + pieceBytes));
  yield Buffer.concat([cipher.update(plaintext.subarray(at)), cipher.final(), cipher.getAuthTag()]);
}

/**
 * Whether a content is canonical Base64 of what the bundle is sealed to. Key, IV and bundle leave no choice: that is so
 * where it opens to the bundle, and only there.
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

/** The plaintext, once the tag was verified. Throws a TransferError (`content`, `tag`). */
export function open(key: Buffer, iv: Buffer, content: Buffer): Buffer {
  if (content.length < tagBytes)
    throw new TransferError('content', `a content of ${content.length} bytes, which is shorter than its tag`);
  const decipher = createDecipheriv(gcmFor(key), key, iv);
  decipher.setAuthTag(content.subarray(-tagBytes));
  const plaintext = decipher.update(content.subarray(0, -tagBytes));
  try {
    // Nothing is left for the end: GCM gives as many bytes as it takes.
    decipher.final();
    return plaintext;
  } catch {
    plaintext.fill(0);
    throw new TransferError('tag', 'the tag does not fit: content, key or nonces are others');
  }
}

/** GCM for a key of 256 bits, or for a shorter one that is no more than a mistake. */
export function gcmFor(key: Buffer): 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm' {
  return key.length === 16 ? 'aes-128-gcm' : key.length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';
}

/** What the keystream makes of a ciphertext, whatever its tag is: for a diagnosis, never for a plaintext. */
export function decipherUnverified(key: Buffer, iv: Buffer, ciphertext: Buffer): Buffer {
  return createDecipheriv(gcmFor(key), key, iv).update(ciphertext);
}

/** The first bytes of the keystream under a key and an IV. */
export function keystream({ key, iv }: { readonly key: Buffer; readonly iv: Buffer }, count: number): Buffer {
  return decipherUnverified(key, iv, Buffer.alloc(count));
}
