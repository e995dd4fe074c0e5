import type { KeyObject } from 'node:crypto';
import { createHash, createPublicKey } from 'node:crypto';

/** Returns the key in a text that is exactly one PUBLIC KEY block in PEM, of any kind; otherwise `undefined`. */
export function publicKeyIn(text: string): KeyObject | undefined {
  if (!/^-----BEGIN PUBLIC KEY-----\s[^-]*-----END PUBLIC KEY-----$/.test(text)) return undefined;
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}

/** Returns `sha256:` and the digest of the public key as SPKI in DER. For a private key, uses its public key. */
export function fingerprintOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return `sha256:${createHash('sha256').update(spki).digest('hex')}`;
}

/** Like {@link fingerprintOf}, for a text in PEM; `unreadable` if the text is not a public key. */
export function fingerprintOfPem(pem: string): string {
  const key = publicKeyIn(pem.trim());
  return key === undefined ? 'unreadable' : fingerprintOf(key);
}
