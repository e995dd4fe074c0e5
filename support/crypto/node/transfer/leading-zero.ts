import { randomBytes } from 'node:crypto';
import { fromBigEndian, fromLittleEndian, toBigEndian, toLittleEndian } from './field';
import type { Curve, KeyPair } from './keys';
import { generateKeyPair, keyPairFrom, readPublicKey, x25519 } from './keys';
import { fromMontgomery, multiplyPoint, groupOrder, readPoint, addPoints, toMontgomery } from './weierstrass';

/**
 * Returns whether a shared secret begins with a zero byte, as about 1 in 256 does. A client that drops this
 * byte derives a wrong key.
 */
export function hasLeadingZero(secret: Buffer): boolean {
  return secret[0] === 0;
}

/**
 * Returns whether a client derives a wrong key if it encodes this secret as a number, signed or unsigned,
 * which drops leading zeros. Requires the second byte to be less than 128. Before a larger byte, Java's
 * BigInteger.toByteArray writes a zero byte for the sign, which would give the right secret by chance.
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
 * Tries consecutive private keys. X25519 private keys are multiples of eight, from 2^254 up (RFC 7748,
 * section 5). Adds eight times the peer's point to get the shared point of the next key, which is faster than
 * multiplying again.
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
  // Confirm the result with OpenSSL, which computes the shared secret of the actual transfer.
  return tellsNumbers(x25519(privateKey, publicKey)) ? keyPairFrom('x25519', privateKey) : byLot(publicKey);
}

/**
 * Tries random private keys. Needed if the public key is on the twist of the curve, because `addPoints`
 * cannot add points on the twist.
 */
function byLot(publicKey: Buffer): KeyPair {
  for (;;) {
    const privateKey = randomBytes(32);
    if (tellsNumbers(x25519(privateKey, publicKey))) return keyPairFrom('x25519', privateKey);
  }
}

/**
 * Tries consecutive private keys. Adds the peer's point to get the shared point of the next key, which is
 * faster than multiplying again.
 */
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
