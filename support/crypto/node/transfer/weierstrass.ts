import { fromBigEndian, inverseModP, mod, fieldPrime, squareRoot, toBigEndian } from './field';

/**
 * Curve25519 in the short Weierstrass form that BouncyCastle calls curve25519: y² = x³ + ax + b. It is the
 * Montgomery curve of RFC 7748, shifted by a third of its coefficient A: x = u + A/3.
 */
const a = 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144n;
const b = 0x7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864n;
/** The order of the base point. The curve has eight times as many points. */
export const groupOrder = 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn;
const base: Point = {
  x: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245an,
  y: 0x20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9n,
};

/** The coefficient A of the Montgomery curve (RFC 7748). */
const montgomery = 486662n;
const shift = mod(montgomery * inverseModP(3n));

/** A point other than infinity. */
export interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export function isOnCurve({ x, y }: Point): boolean {
  return mod(y * y - x * x * x - a * x - b) === 0n;
}

/** Converts a Weierstrass x coordinate to the u coordinate of RFC 7748. */
export function toMontgomery(x: bigint): bigint {
  return mod(x - shift);
}

/**
 * Returns one of the points with this Montgomery u coordinate. Returns `undefined` if u is on the twist of
 * the curve.
 */
export function fromMontgomery(u: bigint): Point | undefined {
  const x = mod(u + shift);
  const y = squareRoot(mod(x * x * x + a * x + b));
  return y === undefined ? undefined : { x, y };
}

/** Jacobian coordinates X, Y and Z, which represent the point (X/Z², Y/Z³). Z is 0 for infinity. */
type Jacobian = readonly [bigint, bigint, bigint];
const infinity: Jacobian = [1n, 1n, 0n];

function double([x, y, z]: Jacobian): Jacobian {
  if (z === 0n || y === 0n) return infinity;
  const yy = mod(y * y);
  const s = mod(4n * x * yy);
  const zz = mod(z * z);
  const m = mod(3n * x * x + a * zz * zz);
  const x3 = mod(m * m - 2n * s);
  return [x3, mod(m * (s - x3) - 8n * yy * yy), mod(2n * y * z)];
}

function add(one: Jacobian, { x, y }: Point): Jacobian {
  const [x1, y1, z1] = one;
  if (z1 === 0n) return [x, y, 1n];
  const zz = mod(z1 * z1);
  const h = mod(x * zz - x1);
  const r = mod(y * zz * z1 - y1);
  if (h === 0n) return r === 0n ? double(one) : infinity;
  const hh = mod(h * h);
  const hhh = mod(h * hh);
  const v = mod(x1 * hh);
  const x3 = mod(r * r - hhh - 2n * v);
  return [x3, mod(r * (v - x3) - y1 * hhh), mod(z1 * h)];
}

/** Adds two points. Returns `undefined` if the sum is infinity. */
export function addPoints({ x, y }: Point, other: Point): Point | undefined {
  return toAffine(add([x, y, 1n], other));
}

/** Multiplies a point. Returns `undefined` if the product is infinity. */
export function multiplyPoint(point: Point, scalar: bigint): Point | undefined {
  let result = infinity;
  for (let bit = BigInt(scalar.toString(2).length) - 1n; bit >= 0n; bit -= 1n) {
    result = double(result);
    if (((scalar >> bit) & 1n) === 1n) result = add(result, point);
  }
  return toAffine(result);
}

function toAffine([x, y, z]: Jacobian): Point | undefined {
  if (z === 0n) return undefined;
  const inverted = inverseModP(z);
  const square = mod(inverted * inverted);
  return { x: mod(x * square), y: mod(y * square * inverted) };
}

/**
 * Cache of the base point multiplied by 1, 2, 4, 8 and so on. With it, multiplying the base point requires
 * only additions.
 */
let doubled: readonly Point[] | undefined;

