// ECDH on Curve25519 in both forms that are in use: X25519 by node:crypto, the short Weierstrass form by @noble/curves,
// since OpenSSL has no such curve. The form of the peer's key decides, and ours is written as the peer's is.
import { ecdh, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { Refusal } from '../gateway-adapter.cjs';

/** The curve that BouncyCastle calls curve25519. */
const curve = ecdh(
  weierstrass({
    p: 2n ** 255n - 19n,
    a: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa984914a144n,
    b: 0x7b425ed097b425ed097b425ed097b425ed097b425ed097b4260b5e9c7710c864n,
    n: 0x1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3edn,
    h: 8n,
    Gx: 0x2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaad245an,
    Gy: 0x20ae19a1b8a086b4e01edd2c7748d14c923d4d7e6d7c61b229e9c5a27eced3d9n,
  }),
);
const pointBytes = 65; // 04, x, y
const ecPublicKey = Buffer.from('06072a8648ce3d0201', 'hex'); // how an SPKI says that a point follows

/** A new key of the form that the peer's key has; without a peer, of X25519. */
export function newKey(peer) {
  if (peer === undefined || peer.length === 32) return x25519Key(generateKeyPairSync('x25519').privateKey);
  return weierstrassKey(curve.utils.randomSecretKey(), prefixOf(peer));
}

/** A key that was made elsewhere: 32 bytes of X25519, or a signed big-endian integer of any length. */
export function givenKey(privateKey, publicKey) {
  return refusing('the private key cannot be used', () => {
    if (publicKey.length !== 32) {
      const hex = BigInt(`0x0${privateKey.toString('hex')}`)
        .toString(16)
        .padStart(64, '0');
      return weierstrassKey(Buffer.from(hex, 'hex'), prefixOf(publicKey));
    }
    const [d, x] = [privateKey.toString('base64url'), publicKey.toString('base64url')];
    return x25519Key(createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x }, format: 'jwk' }));
  });
}

function x25519Key(privateKey) {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    keyValue: Buffer.from(x, 'base64url'),
    // OpenSSL itself refuses keys of low order, which lead to a secret of zeros.
    sharedWith: (peer) =>
      refusing('the public key is not an X25519 key', () => {
        const jwk = { kty: 'OKP', crv: 'X25519', x: peer.toString('base64url') };
        return diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) });
      }),
  };
}

function weierstrassKey(secretKey, prefix) {
  return {
    keyValue: Buffer.concat([prefix, curve.getPublicKey(secretKey, false)]),
    // A compressed point is 02 or 03 and x: noble keeps the leading zeros, which a BigInt would lose. It refuses points
    // that are off the curve, or of another order than the base point.
    sharedWith: (peer) =>
      refusing('the public key is not a point of the curve', () =>
        curve.getSharedSecret(secretKey, peer.subarray(prefixOf(peer).length)).subarray(1),
      ),
  };
}

/** What stands before the point: nothing, or the beginning of an SPKI, with the curve's name or its parameters. */
function prefixOf(key) {
  const prefix = key.subarray(0, Math.max(key.length - pointBytes, 0));
  const isSpki = prefix[0] === 0x30 && prefix.includes(ecPublicKey);
  if (key[prefix.length] !== 4 || key.length < pointBytes || (prefix.length > 0 && !isSpki))
    throw new Refusal(`a public key of ${key.length} bytes has none of the known forms`);
  return prefix;
}

/** What the crypto throws may quote what it was given; a Refusal says what is wrong. */
export function refusing(reason, act) {
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(reason);
  }
}
