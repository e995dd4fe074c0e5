import { fromBigEndian, inverse, p, toBigEndian, toLittleEndian } from './field';
import {
  fromMontgomery,
  multiply,
  multiplyBase,
  readPoint,
  sharedX,
  smallOrderOf,
  writePoint,
} from './weierstrass';

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
  /** Of a point: so many multiples it has, infinity among them. */
  readonly order?: number;
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
 * The secrets to which a key leads that must be refused, in a client that does not check it. Of a point the private key
 * decides which multiple it is; where that is unknown, these are all that there are of a point of low order. A ladder
 * reads X alone, and so comes to another secret off the curve. What has no coordinates counts as zeros.
 */
export function uncheckedSecrets({ bytes, order = 0 }: NamedKey, privateKey?: Buffer): Buffer[] {
  if (bytes.length !== 65) return [zeros];
  const point = readPoint(bytes);
  const scalars =
    privateKey === undefined
      ? Array.from({ length: order }, (_unused, index) => BigInt(index + 1))
      : [fromBigEndian(privateKey)];
  const all = scalars.flatMap((scalar) => [multiply(point, scalar)?.x, sharedX(point.x, scalar)]);
  return [...new Set(all)].map((x) => (x === undefined ? zeros : toBigEndian(x)));
}

/** 04‖X‖Y of coordinates that belong to no point of the curve. */
export function offCurvePoint(): Buffer {
  const { x, y } = multiplyBase(2n);
  return writePoint({ x, y: y + 1n });
}
