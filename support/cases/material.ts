import { randomBytes } from 'node:crypto';
import type { KeyMaterial } from '../adapter/protocol';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import type { KeyForm } from '../contract/transfer';
import type { Curve, KeyPair } from '../crypto/node/transfer';
import { generateKeyPair, keyPairFrom, writePublicKey } from '../crypto/node/transfer';
import type { TestData } from './test-data';

/** The suite's key pair and nonce for one side of a transfer. */
export interface KeyAndNonce {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
}

export function createRandomParty(form: CurveForm): KeyAndNonce {
  return { own: generateKeyPair(curveOfForm(form)), ownNonce: randomBytes(constants.nonceBytes) };
}

/**
 * Parity of a private key on the Weierstrass curve. An `even` key is never a multiple of four: it multiplies
 * points of order 2 to infinity, but not points of order 4 or 8.
 */
export type Parity = 'odd' | 'even';

/**
 * Derives a key pair from the test data and `purpose`. If the test data has a seed, the key pair is the same
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
  // Clear the top four bits, so that the key is below 2^252 and therefore below the group order. For X25519,
  // any 32 bytes are a valid private key.
  if (curve === 'weierstrass') privateKey.writeUInt8((privateKey[0] ?? 0) & 0x0f);
  if (parity !== undefined)
    privateKey.writeUInt8(((privateKey[31] ?? 0) & ~3) | (parity === 'odd' ? 1 : 2), 31);
  return { own: keyPairFrom(curve, privateKey), ownNonce: randomBytes(constants.nonceBytes) };
}

export function curveOfForm(form: CurveForm): Curve {
  return form === 'x25519' ? 'x25519' : 'weierstrass';
}

/**
 * Returns the encoding to use next for a key form. `weierstrass-spki` alternates between two encodings,
 * because a client must read both.
 */
export function keyFormOf(form: CurveForm, data: TestData): KeyForm {
  if (form !== 'weierstrass-spki') return form;
  return data.turn('key form') % 2 === 0 ? 'weierstrass-spki-explicit' : 'weierstrass-spki-named';
}

/** Returns the encoding for a key form. Unlike {@link keyFormOf}, always returns the same one. */
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

/** Builds a party's key material, with its public key in the given form. */
export function keyMaterialOfParty(
  { own, ownNonce }: KeyAndNonce,
  form: CurveForm,
  data: TestData,
): KeyMaterial {
  const keyValue = writePublicKey(own, keyFormOf(form, data)).toString('base64');
  return buildKeyMaterial(keyValue, ownNonce.toString('base64'));
}

/**
 * Returns a copy with another public key. Encodes bytes as Base64, but uses a string unchanged, even if it is
 * not valid Base64.
 */
export function replacePublicKey(material: KeyMaterial, keyValue: Buffer | string): KeyMaterial {
  const text = typeof keyValue === 'string' ? keyValue : keyValue.toString('base64');
  return { ...material, dhPublicKey: { ...material.dhPublicKey, keyValue: text } };
}

export function replaceNonce(material: KeyMaterial, nonce: Buffer): KeyMaterial {
  return { ...material, nonce: nonce.toString('base64') };
}
