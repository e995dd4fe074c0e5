import { createCipheriv } from 'node:crypto';
import type { Ingredients, Mistake } from './ingredients';
import { mistakesOf } from './ingredients';
import { gcmFor, seal, tagBytes } from './scheme';

type Seal = NonNullable<Mistake['seal']>;
type Encode = NonNullable<Mistake['encode']>;
type Write = NonNullable<Mistake['bundle']>;

const parts = (key: Buffer, iv: Buffer, plaintext: Buffer): [ciphertext: Buffer, tag: Buffer] => {
  const sealed = seal(key, iv, plaintext);
  return [sealed.subarray(0, -tagBytes), sealed.subarray(-tagBytes)];
};

const withAad =
  (aad: (given: Ingredients, iv: Buffer) => Buffer | string): Seal =>
  (key, iv, plaintext, given) => {
    const cipher = createCipheriv(gcmFor(key), key, iv);
    cipher.setAAD(Buffer.from(aad(given, iv)));
    return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  };

/** Another mode of AES-256, with the IV filled up to its 16 bytes. */
const mode =
  (name: 'aes-256-ctr' | 'aes-256-cbc', filling: string): Seal =>
  (key, iv, plaintext) => {
    const cipher = createCipheriv(name, key, Buffer.concat([iv, Buffer.from(filling, 'hex')]));
    return Buffer.concat([cipher.update(plaintext), cipher.final()]);
  };

const tagPlace = 'the 16 bytes of the tag stand behind the ciphertext (reading gcm-tag)';
const noAad = 'the suite takes none, as deployed systems do';

const sealing: readonly (readonly [id: string, text: string, seal: Seal])[] = [
  ['tag-missing', `the tag is left out; ${tagPlace}`, (...given) => parts(given[0], given[1], given[2])[0]],
  [
    'tag-first',
    `the tag stands before the ciphertext; ${tagPlace}`,
    (...given) => Buffer.concat(parts(given[0], given[1], given[2]).reverse()),
  ],
  [
    'iv-first',
    'the IV stands before the ciphertext; the other side has it from the nonces',
    (key, iv, plaintext) => Buffer.concat([iv, seal(key, iv, plaintext)]),
  ],
  [
    'tag-of-12-bytes',
    `the tag has 12 bytes; ${tagPlace}`,
    (key, iv, plaintext) => seal(key, iv, plaintext).subarray(0, -4),
  ],
  ['aad-iv', `the IV serves as additional data; ${noAad}`, withAad((_given, iv) => iv)],
  [
    'aad-hip-nonce',
    `the nonce of the HIP serves as additional data; ${noAad}`,
    withAad(({ hipNonce }) => hipNonce),
  ],
  [
    'aad-hiu-nonce',
    `the nonce of the HIU serves as additional data; ${noAad}`,
    withAad(({ hiuNonce }) => hiuNonce),
  ],
  [
    'aad-hip-key',
    `the public key of the HIP serves as additional data; ${noAad}`,
    withAad((given) => given.hipPublicKey),
  ],
  [
    'aad-hiu-key',
    `the public key of the HIU serves as additional data; ${noAad}`,
    withAad((given) => given.hiuPublicKey),
  ],
  ...['ECDH', 'Curve25519', 'aad', 'AAD'].map(
    (text) =>
      [
        `aad-text-${text}`,
        `the text "${text}" serves as additional data; ${noAad}`,
        withAad(() => text),
      ] as const,
  ),
  [
    'ctr-from-0',
    'AES-CTR encrypts, without a tag; the document takes AES-GCM',
    mode('aes-256-ctr', '00000000'),
  ],
  [
    'ctr-from-1',
    'AES-CTR encrypts, without a tag; the document takes AES-GCM',
    mode('aes-256-ctr', '00000001'),
  ],
  ['cbc', 'AES-CBC encrypts; the document takes AES-GCM', mode('aes-256-cbc', '00000000')],
  [
    'not-encrypted',
    'the content is the bundle itself, merely encoded; the document takes AES-GCM',
    (_key, _iv, plaintext) => plaintext,
  ],
];

const base64 = 'the suite takes standard, padded Base64 on one line';
const wrapped = (content: Buffer, end: string): string =>
  content.toString('base64').replace(/.{76}(?=.)/g, `$&${end}`);

