// ECDH on Curve25519 in both forms that deployed services use: X25519 with node:crypto, and the short
// Weierstrass form with @noble/curves, because OpenSSL does not have this curve. Our key always has the same
// form as the peer's key.
import { ecdh, weierstrass } from '@noble/curves/abstract/weierstrass.js';
import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Refusal } from '../gateway-adapter.mts';

/** Our key pair for one transfer. */
export interface OwnKey {
  /** The public key in the form in which it is sent. */
  readonly keyValue: Buffer;
  /**
   * Returns the shared secret (6.2.3): 32 bytes including leading zeros. Throws a Refusal for an invalid key.
   */
  sharedWith(peer: Buffer): Uint8Array;
}

/** Curve25519 in short Weierstrass form. BouncyCastle calls this curve curve25519. */
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
const ecPublicKey = Buffer.from('06072a8648ce3d0201', 'hex'); // DER of the OID id-ecPublicKey, in the SPKI of EC keys

/** Generates a key in the form of the peer's key; without a peer, an X25519 key. */
export function newKey(peer?: Buffer): OwnKey {
  if (peer === undefined || peer.length === 32) return x25519Key(generateKeyPairSync('x25519').privateKey);
  return weierstrassKey(curve.utils.randomSecretKey(), prefixOf(peer));
}

/** Imports a private key: 32 bytes for X25519, otherwise a signed big-endian integer of any length. */
export function givenKey(privateKey: Buffer, publicKey: Buffer): OwnKey {
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

function x25519Key(privateKey: KeyObject): OwnKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    keyValue: Buffer.from(x, 'base64url'),
    // OpenSSL itself rejects keys of low order, which would give an all-zero secret.
    sharedWith: (peer) =>
      refusing('the public key is not an X25519 key', () => {
        const jwk = { kty: 'OKP', crv: 'X25519', x: peer.toString('base64url') };
        return diffieHellman({ privateKey, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) });
      }),
  };
}

function weierstrassKey(secretKey: Uint8Array, prefix: Buffer): OwnKey {
  return {
    keyValue: Buffer.concat([prefix, curve.getPublicKey(secretKey, false)]),
    // The secret is x. It comes from a compressed point (02 or 03, then x), in which noble keeps leading
    // zeros. noble rejects points that are not on the curve or not in the group of the base point.
    sharedWith: (peer) =>
      refusing('the public key is not a point of the curve', () =>
        curve.getSharedSecret(secretKey, peer.subarray(prefixOf(peer).length)).subarray(1),
      ),
  };
}

/**
 * Returns the bytes before the point: none for a bare point, otherwise the beginning of an SPKI with the
 * curve's name or parameters. Throws a Refusal for an unknown form.
 */
function prefixOf(key: Buffer): Buffer {
  const prefix = key.subarray(0, Math.max(key.length - pointBytes, 0));
  const isSpki = prefix[0] === 0x30 && prefix.includes(ecPublicKey);
  if (key[prefix.length] !== 4 || key.length < pointBytes || (prefix.length > 0 && !isSpki))
    throw new Refusal(`a public key of ${key.length} bytes has none of the known forms`);
  return prefix;
}

/**
 * Replaces any error of `act` by a Refusal with this reason, because errors of crypto libraries may quote
 * their input.
 */
export function refusing<Value>(reason: string, act: () => Value): Value {
  try {
    return act();
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(reason);
  }
}
