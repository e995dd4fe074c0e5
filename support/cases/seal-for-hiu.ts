import { deriveKey, mixNonces, seal, sharedSecret } from '../crypto/node/transfer';
import type { KeyAndNonce } from './material';

/** Public key and nonce of the HIU for which a content is encrypted. */
export interface ContentReader {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
}

/** Encrypts a text as a conforming HIP does. Another `secret` replaces the one that both keys agree on. */
export function sealForHiu(
  { own, ownNonce }: KeyAndNonce,
  { publicKey, nonce }: ContentReader,
  text: string,
  secret = sharedSecret(own, publicKey),
): Buffer {
  const { salt, iv } = mixNonces(ownNonce, nonce);
  return seal(deriveKey(secret, salt), iv, Buffer.from(text));
}
