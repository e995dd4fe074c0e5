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
  multiplyPoint,
  multiplyBase,
  groupOrder,
  readCompressed,
  readPoint,
  sharedX,
  smallOrderOf,
  writePoint,
} from './weierstrass';

/** The form of Curve25519 that a key uses. A {@link KeyForm} also specifies the encoding of the key. */
export type Curve = 'x25519' | 'weierstrass';

/**
 * A public key without any DER encoding around it: 32 bytes for X25519 (RFC 7748), 04‖X‖Y for Weierstrass.
 */
export interface PublicKey {
  readonly curve: Curve;
  readonly publicKey: Buffer;
}

/**
 * A key pair. The private key is 32 bytes for X25519. For Weierstrass, it is a signed big-endian integer, as
 * Java's BigInteger.toByteArray writes it.
 */
export interface KeyPair extends PublicKey {
  readonly privateKey: Buffer;
}

const pkcs8Head = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Throws a TransferError (`key`) unless the key is 32 bytes long: OpenSSL would ignore any further bytes. */
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
  // Use 48 bytes, 16 more than the order has, to make the bias of the modulo operation negligible.
  const scalar = (fromBigEndian(randomBytes(48)) % (groupOrder - 1n)) + 1n;
  return keyPairFrom(curve, toBigEndian(scalar));
}

/** Computes the key pair of a private key. Throws a TransferError (`key`) if the private key is not valid. */
export function keyPairFrom(curve: Curve, privateKey: Buffer): KeyPair {
  if (curve === 'weierstrass')
    return { curve, privateKey, publicKey: writePoint(multiplyBase(scalarOf(privateKey))) };
  // Export as JWK: exporting DER is twenty times slower in OpenSSL.
  const { x = '' } = createPublicKey(privateObject(privateKey)).export({ format: 'jwk' });
  return { curve, privateKey, publicKey: Buffer.from(x, 'base64url') };
}

/**
 * Parses a private key in the format of Java's BigInteger.toByteArray. Throws a TransferError (`key`) if the
 * number is negative, zero, or not below the order of the base point.
 */
function scalarOf(privateKey: Buffer): bigint {
  const isNegative = ((privateKey[0] ?? 0) & 0x80) !== 0;
  const scalar = fromBigEndian(privateKey);
  if (isNegative || scalar === 0n || scalar >= groupOrder)
    throw new TransferError('key', 'a private key that is no number from 1 to below the order');
  return scalar;
}

/**
 * Reads and validates a public key in any form of {@link KeyForm}. Also accepts compressed points, because
 * the document does not prescribe an encoding. Throws a TransferError (`key`) with the reason.
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

/** Returns the form in which a public key is encoded, without validating the key. */
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

/**
 * Minimum length in bytes of a point whose leading zeros may have been dropped. A shorter point would lack
 * more than five zero bytes, which practically never happens.
 */
const shortestPoint = 60;

const hex = (byte = 0): string => byte.toString(16).padStart(2, '0');

/**
 * Encodes a public key in the given form, without validating the key. Throws a TransferError (`key`) if the
 * form belongs to the other curve.
 */
export function writePublicKey({ curve, publicKey }: PublicKey, keyForm: KeyForm): Buffer {
  if (keyForm.startsWith('x25519') !== (curve === 'x25519'))
    throw new TransferError('key', `a key on ${curve} has no form ${keyForm}`);
  return wrapSpki(publicKey, keyForm);
}

/**
 * Returns the 32-byte shared secret. For X25519 it is the output of RFC 7748, section 5. For Weierstrass it
 * is the big-endian x coordinate, including leading zeros.
 * Throws a TransferError (`key`) if the public key is not valid or belongs to the other curve form.
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

/**
 * Computes X25519 (RFC 7748, section 5). Throws a TransferError (`key`) if the shared secret is all zeros.
 */
export function x25519(privateKey: Buffer, peerPublicKey: Buffer): Buffer {
  const own = privateObject(privateKey);
  try {
    const secret = diffieHellman({ privateKey: own, publicKey: publicObject(peerPublicKey) });
    if (secret.some((byte) => byte !== 0)) return secret;
  } catch {
    // OpenSSL throws if the shared secret is all zeros. The error below reports this.
  }
  throw new TransferError('key', 'of low order');
}

/**
 * Computes the shared point of two Weierstrass keys. Used to reproduce mistakes of clients that use more than
 * the x coordinate of this point. Returns `undefined` for infinity. Does not validate the public key.
 */
export function sharedPoint({ privateKey }: KeyPair, peerPublicKey: Buffer): Point | undefined {
  return multiplyPoint(readPoint(peerPublicKey), scalarOf(privateKey));
}

/** Overwrites secrets with zeros: they must not outlive their transfer (clause 6.2.2). */
export function wipe(...secrets: Buffer[]): void {
  for (const secret of secrets) secret.fill(0);
}
