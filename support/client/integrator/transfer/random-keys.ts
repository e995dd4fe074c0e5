import { randomBytes } from 'node:crypto';
import { constants } from '../../../contract/constants';
import type { Curve, KeyPair } from '../../../crypto/noble';
import { generateKeyPair } from '../../../crypto/noble';

/** Where the short-term key pair and the nonce of a transfer come from (clause 6.2.2). */
export interface TransferKeys {
  keyPair(curve: Curve): KeyPair;
  nonce(): Buffer;
}

export const randomKeys: TransferKeys = {
  keyPair: generateKeyPair,
  nonce: () => randomBytes(constants.nonceBytes),
};
