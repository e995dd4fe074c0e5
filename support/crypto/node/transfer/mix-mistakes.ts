import type { Ingredients, Mistake } from './ingredients';
import { mistakesOf } from './ingredients';
import type { Mixed } from './scheme';

type Mix = NonNullable<Mistake['mix']>;

/** The split of clause 6.2.4 behind another way of combining. */
const combined =
  (combine: (given: Ingredients) => Buffer): Mix =>
  (given) => {
    const bytes = combine(given);
    return { salt: bytes.subarray(0, 20), iv: bytes.subarray(-12) };
  };

/** Another split behind the XOR of clause 6.2.4. */
const split =
  (divide: (bytes: Buffer) => Mixed): Mix =>
  ({ hipNonce, hiuNonce }) =>
    divide(bytewise(hipNonce, hiuNonce, (one, other) => one ^ other));

function bytewise(one: Buffer, other: Buffer, join: (one: number, other: number) => number): Buffer {
  return Buffer.from(one.map((byte, index) => join(byte, other[index] ?? 0)));
}

const byBytes = (join: (one: number, other: number) => number): Mix =>
  combined(({ hipNonce, hiuNonce }) => bytewise(hipNonce, hiuNonce, join));

const texts = (encoding: 'base64' | 'hex'): Mix =>
  combined(({ hipNonce, hiuNonce }) => {
    const [one, other] = [hipNonce.toString(encoding), hiuNonce.toString(encoding)];
    return bytewise(Buffer.from(one), Buffer.from(other), (a, b) => a ^ b);
  });

const xor = 'the document XORs both';
const halves = 'the document takes the first 20 bytes as salt and the last 12 as IV';

/** Ways in which salt and IV come out otherwise (clause 6.2.4). */
export const mixMistakes: readonly Mistake[] = mistakesOf<Mix>(
  'mix',
  [
    [
      'nonce-of-hip-alone',
      `the nonce of the HIP is taken alone; ${xor}`,
      combined(({ hipNonce }) => hipNonce),
    ],
    [
      'nonce-of-hiu-alone',
      `the nonce of the HIU is taken alone; ${xor}`,
      combined(({ hiuNonce }) => hiuNonce),
    ],
    [
      'nonces-joined-hip-first',
      `the nonces are joined, that of the HIP first; ${xor}`,
      combined(({ hipNonce, hiuNonce }) => Buffer.concat([hipNonce, hiuNonce])),
    ],
    [
      'nonces-joined-hiu-first',
      `the nonces are joined, that of the HIU first; ${xor}`,
      combined(({ hipNonce, hiuNonce }) => Buffer.concat([hiuNonce, hipNonce])),
    ],
    ['nonces-anded', `the nonces are combined by AND; ${xor}`, byBytes((one, other) => one & other)],
    ['nonces-ored', `the nonces are combined by OR; ${xor}`, byBytes((one, other) => one | other)],
    [
      'nonces-added',
      `the bytes of the nonces are added; ${xor}`,
      byBytes((one, other) => (one + other) & 0xff),
    ],
    [
      'nonces-xored-in-base64',
      'the Base64 texts of the nonces are XORed; the document XORs their 32 bytes',
      texts('base64'),
    ],
    [
      'nonces-xored-in-hex',
      'the hexadecimal texts of the nonces are XORed; the document XORs their 32 bytes',
      texts('hex'),
    ],
    [
      'salt-and-iv-swapped',
      'the IV is the first 12 bytes and the salt the last 20; the document takes the first 20 as salt and the last 12 as IV',
      split((bytes) => ({ salt: bytes.subarray(12), iv: bytes.subarray(0, 12) })),
    ],
    [
      'salt-last-20',
      'the salt is the last 20 bytes; the document takes the first 20',
      split((bytes) => ({ salt: bytes.subarray(12), iv: bytes.subarray(20) })),
    ],
    [
      'iv-first-12',
      'the IV is the first 12 bytes; the document takes the last 12',
      split((bytes) => ({ salt: bytes.subarray(0, 20), iv: bytes.subarray(0, 12) })),
    ],
    [
      'salt-12-iv-20',
      'the salt is the first 12 bytes and the IV the last 20; the document takes 20 as salt and 12 as IV',
      split((bytes) => ({ salt: bytes.subarray(0, 12), iv: bytes.subarray(12) })),
    ],
    [
      'salt-whole',
      `the salt is all 32 bytes; ${halves}`,
      split((bytes) => ({ salt: bytes, iv: bytes.subarray(20) })),
    ],
    [
      'salt-16',
      `the salt is the first 16 bytes; ${halves}`,
      split((bytes) => ({ salt: bytes.subarray(0, 16), iv: bytes.subarray(20) })),
    ],
    [
      'salt-empty',
      `HKDF gets no salt; ${halves}`,
      split((bytes) => ({ salt: Buffer.alloc(0), iv: bytes.subarray(20) })),
    ],
    [
      'iv-16',
      'the IV is the last 16 bytes; the document takes the last 12',
      split((bytes) => ({ salt: bytes.subarray(0, 20), iv: bytes.subarray(16) })),
    ],
    [
      'salt-16-iv-16',
      'salt and IV are 16 bytes each; the document takes the first 20 as salt and the last 12 as IV',
      split((bytes) => ({ salt: bytes.subarray(0, 16), iv: bytes.subarray(16) })),
    ],
    [
      'iv-zero',
      'the IV is 12 zero bytes; the document takes the last 12 bytes of the XORed nonces',
      split((bytes) => ({ salt: bytes.subarray(0, 20), iv: Buffer.alloc(12) })),
    ],
  ],
  (mix) => ({ mix }),
);
