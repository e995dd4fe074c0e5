import { constants as padding, privateDecrypt, type KeyObject } from 'node:crypto';

/** `encoding`: not the Base64 of one ciphertext. `decryption`: wrong padding, hash or key, or not text. */
export type DecryptedField =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: 'encoding' | 'decryption' };

/** Opens encrypted fields (clauses 2.4, 6.3). */
export interface FieldDecrypter {
  /** @param ciphertext the field's text, as it stands in the JSON body */
  decrypt(ciphertext: string): DecryptedField;
}

/** RSA-OAEP with one hash for label and MGF1, SHA-1 by default, over canonical standard Base64 (clause 6.3.2), and nothing else. */
export function createFieldCipher(privateKey: KeyObject, hash: 'sha1' | 'sha256' = 'sha1'): FieldDecrypter {
  const modulusBytes = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
  return {
    decrypt: (ciphertext) => {
      const bytes = Buffer.from(ciphertext, 'base64');
      // Node decodes base64url, missing padding and stray characters too; only the way back tells.
      if (bytes.toString('base64') !== ciphertext || bytes.length !== modulusBytes) {
        return { ok: false, reason: 'encoding' };
      }
      try {
        return { ok: true, value: open(privateKey, bytes, hash) };
      } catch {
        return { ok: false, reason: 'decryption' };
      }
    },
  };
}

function open(key: KeyObject, ciphertext: Buffer, oaepHash: 'sha1' | 'sha256'): string {
  // OpenSSL takes the hash of the label for MGF1 as well.
  const plain = privateDecrypt({ key, padding: padding.RSA_PKCS1_OAEP_PADDING, oaepHash }, ciphertext);
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
}
