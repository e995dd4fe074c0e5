export type { Curve, KeyPair, PublicKey } from './keys';
export {
  generateKeyPair,
  keyPairFrom,
  offCurvePoint,
  readPublicKey,
  sharedSecret,
  smallOrderPublicKeys,
  writePublicKey,
} from './keys';
export { deriveKey, mixNonces, open, seal } from './scheme';
export type { ReceivedContent, SentContent } from './diagnose';
export { diagnoseContent, mistakenTransfers } from './diagnose';
export type { ExposedKey } from './exposure';
export { findBundle, findPrivateKey } from './exposure';
export type { Inspected } from './key-material';
export { inspectKeyMaterial } from './key-material';
