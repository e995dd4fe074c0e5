import { createHash } from 'node:crypto';
import type { Curve } from '../../../crypto/noble';
import { keyPairFrom } from '../../../crypto/noble';
import type { TransferKeys } from './seams';
import { randomKeys } from './seams';

/**
 * Derives a fixed sequence of key pairs from a seed, separately for each curve. Nonces remain random. Only
 * for tests: anyone who knows the seed can decrypt the client's transfers.
 */
export function createSeededKeys(seed: string): TransferKeys {
  const counts = new Map<Curve, number>();
  return {
    ...randomKeys,
    keyPair(curve) {
      const before = counts.get(curve) ?? 0;
      counts.set(curve, before + 1);
      const privateKey = createHash('shake256', { outputLength: 32 })
        .update(JSON.stringify([seed, curve, before]))
        .digest();
      // Clear the top four bits, so that the key is below 2^252 and therefore below the order of the base
      // point. For X25519, any 32 bytes are a valid private key.
      if (curve === 'weierstrass') privateKey.writeUInt8((privateKey[0] ?? 0) & 0x0f);
      return keyPairFrom(curve, privateKey);
    },
  };
}
