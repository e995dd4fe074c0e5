export type { KeyPair } from './key-agreement';
export { generateKeyPair, keyPairFrom, sharedSecret } from './key-agreement';
export type { Curve, PublicKey } from './public-keys';
export { curveOfKey, readPublicKey, writePublicKey } from './public-keys';
export { deriveKey, mixNonces, open, seal, wipe } from './sealing';
