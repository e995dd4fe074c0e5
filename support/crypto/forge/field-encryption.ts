import forge from 'node-forge';

/**
 * RSA padding of a field value. The document requires OAEP (clause 6.3.2, RFC 8017 section 7.1), with SHA-1
 * or SHA-256. `oaep-mixed` has a SHA-256 label digest and MGF1 over SHA-1. `pkcs1-v1.5` is RFC 8017, section
 * 7.2.
 */
export type FieldScheme = 'oaep-sha1' | 'oaep-sha256' | 'oaep-mixed' | 'pkcs1-v1.5';

/**
 * Encrypts the UTF-8 bytes of a value with an RSA public key (SPKI PEM). Returns the raw ciphertext, which
 * has the length of the modulus. `seed` fixes the random OAEP seed; use it only for known answers. Throws
 * node-forge's error if the key is not an RSA key or the value is too long.
 */
export function encryptField(
  publicKeyPem: string,
  value: string,
  scheme: FieldScheme,
  seed?: Buffer,
): Buffer {
  const key = forge.pki.publicKeyFromPem(publicKeyPem);
  const bytes = forge.util.encodeUtf8(value);
  const ciphertext =
    scheme === 'pkcs1-v1.5'
      ? key.encrypt(bytes, 'RSAES-PKCS1-V1_5')
      : key.encrypt(bytes, 'RSA-OAEP', oaepOptions(scheme, seed));
  return Buffer.from(ciphertext, 'binary');
}

/** Encrypts a value with OAEP over SHA-1 and MGF1 over SHA-256. No clause of the document allows this mixture. */
export function encryptUnderOtherMask(publicKeyPem: string, value: string): Buffer {
  const key = forge.pki.publicKeyFromPem(publicKeyPem);
  const hashes = { md: forge.md.sha1.create(), mgf1: { md: forge.md.sha256.create() } };
  return Buffer.from(key.encrypt(forge.util.encodeUtf8(value), 'RSA-OAEP', hashes), 'binary');
}

/**
 * Decrypts an OAEP ciphertext and decodes the plaintext as UTF-8. Throws if the padding does not match
 * `scheme`.
 */
export function decryptField(
  privateKeyPem: string,
  ciphertext: Buffer,
  scheme: Exclude<FieldScheme, 'pkcs1-v1.5'>,
): string {
  const key = forge.pki.privateKeyFromPem(privateKeyPem);
  const bytes = key.decrypt(ciphertext.toString('binary'), 'RSA-OAEP', oaepOptions(scheme));
  return forge.util.decodeUtf8(bytes);
}

function oaepOptions(scheme: Exclude<FieldScheme, 'pkcs1-v1.5'>, seed?: Buffer): object {
  const digest = scheme === 'oaep-sha1' ? forge.md.sha1.create() : forge.md.sha256.create();
  const mask = scheme === 'oaep-sha256' ? forge.md.sha256.create() : forge.md.sha1.create();
  return { md: digest, mgf1: { md: mask }, ...(seed && { seed: seed.toString('binary') }) };
}
