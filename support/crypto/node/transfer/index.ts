export type { Curve, KeyPair, PublicKey } from './keys';
export {
  codingOf,
  generateKeyPair,
  keyPairFrom,
  readPublicKey,
  sharedSecret,
  wipe,
  writePublicKey,
} from './keys';
export { hasLeadingZero, keyPairForLeadingZero } from './leading-zero';
export { deriveKey, mixNonces, open, seal, tagBytes } from './scheme';
export type { NamedKey } from './small-order';
export { offCurvePoint, smallOrderPublicKeys, uncheckedSecrets } from './small-order';
export { diagnoseContent, mistakeTexts } from './diagnose';
export { mistakenContent, mistakenTexts, mistakenTransfers } from './mistakes';
export { otherCurves } from './secret-mistakes';
export { findBundle } from './find-bundle';
export { findPrivateKey } from './find-private-key';
export type { Inspected } from './key-material';
export { inspectKeyMaterial } from './key-material';
