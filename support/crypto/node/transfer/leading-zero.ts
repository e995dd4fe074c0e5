import { randomBytes } from 'node:crypto';
import { fromBigEndian, fromLittleEndian, toBigEndian, toLittleEndian } from './field';
import type { Curve, KeyPair } from './keys';
import { generateKeyPair, keyPairFrom, readPublicKey, x25519 } from './keys';
import { fromMontgomery, multiplyPoint, groupOrder, readPoint, addPoints, toMontgomery } from './weierstrass';

/**
 * Returns whether a shared secret has a leading zero, as one in 256 has. A client that drops it derives a
 * wrong key.
 */
export function hasLeadingZero(secret: Buffer): boolean {
  return secret[0] === 0;
}

/**
 * Returns whether a client that encodes the secret as a number derives a wrong key. Java's
 * BigInteger.toByteArray writes a sign byte of zero before a byte of 128 or more. Such a secret stays right
 * by chance.
 */
function tellsNumbers(secret: Buffer): boolean {
  return hasLeadingZero(secret) && (secret[1] ?? 0) < 128;
}

/**
 * Generates a key pair whose shared secret with this public key has a leading zero. The transfer then shows
 * whether a client encodes the secret as a number, signed or unsigned. Throws a TransferError (`key`) if the
 * public key is not valid.
 */
export function keyPairForLeadingZero(curve: Curve, peerPublicKey: Buffer): KeyPair {
  const { publicKey } = readPublicKey(peerPublicKey);
  return curve === 'x25519' ? onX25519(publicKey) : onWeierstrass(publicKey);
}

/**
 * An X25519 private key is a multiple of eight from 2^254 on (RFC 7748, section 5). For each next key, adds
 * eight times the peer's point, which is faster than a multiplication.
 */
function onX25519(publicKey: Buffer): KeyPair {
  const point = fromMontgomery(fromLittleEndian(publicKey));
  const step = point && multiplyPoint(point, 8n);
  if (point === undefined || step === undefined) return byLot(publicKey);
  let scalar = 2n ** 254n + 8n * fromBigEndian(randomBytes(31));
  let shared = multiplyPoint(point, scalar);
  while (shared !== undefined && !tellsNumbers(toLittleEndian(toMontgomery(shared.x)))) {
    scalar += 8n;
    shared = addPoints(shared, step);
  }
  const privateKey = toLittleEndian(scalar);
  // Confirm with OpenSSL, which the suite uses for the transfer.
  return tellsNumbers(x25519(privateKey, publicKey)) ? keyPairFrom('x25519', privateKey) : byLot(publicKey);
}

/**
 * Tries random private keys. Needed if the public key is on the twist of the curve: `addPoints` cannot add such
 * points.
 */
function byLot(publicKey: Buffer): KeyPair {
  for (;;) {
    const privateKey = randomBytes(32);
    if (tellsNumbers(x25519(privateKey, publicKey))) return keyPairFrom('x25519', privateKey);
  }
}

/** For each next private key, adds the peer's point, which is faster than a multiplication. */
function onWeierstrass(publicKey: Buffer): KeyPair {
  const point = readPoint(publicKey);
  let scalar = fromBigEndian(generateKeyPair('weierstrass').privateKey);
  let shared = multiplyPoint(point, scalar);
  for (;;) {
    if (shared !== undefined && tellsNumbers(toBigEndian(shared.x)))
      return keyPairFrom('weierstrass', toBigEndian(scalar));
    scalar = (scalar % (groupOrder - 1n)) + 1n;
    shared = shared === undefined || scalar === 1n ? multiplyPoint(point, scalar) : addPoints(shared, point);
  }
}
