import type { FieldScheme } from '../../crypto/forge/field-encryption';
import { encryptField } from '../../crypto/forge/field-encryption';
import type { CertifiedService } from '../../adapter/protocol';

/** Encrypts the value of one field. */
export interface FieldEncrypter {
  /** The longest value, in bytes of UTF-8, that a key with a modulus of that many bytes takes. */
  limit(modulusBytes: number, scheme: FieldScheme): number;
  /** The raw ciphertext under a public key (SPKI PEM); throws where it cannot be made. */
  encrypt(publicKeyPem: string, value: string, scheme: FieldScheme): Buffer;
}

/** Two digests and two bytes of OAEP (RFC 8017, section 7.1.1); three and eight of PKCS#1 v1.5. */
const overhead: Readonly<Record<FieldScheme, number>> = {
  'oaep-sha1': 42,
  'oaep-sha256': 66,
  'oaep-mixed': 66,
  'pkcs1-v1.5': 11,
};

/** Clause 6.3.2, by node-forge. */
export const forgeCipher: FieldEncrypter = {
  limit: (modulusBytes, scheme) => modulusBytes - overhead[scheme],
  encrypt: encryptField,
};

/** Writes the raw ciphertext of one value into a JSON field. */
export type CiphertextEncoding = (ciphertext: Buffer) => string;

/** Standard Base64, padded, on one line (clause 6.3.2). */
export const standardBase64: CiphertextEncoding = (ciphertext) => ciphertext.toString('base64');

/** Whose key the fields for a service are encrypted under. */
export type KeyChoice = (service: CertifiedService) => CertifiedService;

/** Each service's own (clauses 4.2, 6.3.1). */
export const keyOfTheService: KeyChoice = (service) => service;
