import forge from 'node-forge';

/**
 * How a value is padded for RSA: the document's OAEP (clause 6.3.2, RFC 8017 section 7.1) with SHA-1 or SHA-256,
 * OAEP with a SHA-256 label digest and MGF1 over SHA-1, or PKCS#1 v1.5 (section 7.2).
 */
export type FieldScheme = 'oaep-sha1' | 'oaep-sha256' | 'oaep-mixed' | 'pkcs1-v1.5';

/**
 * Encrypts the UTF-8 bytes of one value under an RSA public key (SPKI PEM) and gives the raw ciphertext, as long as
 * the modulus. `seed` fixes that of OAEP, for known answers alone: it is random otherwise. Throws what node-forge throws where the key is no RSA key or the value is too long.
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

/** Decrypts what was encrypted under OAEP, and reads it as UTF-8. Throws where the padding does not fit. */
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
