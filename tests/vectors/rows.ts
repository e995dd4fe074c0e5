import type { Pickle } from '@cucumber/messages';
import { bytesOf } from '../../support/vectors/bytes';

/** What a scenario of known answers says of one case: what goes in or comes out, and whether it is refused. */
export interface Row {
  readonly location: string;
  readonly file: string;
  readonly id: string;
  readonly inputs: readonly (readonly [word: string, cell: string])[];
  readonly outputs: readonly (readonly [word: string, cell: string])[];
  readonly beginnings: readonly (readonly [word: string, cell: string])[];
  readonly says: readonly string[];
  readonly result: 'valid' | 'invalid';
}

const about = /^the known answer "(.+)" of "(.+)"$/;

/** Reads the scenarios by their texts alone, apart from the steps; those about whole files are none. */
export function rowOf({ uri, location, steps }: Pickle): Row | undefined {
  const texts = steps.map(({ text }) => text);
  const [, id, file] = about.exec(texts[0] ?? '') ?? [];
  if (id === undefined || file === undefined) return undefined;
  const given = texts.slice(
    0,
    texts.findIndex((text) => text.startsWith('every implementation ')),
  );
  const found = (pattern: RegExp, within = texts): (readonly [string, string])[] =>
    within.flatMap((text) => {
      const [, first, second] = pattern.exec(text) ?? [];
      return first === undefined ? [] : [[first, second ?? ''] as const];
    });
  return {
    location: `${uri}:${location?.line ?? 0}`,
    file,
    id,
    inputs: found(/^the ([A-Za-z0-9 -]+) "([^"]*)"$/s, given),
    outputs: found(/^the (.+) (?:is|are) ["'](.*)["']$/s),
    beginnings: found(/^the (.+) begins with "(.*)"$/),
    says: found(/^its JWT says '(.*)'$/).map(([what]) => what),
    result: texts.includes('it is refused') ? 'invalid' : 'valid',
  };
}

/** Where the words of the features stand in a case, written down once more: the steps have a list of their own. */
export const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'nonces.json': { 'HIP nonce': 'hipNonce', 'HIU nonce': 'hiuNonce', salt: 'salt', IV: 'iv' },
  'hkdf.json': { secret: 'ikm', salt: 'salt', info: 'info', 'AES key': 'okm', 'HKDF output': 'okm' },
  'x25519.json': { 'private key': 'privateKey', 'public key': 'publicKey', 'shared secret': 'sharedSecret' },
  'weierstrass.json': {
    'private key': 'privateKey',
    'public key': 'publicKey',
    'shared secret': 'sharedSecret',
  },
  'field-encryption.json': {
    value: 'plaintext',
    seed: 'seed',
    plaintext: 'plaintext',
    ciphertext: 'ciphertext',
  },
  'transfer-x25519.json': { bundle: 'bundle', content: 'content' },
  'transfer-weierstrass.json': { bundle: 'bundle' },
  'base64.json': { 'Base64 text': 'text', bytes: 'decoded' },
  'uuids.json': { 'REQUEST-ID': 'text' },
  'timestamps.json': { TIMESTAMP: 'text' },
};

const asText = ['text', 'plaintext', 'ciphertext', 'bundle', 'content'];

/** A cell in the coding of the file. */
export function inFile(file: string, member: string, cell: string): string {
  if (asText.includes(member)) return cell;
  return bytesOf(cell).toString(file === 'weierstrass.json' ? 'base64' : 'hex');
}
