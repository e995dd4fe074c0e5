import type { KeyObject } from 'node:crypto';
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import { TransferError } from '../../../contract/transfer-error';
import type { KeyForm } from '../../../contract/transfer-facts';
import { fromBigEndian, inverse, p, toBigEndian, toLittleEndian } from './field';
import { unwrap, wrap } from './spki';
import type { Point } from './weierstrass';
import {
  fromMontgomery,
  isOnCurve,
  isReduced,
  multiply,
  multiplyBase,
  order,
  readPoint,
  sharedX,
  smallOrderOf,
  writePoint,
} from './weierstrass';

/** The arithmetic; a `KeyForm` is how a key of it is coded. */
export type Curve = 'x25519' | 'weierstrass';

/** A public key: 32 bytes (RFC 7748), or 04‖X‖Y. */
export interface PublicKey {
  readonly curve: Curve;
  readonly publicKey: Buffer;
}

/** The private key is 32 bytes on X25519, and a signed big-endian integer on Weierstrass. */
export interface KeyPair extends PublicKey {
  readonly privateKey: Buffer;
}

const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

function privateObject(raw: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, raw]), format: 'der', type: 'pkcs8' });
}

function publicObject(raw: Buffer): KeyObject {
  return createPublicKey({ key: wrap(raw, 'x25519-spki'), format: 'der', type: 'spki' });
}

export function generateKeyPair(curve: Curve): KeyPair {
  if (curve === 'x25519') {
    const { privateKey } = generateKeyPairSync('x25519');
    const raw = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
    return keyPairFrom(curve, raw);
  }
  // 16 bytes more than the order leave no bias that anyone could see.
  const scalar = (fromBigEndian(randomBytes(48)) % (order - 1n)) + 1n;
  return keyPairFrom(curve, toBigEndian(scalar));
}

/** The pair of a private key. Throws a TransferError (`key`) for what is none. */
export function keyPairFrom(curve: Curve, privateKey: Buffer): KeyPair {
  if (curve === 'weierstrass')
    return { curve, privateKey, publicKey: writePoint(multiplyBase(scalarOf(privateKey))) };
  if (privateKey.length !== 32)
    throw new TransferError('key', `a private key of ${privateKey.length} bytes, and not of 32`);
  const spki = createPublicKey(privateObject(privateKey)).export({ format: 'der', type: 'spki' });
  return { curve, privateKey, publicKey: spki.subarray(-32) };
}

/** A private key as BigInteger.toByteArray gives it. */
function scalarOf(privateKey: Buffer): bigint {
  const isNegative = ((privateKey[0] ?? 0) & 0x80) !== 0;
  const scalar = fromBigEndian(privateKey);
  if (isNegative || scalar === 0n || scalar >= order)
    throw new TransferError('key', 'a private key that is no number from 1 to below the order');
  return scalar;
}

/** Reads a public key in any form that is met. Throws a TransferError (`key`) with the reason. */
export function readPublicKey(bytes: Buffer): PublicKey & { readonly keyForm: KeyForm } {
  const { keyForm, key } = unwrap(bytes) ?? plain(bytes);
  if (key.length === 32) {
    if (isSmallOrderU(key)) throw new TransferError('key', 'of low order');
    return { curve: 'x25519', keyForm, publicKey: key };
  }
  const point = readPoint(key);
  if (key[0] !== 4)
    throw new TransferError('key', `a point that begins with ${hex(key[0])}, and not with 04`);
  if (!isReduced(point) || !isOnCurve(point)) throw new TransferError('key', 'off the curve');
  if (smallOrderOf(point) !== undefined) throw new TransferError('key', 'of low order');
  return { curve: 'weierstrass', keyForm, publicKey: key };
}

