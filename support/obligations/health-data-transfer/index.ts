import { area } from '../judge/home';
import {
  unsupportedRefused,
  expiredKeyRefused,
  changedRefused,
  badKeyRefused,
  nonceLengthRefused,
} from './refusal';
import { keyPairFresh, nonceFresh, requestMaterialFresh } from './freshness';
import { secretAgreed, noncesXored, keyDerived, bundleSealed, sentTogether } from './encryption';
import { keyMaterialShape, expiryAhead } from './key-material';
import { rightContentOpened } from './decryption';
import { privateKeyUnsent, bundleUnreadable } from './secrecy';
import { keysDiscarded } from './declared';

/** How a bundle gets from HIP to HIU (clauses 2.6, 6.2). */
export const healthDataTransfer = area('health-data-transfer', [
  unsupportedRefused,
  expiredKeyRefused,
  keyPairFresh,
  nonceFresh,
  secretAgreed,
  noncesXored,
  keyDerived,
  bundleSealed,
  keyMaterialShape,
  sentTogether,
  rightContentOpened,
  changedRefused,
  badKeyRefused,
  privateKeyUnsent,
  expiryAhead,
  nonceLengthRefused,
  requestMaterialFresh,
  bundleUnreadable,
  keysDiscarded,
]);
