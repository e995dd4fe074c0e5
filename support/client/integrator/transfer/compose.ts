import type { KeyMaterial } from '../../../adapter/protocol';
import { constants } from '../../../contract/constants';
import type { KeyForm } from '../../../contract/transfer-facts';
import type { KeyPair } from '../../../crypto/noble';
import { writePublicKey } from '../../../crypto/noble';

/** How long a key may be used, in milliseconds: as long as a transfer may take. */
const lifetimeMs = 30 * 60 * 1000;

/** Key material in the shape of clause 2.6. */
export function composeKeyMaterial(
  own: KeyPair,
  nonce: Buffer,
  { keyForm, now }: { keyForm: KeyForm; now: number },
): KeyMaterial {
  return {
    cryptoAlg: constants.cryptoAlg,
    curve: constants.curve,
    dhPublicKey: {
      expiry: new Date(now + lifetimeMs).toISOString(),
      parameters: 'Curve25519/32byte random key',
      keyValue: writePublicKey(own, keyForm).toString('base64'),
    },
    nonce: nonce.toString('base64'),
  };
}
