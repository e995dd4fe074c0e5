import { RefusalError } from '../../../adapter/handlers';
import type { KeyMaterial } from '../../../adapter/protocol';
import { constants } from '../../../contract/constants';
import { kindOfSchemeName } from '../../../contract/scheme-names';
import type { KeyForm } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { readUtcInstant } from '../../../contract/utc-instant';
import type { PublicKey } from '../../../crypto/noble';
import { readPublicKey } from '../../../crypto/noble';
import { bytesOfBase64 } from './codecs';

/** Public key and nonce of the other side of a transfer, read from its key material. */
export interface TransferPeer extends PublicKey {
  readonly keyForm: KeyForm;
  readonly nonce: Buffer;
}

/**
 * Parses and checks the other side's key material. Throws a RefusalError if the algorithm, curve, key or
 * nonce is unusable (clause 6.2.1). An HIP also refuses an expired key, because it must not encrypt data for
 * one. An HIU accepts an expired key, so that it can still decrypt older content.
 */
export function readPeer(
  material: KeyMaterial,
  { role, now }: { role: 'hip' | 'hiu'; now: number },
): TransferPeer {
  const { cryptoAlg, curve, dhPublicKey, nonce } = material;
  if (kindOfSchemeName('cryptoAlg', cryptoAlg) !== 'the scheme')
    throw new RefusalError('cryptoAlg is not ECDH: it is not supported');
  if (kindOfSchemeName('curve', curve) !== 'the scheme')
    throw new RefusalError('curve is not Curve25519: it is not supported');
  if (role === 'hip') refuseExpired(dhPublicKey.expiry, now);
  const nonceBytes = bytesOfBase64(nonce, 'the nonce');
  if (nonceBytes.length !== constants.nonceBytes)
    throw new RefusalError(`the nonce has ${nonceBytes.length} bytes, and not ${constants.nonceBytes}`);
  return {
    ...refusing(() => readPublicKey(bytesOfBase64(dhPublicKey.keyValue, 'the public key'))),
    nonce: nonceBytes,
  };
}

function refuseExpired(expiry: string, now: number): void {
  const read = readUtcInstant(expiry);
  if ('flaw' in read) throw new RefusalError('the expiry of the public key is no timestamp in UTC');
  if (read.at <= now) throw new RefusalError('the public key has expired');
}

/**
 * Runs `act` and rethrows a TransferError as a RefusalError, which the adapter reports as a deliberate
 * refusal.
 */
export function refusing<Value>(act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw error instanceof TransferError ? new RefusalError(error.message) : error;
  }
}
