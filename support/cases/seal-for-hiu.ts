import { deriveKey, mixNonces, seal, sharedSecret } from '../crypto/node/transfer';
import type { KeyAndNonce } from './material';

/** Public key and nonce of the HIU for which a bundle is encrypted. */
export interface ContentReader {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
}

/**
 * Encrypts a plaintext as a conforming HIP does. By default, `secret` is the shared secret of the two keys.
 * Pass a different one to test for clients that do not check keys.
 */
export function sealForHiu(
  { own, ownNonce }: KeyAndNonce,
  { publicKey, nonce }: ContentReader,
  text: string,
  secret = sharedSecret(own, publicKey),
): Buffer {
  const { salt, iv } = mixNonces(ownNonce, nonce);
  return seal(deriveKey(secret, salt), iv, Buffer.from(text));
}
