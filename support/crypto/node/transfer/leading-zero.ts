import { randomBytes } from 'node:crypto';
import { fromBigEndian, fromLittleEndian, toBigEndian, toLittleEndian } from './field';
import type { Curve, KeyPair } from './keys';
import { generateKeyPair, keyPairFrom, readPublicKey, x25519 } from './keys';
import { fromMontgomery, multiply, order, readPoint, sum, toMontgomery } from './weierstrass';

/** Whether the secret has a leading zero: a client that drops it derives another key. One secret in 256 has. */
export function hasLeadingZero(secret: Buffer): boolean {
  return secret[0] === 0;
}

/**
 * Whether a client that writes the secret as a number derives another key. One that writes a signed number (Java's
 * BigInteger.toByteArray) keeps the zero before a byte of 128 or more, as its sign.
 */
function tellsNumbers(secret: Buffer): boolean {
  return hasLeadingZero(secret) && (secret[1] ?? 0) < 128;
}

/**
 * A new key pair whose shared secret with that public key begins with a zero byte, so that a client shows whether it
 * writes the secret as a number, with or without a sign. Throws a TransferError (`key`) for a public key that cannot be
 * used.
 */
export function keyPairForLeadingZero(curve: Curve, peerPublicKey: Buffer): KeyPair {
  const { publicKey } = readPublicKey(peerPublicKey);
  return curve === 'x25519' ? onX25519(publicKey) : onWeierstrass(publicKey);
}

/**
 * A private key of X25519 stands for a multiple of eight from 2^254 on (RFC 7748, section 5): the next one leads on by
 * eight times the peer's point, which is one addition.
 */
function onX25519(publicKey: Buffer): KeyPair {
  const point = fromMontgomery(fromLittleEndian(publicKey));
  const step = point && multiply(point, 8n);
  if (point === undefined || step === undefined) return byLot(publicKey);
  let scalar = 2n ** 254n + 8n * fromBigEndian(randomBytes(31));
  let shared = multiply(point, scalar);
  while (shared !== undefined && !tellsNumbers(toLittleEndian(toMontgomery(shared.x)))) {
    scalar += 8n;
    shared = sum(shared, step);
  }
  const privateKey = toLittleEndian(scalar);
  // What the platform makes of it is what counts.
  return tellsNumbers(x25519(privateKey, publicKey)) ? keyPairFrom('x25519', privateKey) : byLot(publicKey);
}

/** A key on the twist of the curve is no point here. */
function byLot(publicKey: Buffer): KeyPair {
  for (;;) {
    const privateKey = randomBytes(32);
    if (tellsNumbers(x25519(privateKey, publicKey))) return keyPairFrom('x25519', privateKey);
  }
}

/** The next private key leads to the next multiple of the peer's point: one addition, and no multiplication. */
function onWeierstrass(publicKey: Buffer): KeyPair {
  const point = readPoint(publicKey);
  let scalar = fromBigEndian(generateKeyPair('weierstrass').privateKey);
  let shared = multiply(point, scalar);
  for (;;) {
    if (shared !== undefined && tellsNumbers(toBigEndian(shared.x)))
      return keyPairFrom('weierstrass', toBigEndian(scalar));
    scalar = (scalar % (order - 1n)) + 1n;
    shared = shared === undefined || scalar === 1n ? multiply(point, scalar) : sum(shared, point);
  }
}
