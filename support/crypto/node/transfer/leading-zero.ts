import { randomBytes } from 'node:crypto';
import { fromBigEndian, toBigEndian } from './field';
import type { Curve, KeyPair } from './keys';
import { generateKeyPair, keyPairFrom, readPublicKey, x25519 } from './keys';
import { multiply, order, readPoint, sum } from './weierstrass';

/** Whether the secret has a leading zero: a client that drops it derives another key. One secret in 256 has. */
export function hasLeadingZero(secret: Buffer): boolean {
  return secret[0] === 0;
}

/**
 * A new key pair whose shared secret with that public key begins with a zero byte. Throws a TransferError (`key`) for a
 * public key that cannot be used.
 */
export function keyPairForLeadingZero(curve: Curve, peerPublicKey: Buffer): KeyPair {
  const { publicKey } = readPublicKey(peerPublicKey);
  return curve === 'x25519' ? onX25519(publicKey) : onWeierstrass(publicKey);
}

function onX25519(publicKey: Buffer): KeyPair {
  for (;;) {
    const privateKey = randomBytes(32);
    if (hasLeadingZero(x25519(privateKey, publicKey))) return keyPairFrom('x25519', privateKey);
  }
}

/** The next private key leads to the next multiple of the peer's point: one addition, and no multiplication. */
function onWeierstrass(publicKey: Buffer): KeyPair {
  const point = readPoint(publicKey);
  let scalar = fromBigEndian(generateKeyPair('weierstrass').privateKey);
  let shared = multiply(point, scalar);
  for (;;) {
    if (shared !== undefined && hasLeadingZero(toBigEndian(shared.x)))
      return keyPairFrom('weierstrass', toBigEndian(scalar));
    scalar = (scalar % (order - 1n)) + 1n;
    shared = shared === undefined || scalar === 1n ? multiply(point, scalar) : sum(shared, point);
  }
}
