import { randomBytes } from 'node:crypto';
import type { KeyMaterial } from '../adapter/protocol';
import type { CurveForm } from '../contract/readings';
import type { InvalidFact } from '../contract/transfer';
import { invalidVariant } from '../contract/transfer';
import type { NamedKey } from '../crypto/node/transfer';
import {
  codingOf,
  generateKeyPair,
  offCurvePoint,
  smallOrderPublicKeys,
  writePublicKey,
} from '../crypto/node/transfer';
import { curveOfForm, replacePublicKey, replaceNonce } from './material';

/** Invalid key material that differs from valid key material in exactly one property. */
export interface SpoiltKeyMaterial {
  /** The one invalid property and its value, as shown in the recording, such as `expiry: a day ago`. */
  readonly variant: string;
  readonly keyMaterial: KeyMaterial;
  /** Set if the document does not define whether a client must refuse the key material. */
  readonly open?: true;
  /** The invalid key. Set if a client that does not check it can compute a shared secret with it. */
  readonly key?: NamedKey;
}

const variants = (
  fact: InvalidFact,
  list: readonly (readonly [detail: string, keyMaterial: KeyMaterial])[],
): SpoiltKeyMaterial[] =>
  list.map(([detail, keyMaterial]) => ({ variant: invalidVariant(fact, detail), keyMaterial }));

const hourMs = 60 * 60 * 1000;

/**
 * Returns key material that only an HIP must refuse (clause 6.2.1): an unsupported algorithm or curve, or an
 * expired key of the HIU.
 */
export function spoiltRequests(right: KeyMaterial): SpoiltKeyMaterial[] {
  const expired = (agoMs: number): KeyMaterial => ({
    ...right,
    dhPublicKey: { ...right.dhPublicKey, expiry: new Date(Date.now() - agoMs).toISOString() },
  });
  return [
    ...variants('algorithm', [
      ['RSA', { ...right, cryptoAlg: 'RSA' }],
      ['ECDH-NEXT', { ...right, cryptoAlg: 'ECDH-NEXT' }],
    ]),
    ...variants('curve', [
      ['P-256', { ...right, curve: 'P-256' }],
      ['Curve448', { ...right, curve: 'Curve448' }],
    ]),
    ...variants('expiry', [
      ['ten minutes ago', expired(hourMs / 6)],
      // A day is longer than any UTC offset, so even a client that mixes up time zones must see that the key
      // has expired.
      ['a day ago', expired(24 * hourMs)],
      ['a year ago', expired(365 * 24 * hourMs)],
    ]),
  ];
}

/**
 * Returns key material with an empty name of the algorithm or the curve. Clause 6.2.1 requires a client to reject
 * unsupported names, and does not mention missing ones.
 */
export function unnamedRequests(right: KeyMaterial): SpoiltKeyMaterial[] {
  const all = [
    ...variants('algorithm', [['empty', { ...right, cryptoAlg: '' }]]),
    ...variants('curve', [['empty', { ...right, curve: '' }]]),
  ];
  return all.map((each) => ({ ...each, open: true }));
}

/** Returns key material with nonces of 31 and 33 bytes; clause 8 requires 32. */
export function spoiltNonces(right: KeyMaterial): SpoiltKeyMaterial[] {
  const nonces = [randomBytes(31), withOneMoreByte(randomBytes(32))];
  return variants(
    'nonce length',
    nonces.map((nonce) => [`${nonce.length} bytes`, replaceNonce(right, nonce)] as const),
  );
}

/**
 * First bytes that give 33 bytes another meaning: 0 precedes a signed number of 32 bytes, 2 and 3 begin a
 * compressed point, 4 begins an uncompressed point, and 32 is the length of the bytes that follow.
 */
const meaningfulFirstBytes: readonly number[] = [0, 2, 3, 4, 32];

/**
 * Returns a value that is one byte too long. The additional byte is the last one, so that a client that cuts the value
 * uses the right one. If 32 bytes begin with a byte that would give the result another meaning, the additional byte is
 * the first one.
 */
