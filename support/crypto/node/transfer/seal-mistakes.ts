import { createCipheriv } from 'node:crypto';
import type { TransferInputs, Mistake } from './ingredients';
import { mistakesAt } from './ingredients';
import { gcmFor, mixNonces, seal, tagBytes } from './scheme';

type Seal = NonNullable<Mistake['seal']>;

/** Encrypts correctly, and then rearranges the ciphertext and the tag. */
const arranged =
  (arrange: (ciphertext: Buffer, tag: Buffer) => readonly Buffer[]): Seal =>
  (key, iv, plaintext) => {
    const sealed = seal(key, iv, plaintext);
    return Buffer.concat(arrange(sealed.subarray(0, -tagBytes), sealed.subarray(-tagBytes)));
  };

const withAad =
  (aad: (given: TransferInputs, iv: Buffer) => Buffer | string): Seal =>
  (key, iv, plaintext, given) => {
    const cipher = createCipheriv(gcmFor(key), key, iv);
    cipher.setAAD(Buffer.from(aad(given, iv)));
    return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  };

/**
 * Encrypts with AES-256 in CTR or CBC mode instead of GCM. `ivOf` returns the 16-byte IV that these modes
 * need.
 */
const mode =
  (name: 'aes-256-ctr' | 'aes-256-cbc', ivOf: (iv: Buffer, given: TransferInputs) => Buffer): Seal =>
  (key, iv, plaintext, given) => {
    const cipher = createCipheriv(name, key, ivOf(iv, given));
    return Buffer.concat([cipher.update(plaintext), cipher.final()]);
  };

const plain: Seal = (_key, _iv, plaintext) => plaintext;

const filled = (filling: string) => (iv: Buffer) => Buffer.concat([iv, Buffer.from(filling, 'hex')]);

/** Returns the XOR of both nonces (clause 6.2.4), before it is split into salt and IV. */
function xored({ hipNonce, hiuNonce }: TransferInputs): Buffer {
  const { salt, iv } = mixNonces(hipNonce, hiuNonce);
  return Buffer.concat([salt, iv]);
}

const last16 = (_iv: Buffer, given: TransferInputs): Buffer => xored(given).subarray(-16);

/** Puts a prefix before the correctly encrypted content. */
const behind =
  (prefix: (given: TransferInputs, iv: Buffer) => Buffer): Seal =>
  (key, iv, plaintext, given) =>
    Buffer.concat([prefix(given, iv), seal(key, iv, plaintext)]);

const base64 = (bytes: Buffer): string => bytes.toString('base64');

const gcm = 'the document takes AES-GCM';

/** Values that a client may use as additional authenticated data, each with its name in failure messages. */
const additional: readonly (readonly [id: string, name: string, aad: Parameters<typeof withAad>[0]])[] = [
  ['aad-iv', 'the IV', (_given, iv) => iv],
  ['aad-salt', 'the salt', (given) => xored(given).subarray(0, 20)],
  ['aad-xored-nonces', 'the XOR of both nonces', xored],
  ['aad-hip-nonce', 'the nonce of the HIP', (given) => given.hipNonce],
  ['aad-hiu-nonce', 'the nonce of the HIU', (given) => given.hiuNonce],
  ['aad-hip-key', 'the public key of the HIP', (given) => given.hipPublicKey],
  ['aad-hiu-key', 'the public key of the HIU', (given) => given.hiuPublicKey],
  ['aad-hip-key-text', "the Base64 of the HIP's public key", (given) => base64(given.hipPublicKey)],
  ['aad-hiu-key-text', "the Base64 of the HIU's public key", (given) => base64(given.hiuPublicKey)],
  ...['ECDH', 'Curve25519', 'aad', 'AAD', 'FHIR'].map(
    (text) => [`aad-text-${text}`, `the text "${text}"`, () => text] as const,
  ),
];

/**
 * Ways in which a client may encrypt incorrectly although the key, the IV and the bundle are right (clause
 * 6.2.6).
 */
export const sealMistakes: readonly Mistake[] = [
  ...mistakesAt('seal', 'the 16 bytes of the tag stand behind the ciphertext (reading gcm-tag)', {
    'tag-missing': ['the tag is left out', arranged((ciphertext) => [ciphertext])],
    'tag-first': ['the tag comes before the ciphertext', arranged((ciphertext, tag) => [tag, ciphertext])],
    'tag-of-12-bytes': [
      'the tag has 12 bytes',
      arranged((ciphertext, tag) => [ciphertext, tag.subarray(0, 12)]),
    ],
  }),
  ...mistakesAt('seal', 'the other side has it from the nonces, and the content begins with the ciphertext', {
    'iv-first': ['the IV comes before the ciphertext', behind((_given, iv) => iv)],
  }),
  ...mistakesAt('seal', 'it is sent in the key material, and the content begins with the ciphertext', {
    'nonce-first': ['the nonce of the HIP comes before the ciphertext', behind((given) => given.hipNonce)],
  }),
  ...additional.flatMap(([id, name, aad]) =>
    mistakesAt('seal', 'the suite takes none, as deployed systems do', {
      [id]: [`${name} is used as additional data`, withAad(aad)],
    }),
  ),
  ...mistakesAt('seal', gcm, {
    'ctr-from-0': ['AES-CTR is used, without a tag', mode('aes-256-ctr', filled('00000000'))],
    'ctr-from-1': ['AES-CTR is used, without a tag', mode('aes-256-ctr', filled('00000001'))],
    'ctr-iv-16': ['AES-CTR is used, with the last 16 bytes as IV', mode('aes-256-ctr', last16)],
    cbc: ['AES-CBC is used', mode('aes-256-cbc', filled('00000000'))],
    'cbc-iv-16': ['AES-CBC is used, with the last 16 bytes as IV', mode('aes-256-cbc', last16)],
    'not-encrypted': ['the content is the bundle itself, merely encoded', plain],
  }),
  ...mistakesAt('seal', gcm, {
    'not-encrypted-text': ['the content is the bundle itself', plain],
  }).map((mistake) => ({ ...mistake, encode: (content: Buffer) => content.toString() })),
];
