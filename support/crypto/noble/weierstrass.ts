import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { TransferError } from '../../contract/transfer-error';

/** Curve25519 in the short Weierstrass form, as BouncyCastle's curve25519 has it; cofactor 8. */
export const Curve25519 = weierstrass<bigint>({
  p: 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn,
  n: 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn,
  h: 8n,
  a: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144n,
  b: 0x7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864n,
  Gx: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245an,
  Gy: 0x20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9n,
});

/** A point of the curve. Throws a TransferError (`key`) where the coordinates are none, or of low order. */
export function pointFrom(bytes: Buffer): WeierstrassPoint<bigint> {
  let point: WeierstrassPoint<bigint>;
  try {
    point = Curve25519.fromBytes(bytes);
    point.assertValidity();
  } catch {
    throw new TransferError('key', 'the public key is a point off the curve');
  }
  if (point.clearCofactor().is0()) throw new TransferError('key', 'the public key is a point of low order');
  return point;
}
