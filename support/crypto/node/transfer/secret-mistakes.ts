import { createHash } from 'node:crypto';
import { fromBigEndian, toBigEndian } from './field';
import type { Ingredients, Mistake } from './ingredients';
import { mistakesOf, rightSecret } from './ingredients';
import { sharedPoint } from './keys';
import { toMontgomery, toWeierstrass, writePoint } from './weierstrass';

type Secret = NonNullable<Mistake['secret']>;

const changed =
  (change: (secret: Buffer) => Buffer): Secret =>
  (given) =>
    change(rightSecret(given));

/** The coordinate that the document's curve form does not use, as a number. */
function otherForm(given: Ingredients): bigint {
  const secret = rightSecret(given);
  return given.own.curve === 'weierstrass'
    ? toMontgomery(fromBigEndian(secret))
    : toWeierstrass(fromBigEndian(Buffer.from(secret).reverse()));
}

const ofPoint =
  (take: (point: Buffer) => Buffer): Secret =>
  ({ own, peer }) => {
    const point = own.curve === 'weierstrass' ? sharedPoint(own, peer.publicKey) : undefined;
    return point && take(writePoint(point));
  };

function withoutLeadingZeros(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? Buffer.alloc(0) : bytes.subarray(first);
}

const form = 'the document takes ECDH on the curve of both keys';

/** Ways in which the shared secret comes out otherwise (clause 6.2.3). */
export const secretMistakes: readonly Mistake[] = mistakesOf<Secret>(
  'agree',
  [
    [
      'secret-zeros-dropped',
      'leading zeros of the shared secret are dropped; it has 32 bytes, always',
      changed(withoutLeadingZeros),
    ],
    [
      'secret-reversed',
      'the bytes of the shared secret stand in reverse order; X25519 gives them little-endian (RFC 7748), and a Weierstrass x coordinate is big-endian',
      changed((secret) => Buffer.from(secret).reverse()),
    ],
    [
      'secret-is-y',
      'the Y coordinate of the shared point is taken; the secret is its X coordinate',
      ofPoint((point) => point.subarray(33)),
    ],
    [
      'secret-is-point',
      'the whole shared point is taken; the secret is its X coordinate alone',
      ofPoint((point) => point),
    ],
    [
      'secret-is-both-coordinates',
      'both coordinates of the shared point are taken; the secret is its X coordinate alone',
      ofPoint((point) => point.subarray(1)),
    ],
    [
      'other-curve-form',
      `the secret is that of the other curve form (X25519 in place of short Weierstrass, or the reverse); ${form}`,
      (given) =>
        given.own.curve === 'weierstrass'
          ? Buffer.from(toBigEndian(otherForm(given))).reverse()
          : toBigEndian(otherForm(given)),
    ],
    [
      'other-curve-form-reversed',
      `the secret is that of the other curve form, in reverse order; ${form}`,
      (given) =>
        given.own.curve === 'weierstrass'
          ? toBigEndian(otherForm(given))
          : Buffer.from(toBigEndian(otherForm(given))).reverse(),
    ],
    [
      'secret-in-hex',
      'the hexadecimal text of the shared secret is taken; HKDF takes its 32 bytes',
      changed((secret) => Buffer.from(secret.toString('hex'))),
    ],
    [
      'secret-in-base64',
      'the Base64 text of the shared secret is taken; HKDF takes its 32 bytes',
      changed((secret) => Buffer.from(secret.toString('base64'))),
    ],
    [
      'secret-hashed',
      'the shared secret is hashed with SHA-256 first; HKDF takes it as it is',
      changed((secret) => createHash('sha256').update(secret).digest()),
    ],
    [
      'secret-is-hiu-key',
      'the public key of the HIU serves as secret; the document takes ECDH of that key and the HIP private key',
      ({ hiuPublicKey }) => hiuPublicKey,
    ],
    [
      'secret-is-hip-key',
      'the public key of the HIP serves as secret; the document takes ECDH of the HIU key and the HIP private key',
      ({ hipPublicKey }) => hipPublicKey,
    ],
  ],
  (secret) => ({ secret }),
);
