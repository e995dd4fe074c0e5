import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js';
import { weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { TransferError } from '../../contract/transfer';

/** Curve25519 in the short Weierstrass form that BouncyCastle calls curve25519. */
export const Curve25519 = weierstrass<bigint>({
  p: 0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffedn,
  n: 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn,
  h: 8n,
  a: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144n,
  b: 0x7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864n,
  Gx: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245an,
  Gy: 0x20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9n,
});

/**
 * Cache of the last point. Each key is parsed twice, once to validate it and once to use it, and each
 * validation costs a multiplication.
 */
let latest: { readonly hex: string; readonly point: WeierstrassPoint<bigint> } | undefined;

/**
 * Parses 04‖X‖Y as a point in the group that the base point generates. Throws a TransferError (`key`) with
 * the reason if the point is off the curve or not in this group.
 */
export function pointFrom(bytes: Buffer): WeierstrassPoint<bigint> {
  const hex = bytes.toString('hex');
  if (latest?.hex === hex) return latest.point;
  try {
    const point = Curve25519.fromBytes(bytes);
    latest = { hex, point };
    return point;
  } catch {
    throw new TransferError('key', whyNoPoint(bytes));
  }
}

/**
 * Returns the reason why the bytes are not a valid point. Needed because noble throws the same error for
 * every reason.
 */
function whyNoPoint(bytes: Buffer): string {
  const { Fp } = Curve25519;
  const { a, b } = Curve25519.CURVE();
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((each) =>
    BigInt(`0x0${each.toString('hex')}`),
  );
  if (x === undefined || y === undefined || !Fp.isValid(x) || !Fp.isValid(y) || bytes.length !== 65)
    return 'the public key is a point off the curve';
  const right = Fp.add(Fp.add(Fp.mul(Fp.sqr(x), x), Fp.mul(a, x)), b);
  if (!Fp.eql(Fp.sqr(y), right)) return 'the public key is a point off the curve';
  return isOfLowOrder(x, y)
    ? 'the public key is a point of low order'
    : 'the public key is a point of another order than the base point';
}

/**
 * Returns whether the point has order 2, 4 or 8. Doubles the point until y is 0, and does so without noble's
 * own point type, which does not support y = 0.
 */
function isOfLowOrder(x: bigint, y: bigint): boolean {
  const { Fp } = Curve25519;
  const { a } = Curve25519.CURVE();
  let point = { x, y };
  for (let order = 2; order < 8 && point.y !== 0n; order *= 2) {
    const slope = Fp.div(Fp.add(Fp.mul(3n, Fp.sqr(point.x)), a), Fp.mul(2n, point.y));
    const doubled = Fp.sub(Fp.sqr(slope), Fp.mul(2n, point.x));
    point = { x: doubled, y: Fp.sub(Fp.mul(slope, Fp.sub(point.x, doubled)), point.y) };
  }
  return point.y === 0n;
}