const encoding: readonly (readonly [id: string, text: string, encode: Encode])[] = [
  [
    'content-in-hex',
    `the content is written in hexadecimal; ${base64}`,
    (content) => content.toString('hex'),
  ],
  [
    'content-in-upper-hex',
    `the content is written in hexadecimal; ${base64}`,
    (content) => content.toString('hex').toUpperCase(),
  ],
  [
    'content-base64url',
    `the content is written in base64url; ${base64}`,
    (content) => content.toString('base64url'),
  ],
  [
    'content-base64url-padded',
    `the content is written in base64url; ${base64}`,
    (content) => content.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ],
  [
    'content-unpadded',
    `the padding of the content's Base64 is left out; ${base64}`,
    (content) => content.toString('base64').replace(/=+$/, ''),
  ],
  [
    'content-base64-twice',
    `the content is encoded twice; ${base64}`,
    (content) => Buffer.from(content.toString('base64')).toString('base64'),
  ],
  ['content-wrapped', `the content has line breaks; ${base64}`, (content) => wrapped(content, '\r\n')],
  ['content-wrapped-lf', `the content has line breaks; ${base64}`, (content) => wrapped(content, '\n')],
  [
    'content-newline',
    `the content ends with a line break; ${base64}`,
    (content) => `${content.toString('base64')}\n`,
  ],
];

const utf8 = 'the UTF-8 bytes of the bundle are what is encrypted';

const writing: readonly (readonly [id: string, text: string, write: Write])[] = [
  [
    'bundle-as-json-string',
    `the bundle is encoded twice, as a JSON string; ${utf8}`,
    (text) => Buffer.from(JSON.stringify(text)),
  ],
  [
    'bundle-in-base64',
    `the bundle is encoded in Base64 first; ${utf8}`,
    (text) => Buffer.from(Buffer.from(text).toString('base64')),
  ],
  [
    'bundle-in-hex',
    `the bundle is encoded in hexadecimal first; ${utf8}`,
    (text) => Buffer.from(Buffer.from(text).toString('hex')),
  ],
  [
    'bundle-in-utf-16le',
    `the bundle is encrypted in UTF-16; ${utf8}`,
    (text) => Buffer.from(text, 'utf16le'),
  ],
  [
    'bundle-in-utf-16be',
    `the bundle is encrypted in UTF-16; ${utf8}`,
    (text) => Buffer.from(text, 'utf16le').swap16(),
  ],
  [
    'bundle-in-latin1',
    `the bundle is encrypted in ISO 8859-1; ${utf8}`,
    (text) => Buffer.from(text, 'latin1'),
  ],
  [
    'bundle-in-ascii',
    `the bundle is encrypted in ASCII; ${utf8}`,
    (text) => Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?')),
  ],
  [
    'bundle-with-bom',
    `a byte order mark stands before the bundle; ${utf8}`,
    (text) => Buffer.from(`\uFEFF${text}`),
  ],
  ['bundle-with-newline', `a line break follows the bundle; ${utf8}`, (text) => Buffer.from(`${text}\n`)],
  [
    'bundle-indented',
    `the bundle is parsed and written anew; ${utf8}`,
    (text) => Buffer.from(rewritten(text, 2)),
  ],
  [
    'bundle-in-nfd',
    `the bundle is brought into a Unicode normal form; ${utf8}`,
    (text) => Buffer.from(text.normalize('NFD')),
  ],
  [
    'bundle-in-nfc',
    `the bundle is brought into a Unicode normal form; ${utf8}`,
    (text) => Buffer.from(text.normalize('NFC')),
  ],
];

function rewritten(text: string, indent: number): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, indent);
  } catch {
    return text;
  }
}

/** Ways in which the content comes out otherwise, although key and IV are right (clause 6.2.6). */
export const sealMistakes: readonly Mistake[] = [
  ...mistakesOf<Seal>('HDT-08', sealing, (stage) => ({ seal: stage })),
  ...mistakesOf<Encode>('HDT-08', encoding, (encode) => ({ encode })),
  ...mistakesOf<Write>('HDT-08', writing, (bundle) => ({ bundle })),
];
