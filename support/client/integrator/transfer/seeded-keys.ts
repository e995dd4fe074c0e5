import { createHash } from 'node:crypto';
import type { Curve } from '../../../crypto/noble';
import { keyPairFrom } from '../../../crypto/noble';
import type { TransferKeys } from './seams';
import { randomKeys } from './seams';

/**
 * Key pairs that follow from a seed, one after the other on each curve; nonces are random. For a client that is tested
 * alone: anyone who knows the seed can read what it encrypts.
 */
export function seededKeys(seed: string): TransferKeys {
  const counts = new Map<Curve, number>();
  return {
    ...randomKeys,
    keyPair(curve) {
      const before = counts.get(curve) ?? 0;
      counts.set(curve, before + 1);
      const privateKey = createHash('shake256', { outputLength: 32 })
        .update(JSON.stringify([seed, curve, before]))
        .digest();
      // Below 2^252, and so below the order; an X25519 key may be any 32 bytes.
      if (curve === 'weierstrass') privateKey.writeUInt8((privateKey[0] ?? 0) & 0x0f);
      return keyPairFrom(curve, privateKey);
    },
  };
}
