import { x25519 } from '@noble/curves/ed25519.js';
import { TransferError } from '../../contract/transfer';
import type { Curve, PublicKey } from './public-keys';
import { Curve25519, pointFrom } from './weierstrass';

/** The private key is 32 bytes (RFC 7748), or a signed big-endian integer as BigInteger.toByteArray gives it. */
export interface KeyPair extends PublicKey {
  readonly privateKey: Buffer;
}

/** A new pair, from the platform's random generator. */
export function generateKeyPair(curve: Curve): KeyPair {
  if (curve === 'x25519') return keyPairFrom(curve, Buffer.from(x25519.utils.randomSecretKey()));
  return keyPairFrom(curve, Buffer.from(Curve25519.Fn.toBytes(randomScalar())));
}

function randomScalar(): bigint {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    // Below 2^253, of which the order takes about half.
    bytes[0] = (bytes[0] ?? 0) & 0x1f;
    const scalar = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
    bytes.fill(0);
    if (Curve25519.Fn.isValidNot0(scalar)) return scalar;
  }
}

/** The pair of a private key. Throws a TransferError (`key`) where it is none. */
export function keyPairFrom(curve: Curve, privateKey: Buffer): KeyPair {
  if (curve === 'weierstrass') {
    // A multiple of the base point is valid; `toBytes` would check that once more, by another multiplication.
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
 * The 32 bytes of clause 6.2.3: those of RFC 7748, or the big-endian x coordinate with its leading zeros. Throws a
 * TransferError (`key`) where the peer's key is of low order, off the curve, or of the other curve.
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
    // Noble refuses the secret of all zeros (RFC 7748, section 6.1).
    throw new TransferError('key', 'the public key is of low order');
  }
}
