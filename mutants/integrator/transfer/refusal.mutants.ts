import { createHash } from 'node:crypto';
import type { KeyMaterial } from '../../../support/adapter/protocol';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import type { TransferChange } from './sides';
import { brokenHip, brokenHiu, rightly } from './sides';

/** Key material as a careless reader takes it. */
const altering = (alter: (material: KeyMaterial) => KeyMaterial): TransferChange => ({
  readPeer: (material, about) => rightly.readPeer(alter(material), about),
});

const careless = (
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  alter: (material: KeyMaterial) => KeyMaterial,
  told = '',
): Mutant => telling(brokenHip(name, breaks, story, altering(alter)), told);

/** Every failure of it has to tell that. */
const telling = (mutant: Mutant, told: string): Mutant => ({
  ...mutant,
  diagnosis: Object.fromEntries(mutant.breaks.map((id) => [id, told])),
});

/** Algorithms and curves without support (HDT-01). */
const requests: Mutant[] = [
  careless(
    'algorithm-unread',
    ['HDT-01'],
    'The algorithm is not read.',
    (material) => ({
      ...material,
      cryptoAlg: 'ECDH',
    }),
    'cryptoAlg is not read',
  ),
  careless(
    'curve-unread',
    ['HDT-01'],
    'The curve is not read.',
    (material) => ({
      ...material,
      curve: 'Curve25519',
    }),
    'curve is not read',
  ),
  careless(
    'algorithm-by-its-beginning',
    ['HDT-01'],
    'The beginning of the name is compared.',
    (material) => ({
      ...material,
      cryptoAlg: material.cryptoAlg.slice(0, 4),
    }),
    'only the beginning of cryptoAlg is compared',
  ),
];

const hourMs = 60 * 60 * 1000;

const laterBy = (hours: number) => (material: KeyMaterial) => {
  const expiry = new Date(Date.parse(material.dhPublicKey.expiry) + hours * hourMs).toISOString();
  return { ...material, dhPublicKey: { ...material.dhPublicKey, expiry } };
};

/** Keys that have expired (HDT-02). */
const expiries: Mutant[] = [
  careless(
    'expiry-unread',
    ['HDT-02'],
    'The expiry is not read.',
    laterBy(100 * 365 * 24),
    'the expiry is not read',
  ),
  careless(
    'expiry-in-local-time',
    ['HDT-02'],
    'UTC is read as a local time west of it.',
    laterBy(8),
    'compared in another time zone than UTC',
  ),
  careless(
    'expiry-by-the-month',
    ['HDT-02'],
    'A key is taken for a month after its expiry.',
    laterBy(30 * 24),
    'more than a day after their expiry',
  ),
];

/** Other bytes of the public key or the nonce. */
const asKey = (change: (key: Buffer) => Buffer) => (material: KeyMaterial) => {
  const keyValue = change(Buffer.from(material.dhPublicKey.keyValue, 'base64')).toString('base64');
  return { ...material, dhPublicKey: { ...material.dhPublicKey, keyValue } };
};
const asNonce = (change: (nonce: Buffer) => Buffer) => (material: KeyMaterial) => ({
  ...material,
  nonce: change(Buffer.from(material.nonce, 'base64')).toString('base64'),
});

const filledTo =
  (sizes: readonly number[]) =>
  (bytes: Buffer): Buffer =>
    sizes.includes(bytes.length + 1) ? Buffer.concat([bytes, Buffer.of(0)]) : bytes;
const cutTo =
  (sizes: readonly number[]) =>
  (bytes: Buffer): Buffer =>
    sizes.includes(bytes.length - 1) ? bytes.subarray(0, -1) : bytes;

/** Of a raw X25519 key. */
const [filledKey, cutKey] = [asKey(filledTo([32])), asKey(cutTo([32, 44, 65, 93, 309]))];
const [filledNonce, cutNonce] = [asNonce(filledTo([32])), asNonce(cutTo([32]))];

/** RFC 7748 without the check of its section 6.1. */
const unchecked: TransferChange = {
  sharedSecret: (own, peerKey) => {
    try {
      return rightly.sharedSecret(own, peerKey);
    } catch {
      return own.curve === 'x25519'
        ? Buffer.alloc(32)
        : createHash('sha256').update(own.privateKey).update(peerKey).digest();
    }
  },
};

/** Does not check that a point is on the curve: the arithmetic then gives a meaningless result. */
const anyPoint: TransferChange = {
  ...unchecked,
  readPeer: (material, about) => {
    const { keyValue } = material.dhPublicKey;
    const bytes = Buffer.from(keyValue, 'base64');
    const usual = asKey(() => Buffer.from(Curve25519.BASE.toBytes(false)))(material);
    try {
      return rightly.readPeer(material, about);
    } catch (error) {
      if (![65, 309].includes(bytes.length) || bytes.at(-65) !== 4) throw error;
      const { keyForm } = {
        keyForm: bytes.length === 65 ? 'weierstrass' : 'weierstrass-spki-explicit',
      } as const;
      return { ...rightly.readPeer(usual, about), keyForm, publicKey: bytes.subarray(-65) };
    }
  },
};

/** Keys that cannot be used (HDT-13). */
const keys: Mutant[] = [
  telling(
    brokenHip('low-order-key-accepted', ['HDT-13'], 'The secret of all zeros is taken for one.', unchecked),
    'order of the',
  ),
  brokenHip('point-unchecked', ['HDT-13'], 'The point is not checked against the curve.', anyPoint),
  careless(
    'short-key-filled-up',
    ['HDT-13'],
    'A key that is too short is filled up.',
    filledKey,
    'one that lacks a byte is filled up',
  ),
  careless(
    'long-key-cut',
    ['HDT-13'],
    'A key that is too long is cut.',
    cutKey,
    'the length of the public key is not checked',
  ),
  telling(
    brokenHiu(
      'hiu-low-order-key-accepted',
      ['HDT-13'],
      'The HIU takes the secret of all zeros for one.',
      unchecked,
    ),
    'the order of the public key is not checked: the shared secret is all zeros',
  ),
  telling(
    brokenHiu('hiu-long-key-cut', ['HDT-13'], 'The HIU cuts a key that is too long.', altering(cutKey)),
    'one byte more is cut off',
  ),
];

/** Nonces of another length (HDT-16). */
const nonces: Mutant[] = [
  careless(
    'short-nonce-filled-up',
    ['HDT-16'],
    'A nonce that is too short is filled up.',
    filledNonce,
    'a shorter one is taken',
  ),
  careless(
    'long-nonce-cut',
    ['HDT-16'],
    'A nonce that is too long is cut.',
    cutNonce,
    'a longer one is taken',
  ),
  telling(
    brokenHiu('hiu-short-nonce-filled-up', ['HDT-16'], 'The HIU fills a nonce up.', altering(filledNonce)),
    'the shorter nonce is filled up at its end',
  ),
  telling(
    brokenHiu('hiu-long-nonce-cut', ['HDT-16'], 'The HIU cuts a nonce that is too long.', altering(cutNonce)),
    'the longer nonce is cut at its end',
  ),
];

/** What must be refused, and is not. */
export const acceptanceMutants: readonly Mutant[] = [...requests, ...expiries, ...keys, ...nonces];
