import { randomBytes } from 'node:crypto';
import type { KeyMaterial } from '../adapter/protocol';
import { constants } from '../contract/constants';
import type { CurveForm } from '../contract/readings';
import type { KeyForm } from '../contract/transfer';
import type { Curve, KeyPair } from '../crypto/node/transfer';
import { generateKeyPair, keyPairFrom, writePublicKey } from '../crypto/node/transfer';
import type { MadeUp } from './made-up';

/** A key pair and a nonce of the suite's own. */
export interface Party {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
}

export function newParty(form: CurveForm): Party {
  return { own: generateKeyPair(curveOf(form)), ownNonce: randomBytes(constants.nonceBytes) };
}

/** Of a private key on Weierstrass. An even one is no multiple of four. */
export type Parity = 'odd' | 'even';

/** The same with a key pair that follows from the seed of the run, where it has one, and from what it is for. */
export function madeUpParty(form: CurveForm, data: MadeUp, purpose: string, parity?: Parity): Party {
  const curve = curveOf(form);
  const privateKey = data.bytes(`${purpose} on ${curve}`, 32);
  // Below 2^252, and so below the order; an X25519 key may be any 32 bytes.
  if (curve === 'weierstrass') privateKey.writeUInt8((privateKey[0] ?? 0) & 0x0f);
  if (parity !== undefined)
    privateKey.writeUInt8(((privateKey[31] ?? 0) & ~3) | (parity === 'odd' ? 1 : 2), 31);
  return { own: keyPairFrom(curve, privateKey), ownNonce: randomBytes(constants.nonceBytes) };
}

export function curveOf(form: CurveForm): Curve {
  return form === 'x25519' ? 'x25519' : 'weierstrass';
}

/** Where a form has two codings, they take turns: an HIP or HIU has to read both. */
export function keyFormOf(form: CurveForm, data: MadeUp): KeyForm {
  if (form !== 'weierstrass-spki') return form;
  return data.turn('key form') % 2 === 0 ? 'weierstrass-spki-explicit' : 'weierstrass-spki-named';
}

/** The coding of a form, where one is enough. */
export function oneKeyForm(form: CurveForm): KeyForm {
  return form === 'weierstrass-spki' ? 'weierstrass-spki-explicit' : form;
}

/** How long the keys of the suite serve, in milliseconds. */
const lifetimeMs = 24 * 60 * 60 * 1000;

/** Key material in the shape of clause 2.6; both texts are Base64. */
export function materialOf(keyValue: string, nonce: string): KeyMaterial {
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

/** That of a party of the suite's own, in that form. */
export function materialOfParty({ own, ownNonce }: Party, form: CurveForm, data: MadeUp): KeyMaterial {
  const keyValue = writePublicKey(own, keyFormOf(form, data)).toString('base64');
  return materialOf(keyValue, ownNonce.toString('base64'));
}

/** The same with another public key. */
export function withKey(material: KeyMaterial, keyValue: Buffer | string): KeyMaterial {
  const text = typeof keyValue === 'string' ? keyValue : keyValue.toString('base64');
  return { ...material, dhPublicKey: { ...material.dhPublicKey, keyValue: text } };
}

/** The same with another nonce. */
export function withNonce(material: KeyMaterial, nonce: Buffer): KeyMaterial {
  return { ...material, nonce: nonce.toString('base64') };
}
