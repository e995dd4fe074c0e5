import { createHash } from 'node:crypto';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { Mutant } from '../../mutant';
import type { SideKnowledge, StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

/** By how much x of the short Weierstrass form is more than u of RFC 7748: their base points tell. */
const shift = Curve25519.BASE.toAffine().x - 9n;

const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

function bytesOf(value: bigint): Buffer {
  const { p } = Curve25519.CURVE();
  return Buffer.from((((value % p) + p) % p).toString(16).padStart(64, '0'), 'hex');
}

const reversed = (bytes: Buffer): Buffer => Buffer.from(bytes).reverse();

/** The coordinate of the other form, big-endian. */
function otherForm(secret: Buffer, { own }: SideKnowledge): Buffer {
  return own.curve === 'weierstrass'
    ? bytesOf(numberOf(secret) - shift)
    : bytesOf(numberOf(reversed(secret)) + shift);
}

/** 04‖X‖Y of the point that both keys lead to. */
function sharedPoint({ own, peerKey }: SideKnowledge): Buffer {
  const point = Curve25519.fromBytes(peerKey).multiply(numberOf(own.privateKey));
  return Buffer.from(point.toBytes(false));
}

/** A slip that only a point can have: X25519 has no other coordinate. */
const ofPoint =
  (take: (point: Buffer) => Buffer) =>
  (right: Buffer, known: SideKnowledge): Buffer =>
    known.own.curve === 'weierstrass' ? take(sharedPoint(known)) : right;

const rows: readonly StageMistakeRow[] = [
  [
    'secret-with-sign-byte',
    'The secret is written as a signed number, which has a byte more where the highest bit is set.',
    'a zero byte is put before the shared secret, as BigInteger.toByteArray does from 80 on',
    { secret: (right) => ((right[0] ?? 0) < 128 ? right : Buffer.concat([Buffer.of(0), right])) },
  ],
  [
    'secret-reversed',
    'The secret is turned round: one library is little-endian, and the other is not.',
    'the bytes of the shared secret are reversed',
    { secret: reversed },
  ],
  [
    'secret-is-y',
    'The second coordinate of the shared point is taken.',
    'the Y coordinate of the shared point is used',
    { secret: ofPoint((point) => point.subarray(33)) },
  ],
  [
    'secret-is-point',
    'The shared point is taken as it is encoded.',
    'the whole shared point is used',
    { secret: ofPoint((point) => point) },
  ],
  [
    'secret-is-both-coordinates',
    'The shared point is taken without its first byte.',
    'both coordinates of the shared point are used',
    { secret: ofPoint((point) => point.subarray(1)) },
  ],
  [
    'secret-of-other-curve-form',
    'The coordinate is moved to the other form of the curve.',
    'the secret is that of the other curve form (X25519 in place of short Weierstrass, or the reverse)',
    {
      secret: (right, known) =>
        known.own.curve === 'weierstrass' ? reversed(otherForm(right, known)) : otherForm(right, known),
    },
  ],
  [
    'secret-of-other-curve-form-reversed',
    'The coordinate is moved to the other form of the curve, and its bytes are not.',
    'the secret is that of the other curve form, in reverse order',
    {
      secret: (right, known) =>
        known.own.curve === 'weierstrass' ? otherForm(right, known) : reversed(otherForm(right, known)),
    },
  ],
  [
    'secret-in-hex',
    'The secret goes through a text in hexadecimal.',
    'the hexadecimal text of the shared secret is used',
    { secret: (right) => Buffer.from(right.toString('hex')) },
  ],
  [
    'secret-in-base64',
    'The library gives the secret as Base64, and its text is taken.',
    'the Base64 text of the shared secret is used',
    { secret: (right) => Buffer.from(right.toString('base64')) },
  ],
  [
    'secret-hashed',
    'The library hashes the secret by default.',
    'the shared secret is hashed with SHA-256 first',
    { secret: (right) => createHash('sha256').update(right).digest() },
  ],
  [
    'secret-is-hiu-key',
    "The HIU's public key is taken for the secret.",
    'the public key of the HIU is used as the secret',
    { secret: (_right, { hiuKey }) => hiuKey },
  ],
  [
    'secret-is-hip-key',
    "The HIP's public key is taken for the secret.",
    'the public key of the HIP is used as the secret',
    { secret: (_right, { hipKey }) => hipKey },
  ],
];

/** Mistakes in the shared secret (clause 6.2.3). */
export const sharedSecretMutants: readonly Mutant[] = [
  ...mutantHips('HDT-05', rows),
  ...twoSidedMutants('HDT-05', rows, ['secret-reversed', 'secret-in-hex', 'secret-of-other-curve-form']),
];
