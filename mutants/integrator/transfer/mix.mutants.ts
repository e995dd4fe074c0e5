import type { Mutant } from '../../mutant';
import type { SideKnowledge, SaltAndIv, StageMistake, StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

/** Other bytes than the XOR of both nonces, divided as clause 6.2.4 has it. */
const combined = (combine: (known: SideKnowledge) => Buffer): StageMistake => ({
  mix: (known) => {
    const bytes = combine(known);
    return { salt: bytes.subarray(0, 20), iv: bytes.subarray(bytes.length - 12) };
  },
});

/** The XOR of both nonces, divided otherwise. */
const divided = (divide: (mixed: Buffer) => SaltAndIv): StageMistake => ({
  mix: ({ mixed }) => divide(mixed),
});

const bytewise = (join: (one: number, other: number) => number): StageMistake =>
  combined(({ hipNonce, hiuNonce }) => each(hipNonce, hiuNonce, join));

function each(one: Buffer, other: Buffer, join: (one: number, other: number) => number): Buffer {
  return Buffer.from(Array.from(one, (byte, index) => join(byte, other[index] ?? 0) & 0xff));
}

const asText = (encoding: 'base64' | 'hex'): StageMistake =>
  combined(({ hipNonce, hiuNonce }) =>
    each(
      Buffer.from(hipNonce.toString(encoding)),
      Buffer.from(hiuNonce.toString(encoding)),
      (one, other) => one ^ other,
    ),
  );

/** HKDF with a salt out of one nonce, beside an IV that is right. */
const ownSalts: readonly StageMistakeRow[] = [
  [
    'salt-is-nonce-of-hip',
    'The nonce that was just made is handed to HKDF.',
    "HKDF gets the HIP's own nonce as salt, whole",
    { mix: ({ hipNonce, mixed }) => ({ salt: hipNonce, iv: mixed.subarray(20) }) },
  ],
  [
    'salt-is-nonce-of-hiu',
    'The nonce that came is handed to HKDF.',
    "HKDF gets the HIU's nonce as salt, whole",
    { mix: ({ hiuNonce, mixed }) => ({ salt: hiuNonce, iv: mixed.subarray(20) }) },
  ],
  [
    'salt-in-nonce-of-hip',
    'The salt is cut from the nonce that was just made.',
    "HKDF gets the first 20 bytes of the HIP's own nonce as salt",
    { mix: ({ hipNonce, mixed }) => ({ salt: hipNonce.subarray(0, 20), iv: mixed.subarray(20) }) },
  ],
  [
    'salt-in-nonce-of-hiu',
    'The salt is cut from the nonce that came.',
    "HKDF gets the first 20 bytes of the HIU's nonce as salt",
    { mix: ({ hiuNonce, mixed }) => ({ salt: hiuNonce.subarray(0, 20), iv: mixed.subarray(20) }) },
  ],
];

const combinations: readonly StageMistakeRow[] = [
  [
    'hip-nonce-alone',
    "The HIU's nonce is read, and left at that.",
    'only the nonce of the HIP is used',
    combined(({ hipNonce }) => hipNonce),
  ],
  [
    'hiu-nonce-alone',
    "The HIP's nonce is sent, and left at that.",
    'only the nonce of the HIU is used',
    combined(({ hiuNonce }) => hiuNonce),
  ],
  [
    'nonces-joined-hip-first',
    'The nonces are joined in place of XORed.',
    'the nonces are joined, HIP first',
    combined(({ hipNonce, hiuNonce }) => Buffer.concat([hipNonce, hiuNonce])),
  ],
  [
    'nonces-joined-hiu-first',
    'The nonces are joined in place of XORed, that of the asking side first.',
    'the nonces are joined, HIU first',
    combined(({ hipNonce, hiuNonce }) => Buffer.concat([hiuNonce, hipNonce])),
  ],
  ['nonces-anded', 'The operator is another.', 'combined by AND', bytewise((one, other) => one & other)],
  ['nonces-ored', 'The operator is another.', 'combined by OR', bytewise((one, other) => one | other)],
  ['nonces-added', 'The bytes are added.', 'bytes of the nonces are added', bytewise((a, b) => a + b)],
  [
    'nonces-xored-in-base64',
    'The nonces are XORed before they are decoded.',
    'the Base64 texts of the nonces are XORed',
    asText('base64'),
  ],
  [
    'nonces-xored-in-hex',
    'The nonces are XORed as texts.',
    'the hexadecimal texts of the nonces are XORed',
    asText('hex'),
  ],
];

const divisions: readonly StageMistakeRow[] = [
  [
    'salt-and-iv-swapped',
    'IV and salt stand in the other order.',
    'the IV is the first 12 bytes and the salt the last 20',
    divided((mixed) => ({ salt: mixed.subarray(12), iv: mixed.subarray(0, 12) })),
  ],
  [
    'salt-last-20',
    'The salt is taken from the wrong end.',
    'the salt is the last 20 bytes; the document takes the first 20',
    divided((mixed) => ({ salt: mixed.subarray(12), iv: mixed.subarray(20) })),
  ],
  [
    'iv-first-12',
    'The IV is taken from the wrong end.',
    'the IV is the first 12 bytes; the document takes the last 12',
    divided((mixed) => ({ salt: mixed.subarray(0, 20), iv: mixed.subarray(0, 12) })),
  ],
  [
    'salt-12-iv-20',
    'The lengths are mixed up.',
    'the salt is the first 12 bytes and the IV the last 20',
    divided((mixed) => ({ salt: mixed.subarray(0, 12), iv: mixed.subarray(12) })),
  ],
  [
    'salt-whole',
    'The salt is as long as the hash.',
    'the salt is all 32 bytes',
    divided((mixed) => ({ salt: mixed, iv: mixed.subarray(20) })),
  ],
  [
    'salt-16',
    'The salt is cut after 16 bytes.',
    'the salt is the first 16 bytes',
    divided((mixed) => ({ salt: mixed.subarray(0, 16), iv: mixed.subarray(20) })),
  ],
  [
    'salt-empty',
    'The salt of HKDF is optional, and left out.',
    'HKDF gets no salt',
    divided((mixed) => ({ salt: Buffer.alloc(0), iv: mixed.subarray(20) })),
  ],
  [
    'iv-16',
    'The IV is as long as a block of AES.',
    'the IV is the last 16 bytes; the document takes the last 12',
    divided((mixed) => ({ salt: mixed.subarray(0, 20), iv: mixed.subarray(16) })),
  ],
  [
    'salt-16-iv-16',
    'The bytes are divided into halves.',
    'salt and IV are 16 bytes each',
    divided((mixed) => ({ salt: mixed.subarray(0, 16), iv: mixed.subarray(16) })),
  ],
  [
    'iv-zero',
    'A key that is new needs no IV, it is thought.',
    'the IV is 12 zero bytes',
    divided((mixed) => ({ salt: mixed.subarray(0, 20), iv: Buffer.alloc(12) })),
  ],
];

const rows = [...ownSalts, ...combinations, ...divisions];

/** Mistakes in salt and IV (clause 6.2.4). */
export const nonceMixMutants: readonly Mutant[] = [
  ...mutantHips('HDT-06', rows),
  ...twoSidedMutants('HDT-06', rows, [
    'hiu-nonce-alone',
    'nonces-joined-hip-first',
    'salt-and-iv-swapped',
    'salt-last-20',
    'iv-16',
  ]),
];
