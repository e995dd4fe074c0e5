import { area } from '../judge/home';
import { keysDiscarded } from './declared';
import { rightContentOpened } from './decryption';
import { secretAgreed, noncesXored, keyDerived, bundleSealed, sentTogether } from './encryption';
import { keyPairFresh, nonceFresh, requestMaterialFresh } from './freshness';
import { keyMaterialShape, expiryAhead } from './key-material';
import {
  unsupportedRefused,
  expiredKeyRefused,
  changedRefused,
  badKeyRefused,
  nonceLengthRefused,
} from './refusal';
import { privateKeyUnsent, bundleUnreadable } from './secrecy';

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
