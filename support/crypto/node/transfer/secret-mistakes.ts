import { createHash } from 'node:crypto';
import type { KnownMistake } from '../../../contract/transfer';
import { fromBigEndian, toBigEndian } from './field';
import type { TransferInputs, Mistake } from './ingredients';
import { mistakesAt, rightSecret } from './ingredients';
import type { Curve } from './keys';
import { sharedPoint } from './keys';
import { toMontgomery, toWeierstrass, writePoint } from './weierstrass';

type Secret = NonNullable<Mistake['secret']>;

const changed =
  (change: (secret: Buffer) => Buffer): Secret =>
  (given) =>
    change(rightSecret(given));

/**
 * Converts the correct shared secret to the result on the other curve form, as a number: u for Weierstrass
 * keys, x for X25519 keys.
 */
function otherForm(given: TransferInputs): bigint {
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

const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes).reverse();

const ofOtherForm =
  (order: 'as it is' | 'reversed'): Secret =>
  (given) => {
    const bytes = toBigEndian(otherForm(given));
    return (given.own.curve === 'weierstrass') === (order === 'as it is') ? reversed(bytes) : bytes;
  };

const textIn = (encoding: 'hex' | 'base64'): Secret =>
  changed((secret) => Buffer.from(secret.toString(encoding)));

/** Ways in which a client may compute a wrong shared secret (clause 6.2.3). */
export const secretMistakes: readonly Mistake[] = [
  ...mistakesAt('secret', 'it has 32 bytes, always', {
    'secret-zeros-dropped': ['leading zeros of the shared secret are dropped', changed(withoutLeadingZeros)],
    'secret-with-sign-byte': [
      'a zero byte is put before the shared secret, as BigInteger.toByteArray does from 80 on',
      changed((secret) => Buffer.concat([Buffer.of(0), secret])),
    ],
  }),
  ...mistakesAt(
    'secret',
    'X25519 gives them little-endian (RFC 7748), and a Weierstrass x coordinate is big-endian',
    {
      'secret-reversed': ['the bytes of the shared secret are reversed', changed(reversed)],
    },
  ),
  ...mistakesAt('secret', 'the secret is its X coordinate', {
    'secret-is-y': ['the Y coordinate of the shared point is used', ofPoint((point) => point.subarray(33))],
  }),
  ...mistakesAt('secret', 'the secret is its X coordinate alone', {
    'secret-is-point': ['the whole shared point is used', ofPoint((point) => point)],
    'secret-is-both-coordinates': [
      'both coordinates of the shared point are used',
      ofPoint((point) => point.subarray(1)),
    ],
  }),
  ...mistakesAt('secret', 'the document takes ECDH on the curve of both keys', {
    'other-curve-form': [
      'the secret is that of the other curve form (X25519 in place of short Weierstrass, or the reverse)',
      ofOtherForm('as it is'),
    ],
    'other-curve-form-reversed': [
      'the secret is that of the other curve form, in reverse order',
      ofOtherForm('reversed'),
    ],
  }),
  ...mistakesAt('secret', 'HKDF takes its 32 bytes', {
    'secret-in-hex': ['the hexadecimal text of the shared secret is used', textIn('hex')],
    'secret-in-base64': ['the Base64 text of the shared secret is used', textIn('base64')],
  }),
  ...mistakesAt('secret', 'HKDF takes it as it is', {
    'secret-hashed': [
      'the shared secret is hashed with SHA-256 first',
      changed((secret) => createHash('sha256').update(secret).digest()),
    ],
  }),
  ...mistakesAt('secret', 'the document takes ECDH of that key and the HIP private key', {
    'secret-is-hiu-key': [
      'the public key of the HIU is used as the secret',
      ({ hiuPublicKey }) => hiuPublicKey,
    ],
  }),
  ...mistakesAt('secret', 'the document takes ECDH of the HIU key and the HIP private key', {
    'secret-is-hip-key': [
      'the public key of the HIP is used as the secret',
      ({ hipPublicKey }) => hipPublicKey,
    ],
  }),
];

/**
 * Describes the mistake of an HIP that answers with a key of the other curve form. ECDH is then impossible,
 * because both keys must have the same form.
 */
const answeredIn = (answered: string, given: string): KnownMistake => ({
  id: 'other-curve-form',
  stage: 'agree',
  text: `the HIP's key has the ${answered} form; the key of the HIU has the ${given} form, and ECDH takes two of one kind`,
});

/** Maps the curve form of the HIU's key to the mistake of an HIP that answers with the other form. */
export const otherCurveMistakes: Readonly<Record<Curve, KnownMistake>> = {
  x25519: answeredIn('short Weierstrass', 'X25519'),
  weierstrass: answeredIn('X25519', 'short Weierstrass'),
};
