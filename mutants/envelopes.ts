import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CompactEncrypt, importSPKI } from 'jose';

/** A message between provider and payer, without its envelope. */
interface Plain {
  readonly headers: Readonly<Record<string, string>>;
  readonly bundle: object;
}

/** Algorithms of a JWE (RFC 7518), whether any reading offers them or not. */
export interface JweAlgorithms {
  readonly alg: string;
  readonly enc: string;
}

export const rsaOaepSha1: JweAlgorithms = { alg: 'RSA-OAEP', enc: 'A256GCM' };
export const aes128Gcm: JweAlgorithms = { alg: 'RSA-OAEP-256', enc: 'A128GCM' };

/**
 * Returns the value of `payload`: a compact JWE. `key` is an SPKI in PEM. `write` serialises the content of the JWE.
 */
export async function encryptToKey(
  { headers, bundle }: Plain,
  { alg, enc }: JweAlgorithms,
  key: string,
  write: (bundle: object) => string = JSON.stringify,
): Promise<string> {
  return encrypt({ headers, bundle }, { alg, enc }, await importSPKI(key, alg), write);
}

/** Returns a compact JWE like {@link encryptToKey}, but encrypted to a key that no party has. */
export function encryptToStranger(plain: Plain, how: JweAlgorithms): Promise<string> {
  return encrypt(plain, how, strangersKey());
}

function encrypt(
  { headers, bundle }: Plain,
  how: JweAlgorithms,
  key: CryptoKey | KeyObject,
  write: (bundle: object) => string = JSON.stringify,
): Promise<string> {
  return new CompactEncrypt(Buffer.from(write(bundle)))
    .setProtectedHeader({ ...how, ...headers })
    .encrypt(key);
}

let known: KeyObject | undefined;

/** Returns a public key that no party has. Generates it only once, because RSA key generation is slow. */
function strangersKey(): KeyObject {
  known ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  return known;
}
