import { defineArea } from '../judge/home';
import { keysDiscarded } from './discarded-keys';
import { rightContentOpened, privateKeyUnsent, bundleUnreadable } from './opened';
import { secretAgreed, noncesXored, keyDerived, bundleSealed, sentTogether } from './encryption';
import { keyPairFresh, nonceFresh, keyMaterialShape, expiryAhead } from './key-material';
import { requestMaterialFresh, requestMaterialShape } from './request-material';
import {
  unsupportedRefused,
  expiredKeyRefused,
  changedRefused,
  badKeyRefused,
  nonceLengthRefused,
} from './refusals';

/** How a bundle gets from HIP to HIU (clauses 2.6, 6.2). */
export const healthDataTransfer = defineArea('health-data-transfer', [
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
  requestMaterialShape,
  bundleUnreadable,
  keysDiscarded,
  requestMaterialFresh,
]);
