import { createCipheriv } from 'node:crypto';
import type { Ingredients, Mistake } from './ingredients';
import { mistakesOf } from './ingredients';
import { gcmFor, seal, tagBytes } from './scheme';

type Seal = NonNullable<Mistake['seal']>;

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

/** Ways in which key, IV and bundle are right, and what is made of them is not (clause 6.2.6). */
export const sealMistakes: readonly Mistake[] = mistakesOf<Seal>(
  'HDT-08',
  [
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
],
  (stage) => ({ seal: stage }),
);