function plain(bytes: Buffer): { keyForm: KeyForm; key: Buffer } {
  if (bytes.length === 32) return { keyForm: 'x25519', key: bytes };
  if (bytes.length === 65) return { keyForm: 'weierstrass', key: bytes };
  if (bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3))
    throw new TransferError('key', 'a compressed point');
  if (bytes.length === 1 && bytes[0] === 0) throw new TransferError('key', 'the point at infinity');
  throw new TransferError('key', `${bytes.length} bytes`);
}

const hex = (byte = 0): string => byte.toString(16).padStart(2, '0');

/** The public key in that form: its SPKI where that is asked for. */
export function writePublicKey({ publicKey }: PublicKey, keyForm: KeyForm): Buffer {
  return wrap(publicKey, keyForm);
}

/**
 * The 32 bytes that both sides agree on: those of RFC 7748, section 5, or the big-endian x coordinate. Throws a
 * TransferError (`key`) for a key of low order, or of the other curve.
 */
export function sharedSecret({ curve, privateKey }: KeyPair, peerPublicKey: Buffer): Buffer {
  if ((peerPublicKey.length === 32) !== (curve === 'x25519'))
    throw new TransferError('key', 'a key of another curve');
  if (curve === 'x25519') return x25519(privateKey, peerPublicKey);
  const x = sharedX(readPoint(peerPublicKey).x, scalarOf(privateKey));
  if (x === undefined) throw new TransferError('key', 'of low order');
  return toBigEndian(x);
}

/** RFC 7748, section 5. Throws a TransferError (`key`) where the secret would be all zeros. */
export function x25519(privateKey: Buffer, peerPublicKey: Buffer): Buffer {
  try {
    const secret = diffieHellman({
      privateKey: privateObject(privateKey),
      publicKey: publicObject(peerPublicKey),
    });
    if (secret.some((byte) => byte !== 0)) return secret;
  } catch {
    // OpenSSL refuses the all-zero secret itself.
  }
  throw new TransferError('key', 'of low order');
}

/** The point that both Weierstrass keys lead to, for the search of mistakes. */
export function sharedPoint({ privateKey }: KeyPair, peerPublicKey: Buffer): Point | undefined {
  return multiply(readPoint(peerPublicKey), scalarOf(privateKey));
}

/** A u coordinate of order 8 (RFC 7748, section 6.1; its negative inverse is the other). */
const orderEight = 0x57119fd0dd4e22d8868e1c58c45c44045bef839c55b1d0b1248c50a3bc959c5fn;

/** The u coordinates of low order that fit into 32 bytes, the non-canonical ones among them. */
const smallUs: readonly (readonly [name: string, u: bigint])[] = [
  ['0', 0n],
  ['1', 1n],
  ['a point of order 8', orderEight],
  ['the other point of order 8', inverse(orderEight)],
  ['p - 1', p - 1n],
  ['p', p],
  ['p + 1', p + 1n],
];

function isSmallOrderU(key: Buffer): boolean {
  const u = fromBigEndian(Buffer.from(key).reverse()) & ((1n << 255n) - 1n);
  return smallUs.some(([, small]) => small === u);
}

/** Public keys that must be refused, since they lead to one of a few secrets whatever the private key is. */
export function smallOrderPublicKeys(curve: Curve): { name: string; bytes: Buffer }[] {
  if (curve === 'x25519') return smallUs.map(([name, u]) => ({ name, bytes: toLittleEndian(u) }));
  // Those of the same points that lie on the curve and not on its twist.
  const points = smallUs.flatMap(([, u]) => (u >= p ? [] : (fromMontgomery(u) ?? [])));
  return [
    ...points.map((point) => ({ name: `order ${smallOrderOf(point) ?? 0}`, bytes: writePoint(point) })),
    { name: 'the point at infinity', bytes: Buffer.from([0]) },
  ];
}

/** 04‖X‖Y of coordinates that belong to no point of the curve. */
export function offCurvePoint(): Buffer {
  const { x, y } = multiplyBase(2n);
  return writePoint({ x, y: y + 1n });
}
