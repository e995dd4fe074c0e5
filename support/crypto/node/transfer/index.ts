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
export { diagnoseContent, mistakeTextsOfStage } from './diagnose';
export { mistakenContent, allMistakeTexts, mistakenTransfers } from './mistakes';
export { otherCurveMistakes } from './secret-mistakes';
export { findBundle } from './find-bundle';
export { findPrivateKey } from './find-private-key';
export type { InspectedKeyMaterial } from './key-material';
export { inspectKeyMaterial } from './key-material';
