import type { KeyMaterial } from '../../../support/adapter/protocol';
import type { KeyForm } from '../../../support/contract/transfer';
import { Curve25519 } from '../../../support/crypto/noble/weierstrass';
import type { HarmlessSubject } from '../../mutant';
import { harmlessIntegrator } from '../specimens';
import { startTransferHandlers, startTransferSides, rightly } from './sides';
import type { TransferSides, TransferChange } from './sides';

const differing = (name: string, story: string, sides: TransferSides): HarmlessSubject =>
  harmlessIntegrator(name, story, { start: startTransferSides(sides) });

/** Key material that both sides write otherwise. */
const writing = (name: string, story: string, write: (material: KeyMaterial) => object): HarmlessSubject => {
  const change: TransferChange = {
    compose: (own, nonce, about) => write(rightly.compose(own, nonce, about) as KeyMaterial),
  };
  return differing(name, story, { hip: change, hiu: change });
};

const keyForms = (name: string, story: string, forms: Partial<Record<KeyForm, KeyForm>>): HarmlessSubject => {
  const compose: TransferChange = {
    compose: (own, nonce, { keyForm, now }) =>
      rightly.compose(own, nonce, { keyForm: forms[keyForm] ?? keyForm, now }),
  };
  return differing(name, story, { hip: compose, hiu: compose });
};

/** Weierstrass points without Y, as libraries write them on request; and such are read. */
const compressed: TransferChange = {
  compose: (own, nonce, about) => {
    const written = rightly.compose(own, nonce, about) as KeyMaterial;
    if (own.curve === 'x25519') return written;
    const point = Buffer.from(Curve25519.fromBytes(own.publicKey).toBytes(true));
    return { ...written, dhPublicKey: { ...written.dhPublicKey, keyValue: point.toString('base64') } };
  },
  readPeer: (material, about) => {
    const key = Buffer.from(material.dhPublicKey.keyValue, 'base64');
    if (key.length !== 33) return rightly.readPeer(material, about);
    const keyValue = Buffer.from(Curve25519.fromBytes(key).toBytes(false)).toString('base64');
    return rightly.readPeer({ ...material, dhPublicKey: { ...material.dhPublicKey, keyValue } }, about);
  },
};

const expiring = (name: string, story: string, write: () => string): HarmlessSubject =>
  writing(name, story, (material) => ({
    ...material,
    dhPublicKey: { ...material.dhPublicKey, expiry: write() },
  }));

/** An HIU that names algorithm and curve in another way; the document shows only the names that an HIP sends. */
const requesting = (
  name: string,
  story: string,
  names: { readonly cryptoAlg?: string; readonly curve?: string },
): HarmlessSubject =>
  harmlessIntegrator(name, story, {
    start: startTransferHandlers((own) => ({
      'transfer.open': async (params) => {
        const { transferId, keyMaterial } = await own['transfer.open'](params);
        return { transferId, keyMaterial: { ...keyMaterial, ...names } };
      },
    })),
  });

const inAnHour = (): string => new Date(Date.now() + 60 * 60 * 1000).toISOString();

/** Key material that differs, and breaks nothing. */
export const harmlessMaterials: readonly HarmlessSubject[] = [
  writing('material-with-extra-members', 'The key material has members of its own.', (material) => ({
    ...material,
    version: '1.1',
    dhPublicKey: { ...material.dhPublicKey, keyId: 'a1' },
  })),
  writing('material-in-another-order', 'The members stand the other way round.', (material) => {
    const turned = (members: object): object => Object.fromEntries(Object.entries(members).reverse());
    return turned({ ...material, dhPublicKey: turned(material.dhPublicKey) });
  }),
  writing('parameters-in-other-words', 'The parameters are described in other words.', (material) => ({
    ...material,
    dhPublicKey: { ...material.dhPublicKey, parameters: 'Curve25519 with a random key of 32 bytes' },
  })),
  keyForms('spki-for-points', 'A point is answered by an SPKI.', {
    x25519: 'x25519-spki',
    weierstrass: 'weierstrass-spki-explicit',
  }),
  keyForms('named-curve-for-points', 'A point is answered by an SPKI that names the curve.', {
    weierstrass: 'weierstrass-spki-named',
    'weierstrass-spki-explicit': 'weierstrass-spki-named',
  }),
  keyForms('points-for-spki', 'An SPKI is answered by a point.', {
    'weierstrass-spki-explicit': 'weierstrass',
    'weierstrass-spki-named': 'weierstrass',
  }),
  differing('points-compressed', 'Points are written in their compressed form, and read in it.', {
    hip: compressed,
    hiu: compressed,
  }),
  expiring('expiry-in-2099', 'The key expires in many years.', () => '2099-12-31T23:59:59.000Z'),
  expiring('expiry-without-milliseconds', 'The expiry has no milliseconds.', () =>
    inAnHour().replace(/\.\d+/, ''),
  ),
  expiring('expiry-with-offset-zero', 'The library writes UTC as an offset.', () =>
    inAnHour().replace('Z', '+00:00'),
  ),
  expiring('expiry-with-offset-without-colon', 'The offset of zero has no colon.', () =>
    inAnHour().replace('Z', '+0000'),
  ),
  expiring('expiry-in-basic-format', 'The expiry has no hyphens and no colons.', () =>
    inAnHour().replace(/[-:]|\.\d+/g, ''),
  ),
  expiring('expiry-without-seconds', 'The expiry is given to the minute.', () =>
    inAnHour().replace(/:\d\d\.\d+/, ''),
  ),
  expiring('expiry-with-decimal-comma', 'A comma precedes the fraction.', () => inAnHour().replace('.', ',')),
  expiring('expiry-with-microseconds', 'The expiry has microseconds.', () => inAnHour().replace('Z', '000Z')),
  requesting('request-with-curve-in-small-letters', 'An HIU writes the names in small letters.', {
    cryptoAlg: 'ecdh',
    curve: 'curve25519',
  }),
  requesting('request-with-names-of-rfc-7748', 'An HIU names the function of RFC 7748.', {
    cryptoAlg: 'X25519',
    curve: 'X25519',
  }),
  requesting('request-with-unknown-names', 'An HIU has names of its own for the scheme.', {
    cryptoAlg: 'ECDH-25519-HKDF',
    curve: 'EC 25519',
  }),
];