function doubledBase(): readonly Point[] {
  const points = [base];
  for (let last = base; points.length < 256; points.push(last)) {
    const next = toAffine(double([last.x, last.y, 1n]));
    if (next === undefined) throw new RangeError('The order of the base point is even');
    last = next;
  }
  return points;
}

export function multiplyBase(scalar: bigint): Point {
  doubled ??= doubledBase();
  let result = infinity;
  doubled.forEach((each, bit) => {
    if (((scalar >> BigInt(bit)) & 1n) === 1n) result = add(result, each);
  });
  const point = toAffine(result);
  if (point === undefined) throw new RangeError('The scalar is a multiple of the order');
  return point;
}

/**
 * Multiplies the point that has this x coordinate, and returns the x coordinate of the product. Uses the
 * Montgomery ladder of RFC 7748, section 5, but unlike X25519 does not clamp the scalar. Returns `undefined`
 * if the product is infinity.
 */
export function sharedX(x: bigint, scalar: bigint): bigint | undefined {
  const u = toMontgomery(x);
  let [x2, z2, x3, z3] = [1n, 0n, u, 1n];
  let swapped = false;
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    const set = ((scalar >> bit) & 1n) === 1n;
    if (set !== swapped) [x2, z2, x3, z3] = [x3, z3, x2, z2];
    swapped = set;
    [x2, z2, x3, z3] = ladderStep(u, [x2, z2, x3, z3]);
  }
  if (swapped) [x2, z2] = [x3, z3];
  return z2 === 0n ? undefined : mod(x2 * inverseModP(z2) + shift);
}

type Pair = [x2: bigint, z2: bigint, x3: bigint, z3: bigint];

const a24 = (montgomery - 2n) / 4n;

function ladderStep(u: bigint, [x2, z2, x3, z3]: Pair): Pair {
  const [sum, difference] = [x2 + z2, x2 - z2];
  const [square, other] = [mod(sum * sum), mod(difference * difference)];
  const e = square - other;
  const da = mod((x3 - z3) * sum);
  const cb = mod((x3 + z3) * difference);
  const [plus, minus] = [da + cb, da - cb];
  return [mod(square * other), mod(e * (square + a24 * e)), mod(plus * plus), mod(u * mod(minus * minus))];
}

/** Encodes a point as 04‖X‖Y. */
export function writePoint({ x, y }: Point): Buffer {
  return Buffer.concat([Buffer.from([4]), toBigEndian(x), toBigEndian(y)]);
}

/** Decodes the coordinates of 04‖X‖Y, without checking that the point is on the curve. */
export function readPoint(bytes: Buffer): Point {
  return { x: fromBigEndian(bytes.subarray(1, 33)), y: fromBigEndian(bytes.subarray(33, 65)) };
}

/**
 * Decodes a compressed point: 02‖X or 03‖X. The first byte gives the parity of Y. Returns `undefined` if no
 * point of the curve has this X.
 */
export function readCompressed(bytes: Buffer): Point | undefined {
  const x = fromBigEndian(bytes.subarray(1));
  const point = x < fieldPrime ? fromMontgomery(toMontgomery(x)) : undefined;
  if (point === undefined) return undefined;
  return (point.y & 1n) === BigInt((bytes[0] ?? 0) & 1) ? point : { x, y: fieldPrime - point.y };
}

/** Returns whether both coordinates are reduced: less than {@link fieldPrime}. */
export function isReduced({ x, y }: Point): boolean {
  return x < fieldPrime && y < fieldPrime;
}

/** Returns the order of a point if it is 2, 4 or 8, and `undefined` otherwise. */
export function smallOrderOf(point: Point): number | undefined {
  let doubled: Jacobian = [point.x, point.y, 1n];
  return [2, 4, 8].find(() => {
    doubled = double(doubled);
    return doubled[2] === 0n;
  });
}

/** Converts a u coordinate of RFC 7748 to the Weierstrass x coordinate. */
export function toWeierstrass(u: bigint): bigint {
  return mod(u + shift);
}
