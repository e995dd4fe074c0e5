import type { KeyObject } from 'node:crypto';
import { verify } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { publicKeyIn } from '../contract/public-key';
import type { InputPlace } from './errors';
import { ConfigurationError } from './errors';

/** The maximum size of a key file, in bytes. Key files are much smaller. */
export const largestKeyFile = 64 * 1024;

/** The kinds of keys that sign packs, sign-offs and field profiles, in words. */
export const signingKinds = 'Ed25519 or ECDSA P-256 key';

const publicHint =
  'give the PEM file of one, as by: openssl pkey -in KEY -pubout (-----BEGIN PUBLIC KEY-----)';

/**
 * Reads the public key of a signer from a file in PEM. `at` is the option that names the file. Throws a
 * ConfigurationError, which never shows the content, for anything but a public Ed25519 or ECDSA P-256 key.
 */
export function readVerifyingKey(file: string, at = '--key'): KeyObject {
  const place = { file, at };
  const text = readSmall(place, largestKeyFile, publicHint).trim();
  if (text.includes('PRIVATE KEY'))
    throw new ConfigurationError(
      'holds a private key, which only the one who signs may have',
      place,
      publicHint,
    );
  const key = publicKeyIn(text);
  if (key !== undefined && canSign(key)) return key;
  const kind = key === undefined ? '' : `: it is one of kind ${kindOf(key)}`;
  throw new ConfigurationError(`holds no public ${signingKinds}${kind}`, place, publicHint);
}

/**
 * Returns the text of a file that is not under the suite's control. Throws a ConfigurationError if the file cannot be
 * read, is not a regular file, or is larger than `mostBytes`.
 */
export function readSmall(
  place: InputPlace & { readonly file: string },
  mostBytes: number,
  hint: string,
): string {
  const { file } = place;
  let why: string;
  try {
    const stat = statSync(file);
    // Do not read a device or a pipe: it may never end.
    if (stat.isFile() && stat.size <= mostBytes) return readFileSync(file, 'utf8');
    why = stat.isFile() ? `is larger than ${mostBytes} bytes` : 'is no file';
  } catch (error) {
    why = `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
  }
  throw new ConfigurationError(why, place, hint);
}

/** Returns the kind of a key, as in `ed25519`, `rsa` or `ec secp384r1`. */
export function kindOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): string {
  const curve = details?.namedCurve;
  return `${type ?? 'unknown'}${curve === undefined ? '' : ` ${curve}`}`;
}

/** Returns whether the key is of a kind that signs: Ed25519 or ECDSA P-256. */
export const canSign = (key: KeyObject): boolean => ['ed25519', 'ec prime256v1'].includes(kindOf(key));

/** Returns the hash for a signature by this key: Ed25519 signs the bytes themselves, ECDSA their SHA-256. */
export const hashOf = ({ asymmetricKeyType }: KeyObject): string | null =>
  asymmetricKeyType === 'ec' ? 'sha256' : null;

/** Returns whether `signature` is the signature of these bytes by that key. A signature of ECDSA is in DER. */
export const isSignedBy = (key: KeyObject, bytes: Buffer, signature: Buffer): boolean =>
  verify(hashOf(key), bytes, key, signature);
