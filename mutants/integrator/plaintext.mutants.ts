import { pki } from 'node-forge';
import { conformingSeams } from '../../support/client/integrator';
import type { BodyComposer } from '../../support/client/integrator/field-sealer';
import type { Mutant } from '../mutant';
import { cipherWithEncrypt, encryptingBytes } from './ciphers';
import type { IntegratorSeamsChange } from './stage';
import { brokenIntegrator } from './specimens';

function joining(name: string, story: string, change: Partial<BodyComposer>): Mutant {
  return brokenIntegrator(name, ['ENC-06'], story, { bodies: { ...conformingSeams.bodies, ...change } });
}

/** Several values in one plaintext (ENC-06). */
const joined: Mutant[] = [
  joining('otp-and-txn-id-joined', 'OTP and transaction are joined before encryption.', {
    otp: async ({ otp, txnId }, seal) => ({ otp: await seal(`${otp}:${txnId}`), txnId }),
  }),
  joining('whole-body-encrypted', 'The whole request is encrypted as one JSON text.', {
    otp: async (given, seal) => ({ otp: await seal(JSON.stringify(given)), txnId: given.txnId }),
  }),
  joining('fields-encrypted-at-once', 'Two fields share one plaintext.', {
    fields: async (fields, seal) => {
      const [first, second] = fields;
      const own = async ({ name, value, encrypted }: (typeof fields)[number]) =>
        [name, encrypted ? await seal(value) : value] as const;
      const body = Object.fromEntries(await Promise.all(fields.map(own)));
      if (first?.encrypted !== true || second?.encrypted !== true) return body;
      const both = await seal(`${first.value}|${second.value}`);
      return { ...body, [first.name]: both, [second.name]: both };
    },
  }),
];

function changing(name: string, story: string, told: string, seams: IntegratorSeamsChange): Mutant {
  return { ...brokenIntegrator(name, ['ENC-07'], story, seams), diagnosis: { 'ENC-07': told } };
}

const asText = (change: (value: string) => string) =>
  cipherWithEncrypt((own) => (pem, value, scheme) => own(pem, change(value), scheme));

/** What stands for a value (ENC-07). */
const changed: Mutant[] = [
  changing(
    'value-in-quotes',
    'The value is written as JSON before it is encrypted.',
    'the value is written as JSON before it is encrypted',
    asText((value) => JSON.stringify(value)),
  ),
  changing(
    'value-in-wrapper',
    'The value is wrapped in an object.',
    'the value is wrapped into other text',
    asText((value) => JSON.stringify({ value })),
  ),
  changing(
    'value-with-newline',
    'The value is piped through a command.',
    'the value is not trimmed',
    asText((value) => `${value}\n`),
  ),
  changing(
    'digits-with-newline',
    'Numbers are read from a file, line by line.',
    'the value is not trimmed',
    asText((value) => (/^\d+$/.test(value) ? `${value}\n` : value)),
  ),
  changing(
    'value-in-base64-first',
    'The value is encoded before it is encrypted.',
    'the value is encoded or escaped before it is encrypted',
    asText((value) => Buffer.from(value).toString('base64')),
  ),
  changing(
    'value-decomposed',
    'Values are brought into another normal form.',
    'the letters are normalised',
    asText((value) => value.normalize('NFD')),
  ),
  changing(
    'value-in-utf-16',
    'The bytes are those of the text in memory.',
    'the text is encrypted in UTF-16',
    encryptingBytes((value) => Buffer.from(value.slice(0, 100), 'utf16le')),
  ),
];

const isLatin1 = (value: string): boolean => /^[\0-\xff]*$/.test(value);

/** Letters that are not ASCII, in another character set (ENC-07). */
const lettered: Mutant[] = [
  changing(
    'value-in-latin-1',
    'The bytes are those of a binary string.',
    'name UTF-8 where the text is turned into bytes',
    encryptingBytes((value) => Buffer.from(value, 'latin1')),
  ),
  changing(
    'latin-1-letters-in-latin-1',
    'The platform takes ISO 8859-1 for what fits into it.',
    'the text is encrypted in ISO 8859-1',
    encryptingBytes((value) => Buffer.from(value, isLatin1(value) ? 'latin1' : 'utf8')),
  ),
  changing(
    'letters-beyond-latin-1-lost',
    'A database of one byte a letter has kept the names.',
    'a charset that lacks the letters drops them, or writes ? for them',
    asText((value) => value.replace(/[^\0-\xff]/gu, '?')),
  ),
  changing(
    'utf-8-twice',
    'UTF-8 is taken for ISO 8859-1, and encoded again.',
    'the bytes of UTF-8 were taken for text, and encoded once more',
    asText((value) => Buffer.from(value).toString('latin1')),
  ),
  changing(
    'forge-without-utf-8',
    'node-forge is given the text where it wants a binary string.',
    'name UTF-8 where the text is turned into bytes',
    cipherWithEncrypt(
      (own) => (pem, value, scheme) =>
        scheme === 'oaep-sha1' ? forgeAsItIs(pem, value) : own(pem, value, scheme),
    ),
  ),
  changing(
    'letters-beyond-latin-1-throw',
    'btoa throws on what it cannot write.',
    'the library throws on letters',
    cipherWithEncrypt((own) => (pem, value, scheme) => {
      btoa(value);
      return own(pem, value, scheme);
    }),
  ),
];

function forgeAsItIs(pem: string, value: string): Buffer {
  return Buffer.from(pki.publicKeyFromPem(pem).encrypt(value, 'RSA-OAEP'), 'binary');
}

/** One ciphertext twice (ENC-08). */
const repeated: Mutant[] = [
  brokenIntegrator('ciphertext-cached', ['ENC-08'], 'Ciphertexts are cached by value.', () => {
    const kept = new Map<string, Buffer>();
    return cipherWithEncrypt((own) => (pem, value, scheme) => {
      const key = [pem, value, scheme].join('\n');
      const ciphertext = kept.get(key) ?? own(pem, value, scheme);
      kept.set(key, ciphertext);
      return ciphertext;
    });
  }),
];

const { cipher } = conformingSeams;
/** Whatever its length, a value is not refused. */
const unlimited = { limit: () => Number.POSITIVE_INFINITY };
const cut = (value: string): string => Buffer.from(value).subarray(0, 214).toString();

/** Values that are too long (ENC-14). */
const oversized: Mutant[] = [
  brokenIntegrator('long-value-cut', ['ENC-14'], 'A value is cut to what fits.', {
    cipher: { ...unlimited, encrypt: (pem, value, scheme) => cipher.encrypt(pem, cut(value), scheme) },
  }),
  brokenIntegrator('long-value-split', ['ENC-14'], 'A value is split over several ciphertexts.', {
    cipher: {
      ...unlimited,
      encrypt: (pem, value, scheme) =>
        Buffer.concat((value.match(/[^]{1,200}/gu) ?? []).map((part) => cipher.encrypt(pem, part, scheme))),
    },
  }),
  brokenIntegrator('long-value-by-pkcs1', ['ENC-14'], 'What does not fit is padded by PKCS#1 v1.5.', {
    cipher: {
      ...unlimited,
      encrypt: (pem, value, scheme) =>
        cipher.encrypt(pem, value, Buffer.byteLength(value) > 214 ? 'pkcs1-v1.5' : scheme),
    },
  }),
];

/** Mistakes in what is encrypted. */
export const plaintextMutants: readonly Mutant[] = [
  ...joined,
  ...changed,
  ...lettered,
  ...repeated,
  ...oversized,
];
