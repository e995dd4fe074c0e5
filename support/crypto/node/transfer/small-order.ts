import { fromBigEndian, inverseModP, fieldPrime, toBigEndian, toLittleEndian } from './field';
import {
  fromMontgomery,
  multiplyPoint,
  multiplyBase,
  readPoint,
  sharedX,
  smallOrderOf,
  writePoint,
} from './weierstrass';

/** The u coordinate of a point of order 8. The only other u coordinate of such points is its inverse. */
const orderEight = 0x57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5fn;

/**
 * The u coordinates of all points of low order, on the curve and on its twist. Includes the non-canonical
 * values p and p + 1, which are less than 2^255.
 */
const smallUs: readonly (readonly [name: string, u: bigint])[] = [
  ['0', 0n],
  ['1', 1n],
  ['a point of order 8', orderEight],
  ['another point of order 8', inverseModP(orderEight)],
  ['p - 1', fieldPrime - 1n],
  ['p', fieldPrime],
  ['p + 1', fieldPrime + 1n],
];

/**
 * Returns whether a u coordinate of 32 little-endian bytes belongs to a point of low order. Ignores the
 * highest bit (RFC 7748, section 5).
 */
export function isSmallOrderU(key: Buffer): boolean {
  const u = BigInt.asUintN(255, fromBigEndian(Buffer.from(key).reverse()));
  return smallUs.some(([, small]) => small === u);
}

export interface NamedKey {
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * The order of the point, which is the number of its distinct multiples, including infinity. `undefined` if
   * the key is not a Weierstrass point of low order.
   */
  readonly order?: number;
}

/**
 * Returns public keys of low order. A client must reject them, because they restrict the shared secret to a
 * few values, regardless of the private key.
 * For X25519, these are all keys below 2^255 that give a shared secret of zeros (RFC 7748, section 6.1). For
 * Weierstrass, they are the corresponding points: x = u + A/3, with a square root for y. The u coordinate p -
 * 1 is on the twist, and therefore not in the list. The list also contains the point at infinity, encoded as
 * in SEC 1.
 */
export function smallOrderPublicKeys(curve: 'x25519' | 'weierstrass'): NamedKey[] {
  if (curve === 'x25519') return smallUs.map(([name, u]) => ({ name, bytes: toLittleEndian(u) }));
  const points = smallUs.flatMap(([name, u]) => {
    const point = u < fieldPrime ? fromMontgomery(u) : undefined;
    return point === undefined ? [] : [{ name, point, order: smallOrderOf(point) ?? 1 }];
  });
  return [
    ...points.map(({ name, point, order }) => ({
      name: name.includes('order') ? name : `a point of order ${order}`,
      bytes: writePoint(point),
      order,
    })),
    { name: 'the point at infinity', bytes: Buffer.from([0]) },
  ];
}

const zeros = Buffer.alloc(32);

/**
 * Returns the shared secrets that a client may compute if it does not reject this invalid public key. Each
 * secret is the x coordinate of a multiple of the point. The private key determines the multiple.
 * Without a private key, returns the secrets for all multiples of a low-order point. Also returns the results
 * of a Montgomery ladder, which differ for a point off the curve because the ladder uses only x. Returns 32
 * zero bytes for infinity, and for a key that does not encode a point.
 */
export function uncheckedSecrets({ bytes, order = 0 }: NamedKey, privateKey?: Buffer): Buffer[] {
  if (bytes.length !== 65) return [zeros];
  const point = readPoint(bytes);
  const scalars =
    privateKey === undefined
      ? Array.from({ length: order }, (_unused, index) => BigInt(index + 1))
      : [fromBigEndian(privateKey)];
  const all = scalars.flatMap((scalar) => [multiplyPoint(point, scalar)?.x, sharedX(point.x, scalar)]);
  return [...new Set(all)].map((x) => (x === undefined ? zeros : toBigEndian(x)));
}

/** Returns an encoded point (04‖X‖Y) that is not on the curve. */
export function offCurvePoint(): Buffer {
  const { x, y } = multiplyBase(2n);
  return writePoint({ x, y: y + 1n });
}
