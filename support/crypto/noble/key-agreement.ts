import { x25519 } from '@noble/curves/ed25519.js';
import { TransferError } from '../../contract/transfer';
import type { Curve, PublicKey } from './public-keys';
import { Curve25519, pointFrom } from './weierstrass';

/**
 * A key pair. The private key is 32 bytes for X25519 (RFC 7748). For Weierstrass it is a signed big-endian
 * integer, as Java's BigInteger.toByteArray writes it.
 */
export interface KeyPair extends PublicKey {
  readonly privateKey: Buffer;
}

export function generateKeyPair(curve: Curve): KeyPair {
  if (curve === 'x25519') return keyPairFrom(curve, Buffer.from(x25519.utils.randomSecretKey()));
  return keyPairFrom(curve, Buffer.from(Curve25519.Fn.toBytes(randomScalar())));
}

function randomScalar(): bigint {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    // Clear the top three bits. About half of the remaining 253-bit numbers are below the order of the base
    // point, so two attempts are enough on average.
    bytes[0] = (bytes[0] ?? 0) & 0x1f;
    const scalar = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    bytes.fill(0);
    if (Curve25519.Fn.isValidNot0(scalar)) return scalar;
  }
}

/** Computes the key pair of a private key. Throws a TransferError (`key`) if the private key is not valid. */
export function keyPairFrom(curve: Curve, privateKey: Buffer): KeyPair {
  if (curve === 'weierstrass') {
    // Do not call the point's `toBytes`. It would validate the point with another multiplication, although a
    // multiple of the base point is always valid.
    const { x, y } = Curve25519.BASE.multiply(scalarOf(privateKey)).toAffine();
    const coordinates = [x, y].map((each) => Curve25519.Fp.toBytes(each));
    return { curve, privateKey, publicKey: Buffer.concat([Buffer.of(4), ...coordinates]) };
  }
  requireWhole(privateKey);
  return { curve, privateKey, publicKey: Buffer.from(x25519.getPublicKey(privateKey)) };
}

function requireWhole(privateKey: Buffer): void {
  if (privateKey.length !== 32)
    throw new TransferError('key', `the private key has ${privateKey.length} bytes, and not 32`);
}

function scalarOf(privateKey: Buffer): bigint {
  const isNegative = ((privateKey[0] ?? 0) & 0x80) !== 0;
  const scalar = isNegative || privateKey.length === 0 ? 0n : BigInt(`0x${privateKey.toString('hex')}`);
  if (!Curve25519.Fn.isValidNot0(scalar))
    throw new TransferError('key', 'the private key is no number from 1 to below the order of the curve');
  return scalar;
}

/**
 * Returns the 32-byte shared secret (clause 6.2.3). For X25519 it is the output of RFC 7748. For Weierstrass
 * it is the big-endian x coordinate, including leading zeros.
 * Throws a TransferError (`key`) if the peer's key has low order, is off the curve, or belongs to the other
 * curve form.
 */
export function sharedSecret(
  { curve, privateKey }: Pick<KeyPair, 'curve' | 'privateKey'>,
  peerPublicKey: Buffer,
): Buffer {
  if ((peerPublicKey.length === 32) !== (curve === 'x25519'))
    throw new TransferError('key', 'the public key belongs to the other form of the curve');
  if (curve === 'x25519') return x25519Secret(privateKey, peerPublicKey);
  const shared = pointFrom(peerPublicKey).multiply(scalarOf(privateKey));
  return Buffer.from(Curve25519.Fp.toBytes(shared.x));
}

function x25519Secret(privateKey: Buffer, peerPublicKey: Buffer): Buffer {
  requireWhole(privateKey);
  try {
    return Buffer.from(x25519.getSharedSecret(privateKey, peerPublicKey));
  } catch {
    // Noble throws only if the shared secret is all zeros (RFC 7748, section 6.1).
    throw new TransferError('key', 'the public key is of low order');
  }
}
