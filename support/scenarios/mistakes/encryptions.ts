import { constants, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import { encryptField, encryptUnderOtherMask } from '../../crypto/forge/field-encryption';
import type { FieldKeys } from './field-keys';

/** What a client makes of a value in place of the Base64 of its ciphertext, by the words of the features. */
export type EncryptFieldValue = (value: string, keys: FieldKeys) => unknown;

const oaep = (bytes: Buffer, { publicKey }: FieldKeys, hash = 'sha1', label?: Buffer): Buffer =>
  publicEncrypt(
    {
      key: publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: hash,
      ...(label && { oaepLabel: label }),
    },
    bytes,
  );

/** As clause 6.3.2 says. */
export const encryptCorrectly = (value: string, keys: FieldKeys): string =>
  oaep(Buffer.from(value), keys).toString('base64');

const written =
  (write: (ciphertext: Buffer) => unknown): EncryptFieldValue =>
  (value, keys) =>
    write(oaep(Buffer.from(value), keys));

const base64 = (bytes: Buffer): string => bytes.toString('base64');

export const writings: Readonly<Record<string, EncryptFieldValue>> = {
  'and written in hexadecimal': written((bytes) => bytes.toString('hex')),
  'and written in base64url': written((bytes) => bytes.toString('base64url')),
  'and written without the padding of Base64': written((bytes) => base64(bytes).replace(/=+$/, '')),
  'and written in lines of 76 characters': written((bytes) => base64(bytes).replace(/.{76}/g, '$&\r\n')),
  'and followed by a line break': written((bytes) => `${base64(bytes)}\n`),
  'and encoded in Base64 twice': written((bytes) => base64(Buffer.from(base64(bytes)))),
  'and written as a data URL': written((bytes) => `data:application/octet-stream;base64,${base64(bytes)}`),
  'and percent-encoded': written((bytes) => encodeURIComponent(base64(bytes))),
  'and written with additional quotes': written((bytes) => JSON.stringify(base64(bytes))),
  'and written as a list of bytes': written((bytes) => [...bytes]),
  'and written as a Buffer in JSON': written((bytes) => bytes.toJSON()),
  'and written as [object Object]': () => '[object Object]',
  'and written with a space inside': written((bytes) => base64(bytes).replace(/^.{20}/, '$& ')),
  'and written with other last bits': written((bytes) =>
    base64(bytes).replace(/.==$/, (end) => (end === 'B==' ? 'C==' : 'B==')),
  ),
  'and replaced by null': () => null,
  'and replaced by an empty text': () => '',
  'and replaced by the word undefined': () => 'undefined',
  'and replaced by an empty object': () => ({}),
  'and followed by a second ciphertext': (value, keys) =>
    encryptCorrectly(value, keys) + encryptCorrectly(value, keys),
  'and joined with a second ciphertext in one Base64': written((bytes) =>
    base64(Buffer.concat([bytes, bytes])),
  ),
  'and put behind its length': written((bytes) => base64(Buffer.concat([Buffer.from([1, 0]), bytes]))),
  'and followed by 16 more bytes': written((bytes) => base64(Buffer.concat([bytes, Buffer.alloc(16, 7)]))),
  'and shortened by 16 bytes': written((bytes) => base64(bytes.subarray(0, -16))),
  'and shortened by two bytes': written((bytes) => base64(bytes.subarray(0, -2))),
};

const padded =
  (scheme: FieldScheme): EncryptFieldValue =>
  (value, { publicKey }) =>
    base64(encryptField(publicKey, value, scheme));

export const paddings = {
  'with PKCS#1 v1.5': padded('pkcs1-v1.5'),
  'with OAEP over SHA-256': padded('oaep-sha256'),
  'with OAEP over SHA-256 and MGF1 over SHA-1': padded('oaep-mixed'),
  'with OAEP over SHA-1 and MGF1 over SHA-256': (value, { publicKey }) =>
    base64(encryptUnderOtherMask(publicKey, value)),
  'with OAEP over SHA-512': (value, keys) => base64(oaep(Buffer.from(value), keys, 'sha512')),
  'with OAEP and a label': (value, keys) =>
    base64(oaep(Buffer.from(value), keys, 'sha1', Buffer.from('otp'))),
  'without any padding': (value, { publicKey, bytes }) =>
    base64(
      publicEncrypt(
        { key: publicKey, padding: constants.RSA_NO_PADDING },
        Buffer.from(value.padStart(bytes, '\0')),
      ),
    ),
} satisfies Readonly<Record<string, EncryptFieldValue>>;

const keyOf = (bits: number): Pick<FieldKeys, 'publicKey' | 'bytes'> => ({
  publicKey: generateKeyPairSync('rsa', { modulusLength: bits })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString(),
  bytes: bits / 8,
});

export const otherKeys = {
  'under a key of 3072 bits': (value, keys) => encryptCorrectly(value, { ...keys, ...keyOf(3072) }),
  'under a key that no service has': (value, keys) => encryptCorrectly(value, { ...keys, ...keyOf(2048) }),
} satisfies Readonly<Record<string, EncryptFieldValue>>;

/** What a library makes of letters that it cannot encrypt. */
export const failures: Readonly<Record<string, EncryptFieldValue>> = {
  'and answered with an error': () => new Error('Data too large'),
  'and garbled': () => base64(randomBytes(256)),
};

/** Encrypted rightly, once the value has become other bytes. */
const after =
  (change: (value: string, keys: FieldKeys) => string | Buffer): EncryptFieldValue =>
  (value, keys) =>
    base64(oaep(Buffer.from(change(value, keys)), keys));

export const joinings: Readonly<Record<string, EncryptFieldValue>> = {
  'together with the txnId': after((value, { txnId }) => value + txnId),
  'after the txnId and a colon': after((value, { txnId }) => `${txnId}:${value}`),
  'in one JSON object with the txnId': after((otp, { txnId }) => JSON.stringify({ otp, txnId })),
};

/** A letter beyond the first plane as two units of UTF-16, each in three bytes. */
function inHalves(letter: string): Buffer {
  if (letter.length === 1) return Buffer.from(letter);
  const units = [letter.charCodeAt(0), letter.charCodeAt(1)];
  return Buffer.from(
    units.flatMap((unit) => [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]),
  );
}

export const plaintexts: Readonly<Record<string, EncryptFieldValue>> = {
  'in quotes': after((value) => JSON.stringify(value)),
  'in a JSON object': after((value) => JSON.stringify({ value })),
  'with a line break at the end': after((value) => `${value}\n`),
  'with a space in front': after((value) => ` ${value}`),
  'with zero bytes at the end': after((value) => value.padEnd(32, '\0')),
  'with a byte order mark': after((value) => `\uFEFF${value}`),
  'in Base64 first': after((value) => base64(Buffer.from(value))),
  'in hexadecimal first': after((value) => Buffer.from(value).toString('hex')),
  'without its last digit': after((value) => value.slice(0, -1)),
  'as the word undefined': after(() => 'undefined'),
  'as the OTP of another user': after(() => '993117'),
  'URL-encoded': after((value) => encodeURIComponent(value)),
  'as ISO 8859-1': after((value) => Buffer.from(value, 'latin1')),
  'as UTF-16': after((value) => Buffer.from(value, 'utf16le')),
  'as UTF-8 twice': after((value) => Buffer.from(value).toString('latin1')),
  'with ? instead of letters': after((value) => value.replace(/[^\0-\x7f]/g, '?')),
  'with U+FFFD instead of letters': after((value) => value.replace(/[^\0-\x7f]/gu, '\uFFFD')),
  'without the letters that are not ASCII': after((value) => value.replace(/[^\0-\x7f]/gu, '')),
  // Of the letters that stand elsewhere than in ISO 8859-1, a feature has this one.
  'as Windows-1252': after((value) => Buffer.from(value.replaceAll('Ž', '\x8e'), 'latin1')),
  'as CESU-8': after((value) => Buffer.concat(Array.from(value, inHalves))),
  'as escapes of JSON': after((value) =>
    value.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
  'without its accents': after((value) => value.normalize('NFD').replace(/\p{M}/gu, '')),
  'as HTML entities': after((value) =>
    value.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0) ?? 0};`),
  ),
  'as the low byte of each letter': after((value) => Buffer.from(value, 'latin1')),
  'in another Unicode normal form': after((value) => value.normalize('NFD')),
};
