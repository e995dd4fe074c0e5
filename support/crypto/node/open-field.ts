import type { KeyObject } from 'node:crypto';
import { constants, privateDecrypt } from 'node:crypto';
import type { Unpadded } from './unpad';
import { unpad } from './unpad';

/** Decrypts a field, and finds the padding under which it was encrypted; nothing where none fits. */
export function openField(key: KeyObject, ciphertext: Buffer): Unpadded | undefined {
  const encoded = rawDecrypt(key, ciphertext);
  return encoded && unpad(encoded);
}

/** The bare RSA operation; nothing where the ciphertext does not fit the modulus. */
function rawDecrypt(key: KeyObject, ciphertext: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, ciphertext);
  } catch {
    return undefined;
  }
}
