import { deriveKey, mixNonces, seal, sharedSecret } from '../crypto/node/transfer';
import type { Party } from './material';

/** The HIU that a content is made for. */
export interface ContentReader {
  readonly publicKey: Buffer;
  readonly nonce: Buffer;
}

/** What a conforming HIP sends to an HIU; a secret of another origin can be given. */
export function sealFor(
  { own, ownNonce }: Party,
  { publicKey, nonce }: ContentReader,
  text: string,
  secret = sharedSecret(own, publicKey),
): Buffer {
  const { salt, iv } = mixNonces(ownNonce, nonce);
  return seal(deriveKey(secret, salt), iv, Buffer.from(text));
}
