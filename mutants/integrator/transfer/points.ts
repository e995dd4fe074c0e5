import { Curve25519 } from '../../../support/crypto/noble/weierstrass';

/** A point of any curve with the coefficient a, since the formulas have no place for b; `undefined` is infinity. */
type Point = { readonly x: bigint; readonly y: bigint } | undefined;

const { Fp } = Curve25519;
const { a } = Curve25519.CURVE();

function sum(one: Point, other: Point): Point {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.x === other.x && Fp.add(one.y, other.y) === 0n) return undefined;
  const slope =
    one.x === other.x
      ? Fp.div(Fp.add(Fp.mul(3n, Fp.sqr(one.x)), a), Fp.mul(2n, one.y))
      : Fp.div(Fp.sub(other.y, one.y), Fp.sub(other.x, one.x));
  const x = Fp.sub(Fp.sub(Fp.sqr(slope), one.x), other.x);
  return { x, y: Fp.sub(Fp.mul(slope, Fp.sub(one.x, x)), one.y) };
}

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/**
 * The secret of a private key and 04‖X‖Y as a textbook makes it: by double and add, with no check of curve and order.
 * Infinity has no coordinates, and is a crash there.
 */
export function uncheckedSecret(privateKey: Buffer, point: Buffer): Buffer {
  const key = { x: numberOf(point.subarray(1, 33)), y: numberOf(point.subarray(33)) };
  let result: Point;
  for (const bit of numberOf(privateKey).toString(2)) {
    result = sum(result, result);
    if (bit === '1') result = sum(result, key);
  }
  if (result === undefined) throw new TypeError("Cannot read properties of undefined (reading 'x')");
  return Buffer.from(Fp.toBytes(result.x));
}
