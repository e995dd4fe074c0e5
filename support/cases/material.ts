import { randomBytes } from 'node:crypto';
import type { KeyMaterial } from '../adapter/protocol';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import type { KeyForm } from '../contract/transfer';
import type { Curve, KeyPair } from '../crypto/node/transfer';
import { generateKeyPair, keyPairFrom, writePublicKey } from '../crypto/node/transfer';
import type { TestData } from './test-data';

/** A key pair and a nonce of the suite, for one side of a transfer. */
export interface KeyAndNonce {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
}

export function createRandomParty(form: CurveForm): KeyAndNonce {
  return { own: generateKeyPair(curveOfForm(form)), ownNonce: randomBytes(constants.nonceBytes) };
}

/**
 * Parity of a private key on the Weierstrass curve. Keys made as `even` are never multiples of four: they
 * multiply points of order 2 to infinity, but not points of order 4 or 8.
 */
export type Parity = 'odd' | 'even';

/**
 * Creates a key pair from the test data and the purpose. If the test data have a seed, the key pair is equal
 * in every run. The nonce is always random.
 */
export function createSeededParty(
  form: CurveForm,
  data: TestData,
  purpose: string,
  parity?: Parity,
): KeyAndNonce {
  const curve = curveOfForm(form);
  const privateKey = data.bytes(`${purpose} on ${curve}`, 32);
  // Clear the top four bits: the key is then below 2^252, and so below the group order. An X25519 key may be
  // any 32 bytes.
  if (curve === 'weierstrass') privateKey.writeUInt8((privateKey[0] ?? 0) & 0x0f);
  if (parity !== undefined)
    privateKey.writeUInt8(((privateKey[31] ?? 0) & ~3) | (parity === 'odd' ? 1 : 2), 31);
  return { own: keyPairFrom(curve, privateKey), ownNonce: randomBytes(constants.nonceBytes) };
}

export function curveOfForm(form: CurveForm): Curve {
  return form === 'x25519' ? 'x25519' : 'weierstrass';
}

/**
 * Returns the next encoding for a key form. `weierstrass-spki` alternates between two encodings, because a
 * client must read both.
 */
export function keyFormOf(form: CurveForm, data: TestData): KeyForm {
  if (form !== 'weierstrass-spki') return form;
  return data.turn('key form') % 2 === 0 ? 'weierstrass-spki-explicit' : 'weierstrass-spki-named';
}

/** Returns one fixed encoding for a key form. */
export function oneKeyForm(form: CurveForm): KeyForm {
  return form === 'weierstrass-spki' ? 'weierstrass-spki-explicit' : form;
}

const lifetimeMs = 24 * 60 * 60 * 1000;

/** Builds key material with the members that clause 2.6 documents. Both arguments are Base64. */
export function buildKeyMaterial(keyValue: string, nonce: string): KeyMaterial {
  return {
    cryptoAlg: constants.cryptoAlg,
    curve: constants.curve,
    dhPublicKey: {
      expiry: new Date(Date.now() + lifetimeMs).toISOString(),
      parameters: 'Curve25519 with a 32-byte random key',
      keyValue,
    },
    nonce,
  };
}

/** Builds the key material of a party, with its public key in the given form. */
export function keyMaterialOfParty(
  { own, ownNonce }: KeyAndNonce,
  form: CurveForm,
  data: TestData,
): KeyMaterial {
  const keyValue = writePublicKey(own, keyFormOf(form, data)).toString('base64');
  return buildKeyMaterial(keyValue, ownNonce.toString('base64'));
}

/**
 * Replaces the public key. Encodes bytes as Base64. Writes a string unchanged, even if it is not valid
 * Base64.
 */
export function replacePublicKey(material: KeyMaterial, keyValue: Buffer | string): KeyMaterial {
  const text = typeof keyValue === 'string' ? keyValue : keyValue.toString('base64');
  return { ...material, dhPublicKey: { ...material.dhPublicKey, keyValue: text } };
}

export function replaceNonce(material: KeyMaterial, nonce: Buffer): KeyMaterial {
  return { ...material, nonce: nonce.toString('base64') };
}
