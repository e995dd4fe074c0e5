import type { KeyObject } from 'node:crypto';
import { constants, privateDecrypt } from 'node:crypto';
import type { FieldDecrypter } from '../support/mock/keys';

/** Opens fields of the newer kind: OAEP with SHA-256, and SHA-1 no longer (clause 6.3.3). */
export function createSha256Cipher(key: KeyObject): FieldDecrypter {
  const options = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const modulusBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  return {
    decrypt: (text) => {
      const bytes = Buffer.from(text, 'base64');
      if (bytes.toString('base64') !== text || bytes.length !== modulusBytes)
        return { ok: false, reason: 'encoding' };
      try {
        return { ok: true, value: privateDecrypt(options, bytes).toString('utf8') };
      } catch {
        return { ok: false, reason: 'decryption' };
      }
    },
  };
}