export function withOneMoreByte(right: Buffer): Buffer {
  const isAmbiguous = right.length === 32 && meaningfulFirstBytes.includes(right[0] ?? 0);
  return isAmbiguous ? Buffer.concat([Buffer.of(1), right]) : Buffer.concat([right, Buffer.of(1)]);
}

/**
 * Returns key material with public keys that a client must refuse (RFC 7748, section 6.1). `forms` are all
 * key forms that the client reads: valid keys in these forms are not included.
 */
export function spoiltKeys(
  right: KeyMaterial,
  form: CurveForm,
  forms: readonly CurveForm[],
): SpoiltKeyMaterial[] {
  const bytes = Buffer.from(right.dhPublicKey.keyValue, 'base64');
  const others = variants('bad key', [
    ['cut short by a byte', replacePublicKey(right, bytes.subarray(0, -1))],
    ['a byte too long', replacePublicKey(right, withOneMoreByte(bytes))],
    ['empty', replacePublicKey(right, '')],
    ['no Base64', replacePublicKey(right, '!'.repeat(44))],
    ...otherForms(form, forms).map(([name, key]) => [name, replacePublicKey(right, key)] as const),
  ]);
  return [...uncheckedKeys(right, form), ...others];
}

type Named = readonly [name: string, key: Buffer];

/**
 * Returns key material with public keys that give a client a shared secret unless it checks them. These are
 * points of low order and, for Weierstrass forms, a point off the curve.
 */
export function uncheckedKeys(right: KeyMaterial, form: CurveForm): SpoiltKeyMaterial[] {
  const curve = curveOfForm(form);
  const low = smallOrderPublicKeys(curve).map((key) => ({ ...key, name: `of low order: ${key.name}` }));
  const keys = curve === 'x25519' ? low : [...low, { name: 'off the curve', bytes: offCurvePoint() }];
  return keys.map((key) => {
    const bytes = key.bytes.length === 65 ? codedLike(right, key.bytes) : key.bytes;
    return { variant: invalidVariant('bad key', key.name), keyMaterial: replacePublicKey(right, bytes), key };
  });
}

/**
 * Encodes an invalid point in the same way as a valid key. Otherwise, a client could refuse the point merely
 * because it cannot read the encoding.
 */
export function codedLike({ dhPublicKey }: KeyMaterial, point: Buffer): Buffer {
  const coding = codingOf(Buffer.from(dhPublicKey.keyValue, 'base64'));
  return writePublicKey({ curve: 'weierstrass', publicKey: point }, coding);
}

/**
 * Returns valid keys in forms that the client does not read. Compressed points are not included, because a
 * client may accept them.
 */
function otherForms(form: CurveForm, forms: readonly CurveForm[]): Named[] {
  if (form === 'x25519')
    return forms.some((each) => each !== 'x25519')
      ? []
      : [['a Weierstrass point', generateKeyPair('weierstrass').publicKey]];
  if (forms.includes('x25519')) return [];
  const raw = generateKeyPair('x25519');
  return [
    ['the 32 bytes of an X25519 key', raw.publicKey],
    ['an RFC 8410 key', writePublicKey(raw, 'x25519-spki')],
  ];
}

/** Position of the byte in which a bit is flipped. */
export type BitPlace = 'first' | 'middle' | 'last';

/**
 * Returns a copy with one bit of one byte flipped. Flips the lowest bit, because clients ignore the highest
 * bit of an X25519 key (RFC 7748, section 5).
 */
export function flipped(bytes: Buffer, place: BitPlace): Buffer {
  const changed = Buffer.from(bytes);
  const index = { first: 0, middle: Math.floor(bytes.length / 2), last: bytes.length - 1 }[place];
  changed.writeUInt8((bytes[index] ?? 0) ^ 1, index);
  return changed;
}

export const places: readonly BitPlace[] = ['first', 'middle', 'last'];
