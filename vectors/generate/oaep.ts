import { constants, createHash, createPublicKey, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Hash = 'sha1' | 'sha256';

export interface RsaKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/**
 * Returns two RSA key pairs: the service's, which most cases use, and a second one. The private keys are
 * published, so never use them in production.
 */
export function testKeys(): { readonly service: RsaKey; readonly other: RsaKey } {
  return JSON.parse(readFileSync(join(__dirname, '../data/rsa-test-keys.json'), 'utf8')) as ReturnType<
    typeof testKeys
  >;
}

export const modulusBytes = 256;

/** Computes MGF1, the mask generation function of RFC 8017, appendix B.2.1. */
function mgf1(seed: Buffer, length: number, hash: Hash): Buffer {
  const blocks: Buffer[] = [];
  for (let count = 0; blocks.length * createHash(hash).digest().length < length; count += 1)
    blocks.push(
      createHash(hash)
        .update(seed)
        .update(Buffer.from([0, 0, 0, count]))
        .digest(),
    );
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));

interface Padding {
  readonly label: Hash;
  readonly mask: Hash;
  readonly seed: Buffer;
  readonly text?: string;
}

/**
 * Encodes a message with EME-OAEP (RFC 8017, section 7.1.1). `seed` replaces the random bytes, so the result
 * is reproducible.
 */
export function oaep(message: Buffer, { label, mask, seed, text = '' }: Padding): Buffer {
  const digest = createHash(label).update(text).digest();
  const zeros = Buffer.alloc(modulusBytes - message.length - 2 * digest.length - 2);
  const block = Buffer.concat([digest, zeros, Buffer.from([1]), message]);
  const maskedBlock = xor(block, mgf1(seed, block.length, mask));
  return Buffer.concat([Buffer.from([0]), xor(seed, mgf1(maskedBlock, seed.length, mask)), maskedBlock]);
}

export function raw(key: RsaKey, encoded: Buffer): Buffer {
  return publicEncrypt({ key: createPublicKey(key.publicKey), padding: constants.RSA_NO_PADDING }, encoded);
}
