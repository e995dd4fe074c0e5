import { hkdfSync } from 'node:crypto';
import { seededBytes } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

/** The SHA-256 test cases of RFC 5869, appendix A. */
const rfc: readonly Case[] = [
  {
    id: 'rfc5869-a1',
    comment: 'HKDF with salt and info',
    flags: ['Info'],
    result: 'valid',
    provenance: 'rfc5869',
    ikm: '0b'.repeat(22),
    salt: '000102030405060708090a0b0c',
    info: 'f0f1f2f3f4f5f6f7f8f9',
    okm: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
  },
  {
    id: 'rfc5869-a2',
    comment: 'inputs longer than a block of the hash',
    flags: ['Info'],
    result: 'valid',
    provenance: 'rfc5869',
    ikm: sequence(0x00, 0x4f),
    salt: sequence(0x60, 0xaf),
    info: sequence(0xb0, 0xff),
    okm:
      'b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09' +
      'da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87',
  },
  {
    id: 'rfc5869-a3',
    comment: 'an empty salt stands for zeros, an empty info for none',
    flags: ['EmptyInfo'],
    result: 'valid',
    provenance: 'rfc5869',
    ikm: '0b'.repeat(22),
    salt: '',
    info: '',
    okm: '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
  },
];

function sequence(first: number, last: number): string {
  return Buffer.from(Array.from({ length: last - first + 1 }, (_unused, index) => first + index)).toString(
    'hex',
  );
}

function derived(id: string, comment: string, flags: readonly string[], ikm: Buffer, salt: Buffer): Case {
  const okm = Buffer.from(hkdfSync('sha256', ikm, salt, '', 32)).toString('hex');
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  return { ...base, ikm: ikm.toString('hex'), salt: salt.toString('hex'), info: '', okm };
}

/** Returns the test vectors for HKDF-SHA-256, both for the function itself and as clause 6.2.5 uses it. */
export function hkdf(): VectorFile {
  const salts = [0, 1, 2].map((each) => seededBytes(`salt ${each}`, 20));
  const [salt = Buffer.alloc(20)] = salts;
  const secret = seededBytes('secret', 32);
  const generated = [
    ...salts.map((each, index) =>
      derived(
        `document-${index + 1}`,
        'SHA-1 or SHA-512, an info string, or salt and secret swapped',
        ['EmptyInfo'],
        seededBytes(`secret ${index}`, 32),
        each,
      ),
    ),
    derived(
      'zero-salt',
      'a salt of zeros is a salt; the nonces were equal',
      ['EmptyInfo'],
      secret,
      Buffer.alloc(20),
    ),
    derived(
      'leading-zero',
      'leading zeros of the secret are dropped',
      ['LeadingZeros'],
      Buffer.concat([Buffer.alloc(2), secret.subarray(2)]),
      salt,
    ),
    derived(
      'trailing-zero',
      'trailing zeros of the secret are dropped',
      ['LeadingZeros'],
      Buffer.concat([secret.subarray(0, 30), Buffer.alloc(2)]),
      salt,
    ),
  ];
  return vectorFile({
    schema: 'vectors/hkdf',
    title: 'HKDF-SHA-256 derives the AES key',
    clauses: ['6.2.5'],
    provenance: { ...commonSources, rfc5869: 'RFC 5869, appendix A.1 to A.3' },
    flags: {
      Info: 'Has an info, which the transfer has not: for the bare function.',
      EmptyInfo: 'As the transfer does it: the first 32 bytes are the AES key.',
      LeadingZeros: 'A secret that begins or ends with zeros.',
    },
    groups: [{ hash: 'SHA-256', cases: [...rfc, ...generated] }],
  });
}
