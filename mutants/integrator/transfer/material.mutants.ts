import type { KeyMaterial } from '../../../support/adapter/protocol';
import type { ObligationId } from '../../../support/obligations';
import type { Mutant } from '../../mutant';
import { brokenHip } from './sides';

type Members = Readonly<Record<string, unknown>>;

/** An HIP whose key material is written otherwise, behind a transfer that is right. */
function sending(
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  edit: (keyMaterial: KeyMaterial) => object,
): Mutant {
  return brokenHip(name, breaks, story, {
    send: ({ keyMaterial, content }) => ({ keyMaterial: edit(keyMaterial as KeyMaterial), content }),
  });
}

const misshapen = (name: string, story: string, edit: (keyMaterial: KeyMaterial) => object): Mutant =>
  sending(name, ['HDT-09'], story, edit);

const member = (name: string, story: string, members: Members): Mutant =>
  misshapen(name, story, (keyMaterial) => ({ ...keyMaterial, ...members }));

/** A change of what stands beside the public key. */
const ofKey = (name: string, story: string, edit: (key: KeyMaterial['dhPublicKey']) => object): Mutant =>
  misshapen(name, story, (keyMaterial) => ({ ...keyMaterial, dhPublicKey: edit(keyMaterial.dhPublicKey) }));

const without = (members: object, name: string): object =>
  Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));

/** Members that are left out, misspelt, or have another value (HDT-09). */
const members: Mutant[] = [
  member('material-algorithm-x25519', 'The algorithm is given the name of the library.', {
    cryptoAlg: 'X25519',
  }),
  member('material-algorithm-lowercase', 'The algorithm is written in small letters.', { cryptoAlg: 'ecdh' }),
  member('material-curve-lowercase', 'The curve is written in small letters.', { curve: 'curve25519' }),
  member('material-curve-x25519', 'The curve is called by its function.', { curve: 'X25519' }),
  misshapen('material-without-algorithm', 'The algorithm goes without saying.', (material) =>
    without(material, 'cryptoAlg'),
  ),
  misshapen('material-without-curve', 'The curve goes without saying.', (material) =>
    without(material, 'curve'),
  ),
  misshapen('material-without-nonce', 'The nonce is thought to be secret.', (material) =>
    without(material, 'nonce'),
  ),
  misshapen('material-nonce-misspelt', 'The nonce is called rand.', ({ nonce, ...rest }) => ({
    ...rest,
    rand: nonce,
  })),
  misshapen('material-flat', 'The public key is a text and not an object.', (material) => ({
    ...material,
    dhPublicKey: material.dhPublicKey.keyValue,
  })),
  ofKey('material-key-value-misspelt', 'keyValue is written in small letters.', ({ keyValue, ...rest }) => ({
    ...rest,
    keyvalue: keyValue,
  })),
  ofKey('material-without-parameters', 'The parameters say nothing new.', (key) =>
    without(key, 'parameters'),
  ),
  ofKey('material-with-empty-parameters', 'The parameters are left empty.', (key) => ({
    ...key,
    parameters: '',
  })),
  ofKey('material-without-expiry', 'The key is thought to live for ever.', (key) => without(key, 'expiry')),
];

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');

const key = (name: string, story: string, write: (key: Buffer) => string): Mutant =>
  ofKey(name, story, (own) => ({ ...own, keyValue: write(bytes(own.keyValue)) }));

const nonce = (name: string, story: string, write: (nonce: Buffer) => string): Mutant =>
  misshapen(name, story, (material) => ({ ...material, nonce: write(bytes(material.nonce)) }));

/** Keys and nonces in another encoding (HDT-09). */
const encodings: Mutant[] = [
  key('key-value-in-base64url', 'The alphabet is that of URLs.', (own) => own.toString('base64url')),
  key('key-value-in-hex', 'The key is written in hexadecimal.', (own) => own.toString('hex')),
  key('key-value-wrapped', 'A MIME encoder breaks lines.', (own) =>
    own.toString('base64').replace(/.{40}(?=.)/g, '$&\r\n'),
  ),
  key('key-value-as-pem', 'The key is written as PEM.', (own) =>
    ['-----BEGIN PUBLIC KEY-----', own.toString('base64'), '-----END PUBLIC KEY-----', ''].join('\n'),
  ),
  key('key-value-with-length', 'The length stands before the key.', (own) =>
    Buffer.concat([Buffer.of(own.length), own]).toString('base64'),
  ),
  nonce('nonce-in-base64url', 'The alphabet is that of URLs.', (own) => own.toString('base64url')),
  // In hexadecimal it is Base64 as well, of 48 bytes.
  sending('nonce-in-hex', ['HDT-04', 'HDT-09'], 'The nonce is written in hexadecimal.', (material) => ({
    ...material,
    nonce: bytes(material.nonce).toString('hex'),
  })),
  nonce('nonce-unpadded', 'The encoder leaves padding out.', (own) =>
    own.toString('base64').replace('=', ''),
  ),
];

const lives = 30 * 60 * 1000;
const inHalfAnHour = (): Date => new Date(Date.now() + lives);
const iso = (time: Date): string => time.toISOString();
const inKolkata = 330 * 60 * 1000;

const expiring = (
  name: string,
  breaks: readonly ObligationId[],
  story: string,
  expiry: () => unknown,
): Mutant =>
  sending(name, breaks, story, (material) => ({
    ...material,
    dhPublicKey: { ...material.dhPublicKey, expiry: expiry() },
  }));

const unreadable = (name: string, story: string, expiry: () => unknown): Mutant =>
  expiring(name, ['HDT-09'], story, expiry);

/** An expiry that is no timestamp in UTC (HDT-09), or has passed (HDT-15). */
const expiries: Mutant[] = [
  unreadable('expiry-with-offset', 'The expiry has the offset of the place.', () =>
    iso(new Date(inHalfAnHour().getTime() + inKolkata)).replace('Z', '+05:30'),
  ),
  unreadable('expiry-without-zone', 'The expiry is written in local time.', () =>
    iso(new Date(inHalfAnHour().getTime() + inKolkata)).replace('Z', ''),
  ),
  unreadable('expiry-in-seconds', 'The expiry is a number of seconds.', () =>
    Math.floor(inHalfAnHour().getTime() / 1000),
  ),
  unreadable('expiry-in-seconds-as-text', 'The expiry is a number of seconds, as a text.', () =>
    String(Math.floor(inHalfAnHour().getTime() / 1000)),
  ),
  unreadable('expiry-as-http-date', 'The expiry is a date of HTTP.', () => inHalfAnHour().toUTCString()),
  unreadable('expiry-as-day', 'The expiry is a day.', () => '2099-12-31'),
  unreadable(
    'expiry-on-30-february',
    'The expiry is put together by hand.',
    () => '2099-02-30T12:00:00.000Z',
  ),
  unreadable('expiry-null', 'The expiry is null.', () => null),
  expiring('expiry-now', ['HDT-15'], 'The moment of making is written as expiry.', () => iso(new Date())),
  expiring('expiry-local-marked-utc', ['HDT-15'], 'Local time west of Greenwich is marked with Z.', () =>
    iso(new Date(inHalfAnHour().getTime() - 5 * 60 * 60 * 1000)),
  ),
  expiring(
    'expiry-fixed',
    ['HDT-15'],
    'The expiry is copied from an example.',
    () => '2022-02-28T00:00:00.000Z',
  ),
];

/** Mistakes in the key material that is sent. */
export const keyMaterialMutants: readonly Mutant[] = [...members, ...encodings, ...expiries];
