import type { TransferInputs, Mistake } from './ingredients';
import { mistakesAt } from './ingredients';

type Mix = NonNullable<Mistake['mix']>;

/** Combines the nonces with `combine`, and splits the result as clause 6.2.4 requires. */
const combined =
  (combine: (hip: Buffer, hiu: Buffer) => Buffer): Mix =>
  ({ hipNonce, hiuNonce }) => {
    const bytes = combine(hipNonce, hiuNonce);
    return { salt: bytes.subarray(0, 20), iv: bytes.subarray(-12) };
  };

type Join = (one: number, other: number) => number;

const bytewise = (join: Join) => (one: Buffer, other: Buffer) =>
  Buffer.from(one.map((byte, index) => join(byte, other[index] ?? 0)));

const xored = bytewise((one, other) => one ^ other);

const texts = (encoding: 'base64' | 'hex'): Mix =>
  combined((hip, hiu) => xored(Buffer.from(hip.toString(encoding)), Buffer.from(hiu.toString(encoding))));

const joined = (...nonces: Buffer[]): Buffer => Buffer.concat(nonces);

type Range = readonly [from: number, to: number];

/** XORs the nonces as clause 6.2.4 requires, but uses other ranges of the result as salt and IV. */
const split =
  (salt: Range, iv: Range): Mix =>
  ({ hipNonce, hiuNonce }) => {
    const bytes = xored(hipNonce, hiuNonce);
    return { salt: bytes.subarray(...salt), iv: bytes.subarray(...iv) };
  };

const zeroIv: Mix = (given) => ({ ...split([0, 20], [20, 32])(given), iv: Buffer.alloc(12) });

/** Uses a wrong salt, made from one of the nonces. The IV is correct. */
const saltOf =
  (take: (given: TransferInputs) => Buffer): Mix =>
  (given) => ({ ...split([0, 20], [20, 32])(given), salt: take(given) });

const last12 = 'the document takes the last 12';

/** Ways in which a client may compute a wrong salt or IV (clause 6.2.4). */
export const mixMistakes: readonly Mistake[] = [
  ...mistakesAt('mix', 'the document XORs both', {
    'nonce-of-hip-alone': ['only the nonce of the HIP is used', combined((hip) => hip)],
    'nonce-of-hiu-alone': ['only the nonce of the HIU is used', combined((_hip, hiu) => hiu)],
    'nonces-joined-hip-first': ['the nonces are joined, HIP first', combined(joined)],
    'nonces-joined-hiu-first': ['the nonces are joined, HIU first', combined((hip, hiu) => joined(hiu, hip))],
    'nonces-anded': ['the nonces are combined by AND', combined(bytewise((a, b) => a & b))],
    'nonces-ored': ['the nonces are combined by OR', combined(bytewise((a, b) => a | b))],
    'nonces-added': ['the bytes of the nonces are added', combined(bytewise((a, b) => (a + b) & 0xff))],
  }),
  ...mistakesAt('mix', 'the document XORs their 32 bytes', {
    'nonces-xored-in-base64': ['the Base64 texts of the nonces are XORed', texts('base64')],
    'nonces-xored-in-hex': ['the hexadecimal texts of the nonces are XORed', texts('hex')],
  }),
  ...mistakesAt('mix', 'the document takes the first 20 as salt and the last 12 as IV', {
    'salt-and-iv-swapped': [
      'the IV is the first 12 bytes and the salt the last 20',
      split([12, 32], [0, 12]),
    ],
  }),
  ...mistakesAt('mix', 'the document takes the first 20', {
    'salt-last-20': ['the salt is the last 20 bytes', split([12, 32], [20, 32])],
  }),
  ...mistakesAt('mix', last12, {
    'iv-first-12': ['the IV is the first 12 bytes', split([0, 20], [0, 12])],
  }),
  ...mistakesAt('mix', 'the document takes 20 as salt and 12 as IV', {
    'salt-12-iv-20': ['the salt is the first 12 bytes and the IV the last 20', split([0, 12], [12, 32])],
  }),
  ...mistakesAt('mix', 'the document takes the first 20 bytes as salt and the last 12 as IV', {
    'salt-whole': ['the salt is all 32 bytes', split([0, 32], [20, 32])],
    'salt-16': ['the salt is the first 16 bytes', split([0, 16], [20, 32])],
    'salt-empty': ['HKDF gets no salt', split([0, 0], [20, 32])],
  }),
  ...mistakesAt('mix', 'the document takes the first 20 bytes of both nonces XORed', {
    'salt-is-nonce-of-hip': [
      "HKDF gets the HIP's own nonce as salt, whole",
      saltOf(({ hipNonce }) => hipNonce),
    ],
    'salt-is-nonce-of-hiu': ["HKDF gets the HIU's nonce as salt, whole", saltOf(({ hiuNonce }) => hiuNonce)],
    'salt-in-nonce-of-hip': [
      "HKDF gets the first 20 bytes of the HIP's own nonce as salt",
      saltOf(({ hipNonce }) => hipNonce.subarray(0, 20)),
    ],
    'salt-in-nonce-of-hiu': [
      "HKDF gets the first 20 bytes of the HIU's nonce as salt",
      saltOf(({ hiuNonce }) => hiuNonce.subarray(0, 20)),
    ],
  }),
  ...mistakesAt('mix', last12, {
    'iv-16': ['the IV is the last 16 bytes', split([0, 20], [16, 32])],
  }),
  ...mistakesAt('mix', 'the document takes the first 20 as salt and the last 12 as IV', {
    'salt-16-iv-16': ['salt and IV are 16 bytes each', split([0, 16], [16, 32])],
  }),
  ...mistakesAt('mix', 'the document takes the last 12 bytes of the XORed nonces', {
    'iv-zero': ['the IV is 12 zero bytes', zeroIv],
  }),
];
