import { createHash } from 'node:crypto';
import type { PaddingFact } from '../../contract/field-facts';

/** A plaintext with the padding that it was found under. */
export interface Unpadded {
  readonly padding: Exclude<PaddingFact, 'unknown'>;
  readonly plaintext: Buffer;
}

const documented = ['sha1', 'sha256'] as const;
const others = ['md5', 'sha224', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'sha3-512'] as const;
const hashes = [...documented, ...others];
type Hash = (typeof hashes)[number];

/** This many zero bytes tell padding from chance: before a bare value, and behind the unknown digest of a label. */
const leastZeros = 8;

/**
 * Finds how an encoded message (the raw result of the RSA private operation, as long as the modulus) was padded.
 * Node's own decryption cannot tell: its PKCS#1 v1.5 never fails, and its OAEP has one hash for label and mask.
 */
export function unpad(encoded: Buffer): Unpadded | undefined {
  return (
    oaep(encoded, 'sha1', 'sha1', 'oaep-sha1') ??
    oaep(encoded, 'sha256', 'sha256', 'oaep-sha256') ??
    oaep(encoded, 'sha256', 'sha1', 'oaep-mixed') ??
    oaep(encoded, 'sha1', 'sha256', 'oaep-mixed') ??
    otherOaep(encoded) ??
    pkcs1(encoded) ??
    bare(encoded)
  );
}

/** EME-OAEP decoding (RFC 8017, section 7.1.2), for any pair of label digest and mask hash. */
function oaep(encoded: Buffer, label: Hash, mask: Hash, padding: Unpadded['padding']): Unpadded | undefined {
  const digest = createHash(label).digest();
  const size = digest.length;
  if (encoded[0] !== 0 || encoded.length < 2 * size + 2) return undefined;
  const maskedSeed = encoded.subarray(1, 1 + size);
  const maskedBlock = encoded.subarray(1 + size);
  const seed = xor(maskedSeed, mgf1(maskedBlock, size, mask));
  const block = xor(maskedBlock, mgf1(seed, maskedBlock.length, mask));
  const end = block.findIndex((byte, index) => index >= size && byte !== 0);
  if (end < 0 || block[end] !== 1) return undefined;
  const plaintext = block.subarray(end + 1);
  if (block.subarray(0, size).equals(digest)) return { padding, plaintext };
  return end - size >= leastZeros ? { padding: 'oaep-label', plaintext } : undefined;
}

/** OAEP with a hash that the document does not know, on one of its places or on both. */
function otherOaep(encoded: Buffer): Unpadded | undefined {
  if (encoded[0] !== 0) return undefined;
  for (const label of hashes)
    for (const mask of hashes) {
      const found = oaep(encoded, label, mask, 'oaep-other');
      if (found?.padding === 'oaep-other') return found;
    }
  return undefined;
}

/** A value that only zeros stand before. */
function bare(encoded: Buffer): Unpadded | undefined {
  const start = encoded.findIndex((byte) => byte !== 0);
  return start < leastZeros ? undefined : { padding: 'none', plaintext: encoded.subarray(start) };
}

/** EME-PKCS1-v1_5 decoding (RFC 8017, section 7.2.2). */
function pkcs1(encoded: Buffer): Unpadded | undefined {
  if (encoded[0] !== 0 || encoded[1] !== 2) return undefined;
  const end = encoded.indexOf(0, 2);
  return end < 10 ? undefined : { padding: 'pkcs1-v1.5', plaintext: encoded.subarray(end + 1) };
}

/** MGF1 (RFC 8017, appendix B.2.1). */
function mgf1(seed: Buffer, length: number, hash: Hash): Buffer {
  const blocks: Buffer[] = [];
  for (let made = 0, counter = 0; made < length; counter += 1) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const block = createHash(hash).update(seed).update(count).digest();
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}
