import { fromBigEndian, inverse, p, toLittleEndian } from './field';
import { fromMontgomery, multiplyBase, smallOrderOf, writePoint } from './weierstrass';

/** A u coordinate of order 8 (RFC 7748, section 6.1); its inverse is the other one. */
const orderEight = 0x57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5fn;

/** The u coordinates of low order on the curve or its twist that fit into 255 bits, unreduced ones among them. */
const smallUs: readonly (readonly [name: string, u: bigint])[] = [
  ['0', 0n],
  ['1', 1n],
  ['a point of order 8', orderEight],
  ['another point of order 8', inverse(orderEight)],
  ['p - 1', p - 1n],
  ['p', p],
  ['p + 1', p + 1n],
];

/** Whether 32 bytes are one of them; the highest bit counts for nothing (RFC 7748, section 5). */
export function isSmallOrderU(key: Buffer): boolean {
  const u = BigInt.asUintN(255, fromBigEndian(Buffer.from(key).reverse()));
  return smallUs.some(([, small]) => small === u);
}

/** An encoding of a public key, and what it stands for. */
export interface NamedKey {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Public keys that must be refused, since they lead to one of a few secrets whatever the private key is. On X25519
 * those of RFC 7748, section 6.1; on Weierstrass the same points where they lie on the curve (u = p - 1 lies on its
 * twist), moved to x = u + A/3 with a root for y, and infinity as SEC 1 writes it.
 */
export function smallOrderPublicKeys(curve: 'x25519' | 'weierstrass'): NamedKey[] {
  if (curve === 'x25519') return smallUs.map(([name, u]) => ({ name, bytes: toLittleEndian(u) }));
  const points = smallUs.flatMap(([name, u]) => {
    const point = u < p ? fromMontgomery(u) : undefined;
    return point === undefined ? [] : [{ name, point }];
  });
  return [
    ...points.map(({ name, point }) => ({
      name: name.includes('order') ? name : `a point of order ${smallOrderOf(point) ?? 1}`,
      bytes: writePoint(point),
    })),
    { name: 'the point at infinity', bytes: Buffer.from([0]) },
  ];
}

/** 04‖X‖Y of coordinates that belong to no point of the curve. */
export function offCurvePoint(): Buffer {
  const { x, y } = multiplyBase(2n);
  return writePoint({ x, y: y + 1n });
}
