import type { KeyObject } from 'node:crypto';
import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
} from 'node:crypto';
import type { KeyForm } from '../../../contract/transfer';
import { TransferError } from '../../../contract/transfer';
import { fromBigEndian, toBigEndian } from './field';
import { isSmallOrderU } from './small-order';
import { pointBehindHead, unwrap, wrapSpki } from './spki';
import type { Point } from './weierstrass';
import {
  isOnCurve,
  isReduced,
  multiply,
  multiplyBase,
  order,
  readCompressed,
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

/** Throws a TransferError (`key`) for another length: OpenSSL would take the first 32 bytes of more. */
function privateObject(raw: Buffer): KeyObject {
  if (raw.length !== 32)
    throw new TransferError('key', `a private key of ${raw.length} bytes, and not of 32`);
  return createPrivateKey({ key: Buffer.concat([pkcs8Head, raw]), format: 'der', type: 'pkcs8' });
}

function publicObject(raw: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') },
    format: 'jwk',
  });
}

export function generateKeyPair(curve: Curve): KeyPair {
  if (curve === 'x25519') {
    const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
    return { curve, privateKey: Buffer.from(d, 'base64url'), publicKey: Buffer.from(x, 'base64url') };
  }
  // 16 bytes more than the order leave no bias that anyone could see.
  const scalar = (fromBigEndian(randomBytes(48)) % (order - 1n)) + 1n;
  return keyPairFrom(curve, toBigEndian(scalar));
}

/** The pair of a private key. Throws a TransferError (`key`) for what is none. */
export function keyPairFrom(curve: Curve, privateKey: Buffer): KeyPair {
  if (curve === 'weierstrass')
    return { curve, privateKey, publicKey: writePoint(multiplyBase(scalarOf(privateKey))) };
  // In this format OpenSSL needs a twentieth of the time that DER takes.
  const { x = '' } = createPublicKey(privateObject(privateKey)).export({ format: 'jwk' });
  return { curve, privateKey, publicKey: Buffer.from(x, 'base64url') };
}

/** A private key as BigInteger.toByteArray gives it. */
function scalarOf(privateKey: Buffer): bigint {
  const isNegative = ((privateKey[0] ?? 0) & 0x80) !== 0;
  const scalar = fromBigEndian(privateKey);
  if (isNegative || scalar === 0n || scalar >= order)
    throw new TransferError('key', 'a private key that is no number from 1 to below the order');
  return scalar;
}

/**
 * Reads a public key in any form that is met, and a point in its compressed form too: the document fixes none. Throws a
 * TransferError (`key`) with the reason.
 */
export function readPublicKey(bytes: Buffer): PublicKey & { readonly keyForm: KeyForm } {
  const { keyForm, key: written } = unwrap(bytes) ?? plain(bytes);
  const key = isCompressed(written) ? decompressed(written) : written;
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

const isCompressed = (key: Buffer): boolean => key.length === 33 && (key[0] === 2 || key[0] === 3);

function decompressed(key: Buffer): Buffer {
  const point = readCompressed(key);
  if (point === undefined) throw new TransferError('key', 'off the curve');
  return writePoint(point);
}

/** How a public key is coded: as one of the curve by itself, unless something is around it. */
export function codingOf(bytes: Buffer): KeyForm {
  return unwrap(bytes)?.keyForm ?? (bytes.length === 32 ? 'x25519' : 'weierstrass');
}

function plain(bytes: Buffer): { keyForm: KeyForm; key: Buffer } {
  if (bytes.length === 32) return { keyForm: 'x25519', key: bytes };
  if (bytes.length === 65) return { keyForm: 'weierstrass', key: bytes };
  if (isCompressed(bytes)) return { keyForm: 'weierstrass', key: bytes };
  if (bytes.length === 1 && bytes[0] === 0) throw new TransferError('key', 'the point at infinity');
  throw new TransferError('key', whyNoKey(bytes));
}

function whyNoKey(bytes: Buffer): string {
  const { length } = bytes;
  const point = pointBehindHead(bytes);
  if (point !== undefined && point.length >= shortestPoint && point.length < 65)
    return `${whyNoKey(point)}, in an SPKI`;
  if (length === 64 && isOnCurve(readPoint(Buffer.concat([Buffer.of(4), bytes]))))
    return 'a point without the byte 04 before its coordinates';
  const isShort = bytes[0] === 4 && length >= shortestPoint && length < 65;
  return isShort ? `a point of ${length} bytes, with leading zeros dropped` : `${length} bytes`;
}

/** So many zeros at the beginning of both coordinates are met once in a lifetime. */
const shortestPoint = 60;

const hex = (byte = 0): string => byte.toString(16).padStart(2, '0');

/**
 * The public key in that form: its SPKI where that is asked for. Whether the key is a good one is not looked at. Throws
 * a TransferError (`key`) for a form of the other curve.
 */
export function writePublicKey({ curve, publicKey }: PublicKey, keyForm: KeyForm): Buffer {
  if (keyForm.startsWith('x25519') !== (curve === 'x25519'))
    throw new TransferError('key', `a key on ${curve} has no form ${keyForm}`);
  return wrapSpki(publicKey, keyForm);
}

/**
 * The 32 bytes that both sides agree on: those of RFC 7748, section 5, or the big-endian x coordinate with its leading
 * zeros. Throws a TransferError (`key`) for a public key that cannot be used, or is of the other curve.
 */
export function sharedSecret(
  { curve, privateKey }: Pick<KeyPair, 'curve' | 'privateKey'>,
  peerPublicKey: Buffer,
): Buffer {
  const peer = readPublicKey(peerPublicKey);
  if (peer.curve !== curve) throw new TransferError('key', `a key on ${peer.curve}, and not on ${curve}`);
  if (curve === 'x25519') return x25519(privateKey, peer.publicKey);
  const x = sharedX(readPoint(peer.publicKey).x, scalarOf(privateKey));
  if (x === undefined) throw new TransferError('key', 'of low order');
  return toBigEndian(x);
}

/** RFC 7748, section 5. Throws a TransferError (`key`) where the secret would be all zeros. */
export function x25519(privateKey: Buffer, peerPublicKey: Buffer): Buffer {
  const own = privateObject(privateKey);
  try {
    const secret = diffieHellman({ privateKey: own, publicKey: publicObject(peerPublicKey) });
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

/** Overwrites what must not be kept: secrets live as long as their transfer (clause 6.2.2). */
export function wipe(...secrets: Buffer[]): void {
  for (const secret of secrets) secret.fill(0);
}
