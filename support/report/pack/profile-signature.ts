import { createPublicKey } from 'node:crypto';
import type { FieldProfile } from '../../contract/field-profile';
import { undefinedIfThrows } from '../../targets/pem';
import { isSignedBy } from './sign';

/**
 * Returns the reason why the signature of an operator's profile is wrong, to complete "whose signature is wrong: …", or
 * `undefined` if it is right. Does not show the text, the signature or the key.
 */
export function whySignatureWrong({
  text,
  signature,
  publicKey,
}: NonNullable<FieldProfile['signed']>): string | undefined {
  const key = undefinedIfThrows(() => createPublicKey(publicKey));
  const kind = [key?.asymmetricKeyType, key?.asymmetricKeyDetails?.namedCurve].join(' ').trim();
  if (key === undefined || !['ed25519', 'ec prime256v1'].includes(kind))
    return 'the key is no public Ed25519 or ECDSA P-256 key';
  const bytes = Buffer.from(signature, 'base64');
  const isRight = undefinedIfThrows(() => isSignedBy(key, Buffer.from(text), bytes)) ?? false;
  return isRight ? undefined : 'the key did not make it for this content';
}
