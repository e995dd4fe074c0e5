import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BouncyCastleParty {
  /** Signed big-endian integer, Base64. */
  readonly privateKey: string;
  /** 04‖X‖Y, Base64. */
  readonly publicKey: string;
  /** The public key as a SubjectPublicKeyInfo with explicit curve parameters, Base64. */
  readonly x509PublicKey: string;
  readonly nonce: string;
}

/** A transfer made with BouncyCastle. All values except `id` and `bundle` are Base64. */
export interface BouncyCastleTransfer {
  readonly id: string;
  readonly sender: BouncyCastleParty;
  readonly recipient: BouncyCastleParty;
  readonly sharedSecret: string;
  readonly salt: string;
  readonly iv: string;
  readonly aesKey: string;
  readonly bundle: string;
  readonly content: string;
}

export const bouncyCastle =
  'BouncyCastle 1.72, from a fixed seed; reproduced byte for byte by a second implementation';

export const bouncyCastleComments: Readonly<Record<string, string>> = {
  ascii: 'a plain bundle',
  empty: 'an empty bundle: the content is the tag alone',
  'utf8-devanagari': 'the bundle is encrypted in another alphabet than UTF-8',
  'equal-nonces-zero-iv': 'salt and IV of zeros are taken for missing ones',
  'shared-secret-leading-zero': 'leading zeros of the secret are dropped',
  'sender-public-x-leading-zero': 'leading zeros of X are dropped',
  'sender-public-y-leading-zero': 'leading zeros of Y are dropped',
  'private-key-short-30-31-bytes': 'a private key that is shorter than 32 bytes is refused',
};

/** Reads the recorded BouncyCastle transfers from `vectors/data`, in file order. */
export function bouncyCastleTransfers(): readonly BouncyCastleTransfer[] {
  const text = readFileSync(join(__dirname, '../data/bouncycastle-transfers.json'), 'utf8');
  return (JSON.parse(text) as { cases: BouncyCastleTransfer[] }).cases;
}
