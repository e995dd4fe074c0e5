import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import type { Mutant } from '../../mutant';
import type { SideKnowledge, StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

function hkdf(hash: string, secret: Buffer, salt: Buffer, info: string | Buffer = '', bytes = 32): Buffer {
  return Buffer.from(hkdfSync(hash, secret, salt, info, bytes));
}

const digest = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const hashes: readonly StageMistakeRow[] = [
  ['sha1', 'SHA-1'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
].map(([hash = '', name = '']) => [
  `hkdf-${hash}`,
  `HKDF uses ${name}, which the library takes.`,
  `HKDF uses ${hash.replace('sha', 'SHA-')}`,
  { key: (secret, salt) => hkdf(hash, secret, salt) },
]);

const infos: readonly StageMistakeRow[] = [
  ...['ECDH', 'Curve25519', 'AES', 'AES-GCM', 'AES-256-GCM', 'session', 'session key', 'sessionKey', 'key'],
  ...['info', 'handshake data', 'HKDF', 'encryption', 'FHIR', 'health-data', 'AES/GCM/NoPadding'],
].map((info) => [
  `hkdf-info-${info.toLowerCase().replace(' ', '-')}`,
  `The example that was followed has the info "${info}".`,
  `HKDF gets the info "${info}"`,
  { key: (secret, salt) => hkdf('sha256', secret, salt, info) },
]);

/** What both sides know anyway, taken for info. */
const boundInfos: readonly StageMistakeRow[] = [
  infoRow('nonce-of-hip', "the HIP's nonce", ({ hipNonce }) => hipNonce),
  infoRow('nonce-of-hiu', "the HIU's nonce", ({ hiuNonce }) => hiuNonce),
  infoRow('mixed', 'the XORed nonces', ({ mixed }) => mixed),
  infoRow('key-of-hip', "the HIP's public key", ({ hipKey }) => hipKey),
  infoRow('key-of-hiu', "the HIU's public key", ({ hiuKey }) => hiuKey),
];

function infoRow(name: string, what: string, info: (known: SideKnowledge) => Buffer): StageMistakeRow {
  return [
    `hkdf-info-${name}`,
    `The developer binds the key to ${what}.`,
    `HKDF gets ${what} as info`,
    { key: (secret, salt, known) => hkdf('sha256', secret, salt, info(known)) },
  ];
}

const stretches: readonly StageMistakeRow[] = [1, 1000, 10_000].map((iterations) => [
  `pbkdf2-${iterations}`,
  'A function for passwords derives the key.',
  `PBKDF2 with ${iterations} iterations derives the key`,
  { key: (secret, salt) => pbkdf2Sync(secret, salt, iterations, 32, 'sha256') },
]);

const others: readonly StageMistakeRow[] = [
  [
    'hkdf-salt-and-secret-swapped',
    'Two arguments of HKDF have changed places.',
    'salt and secret of HKDF are swapped',
    { key: (secret, salt) => hkdf('sha256', salt, secret) },
  ],
  [
    'hkdf-extract-alone',
    'HKDF is taken for an HMAC.',
    'HKDF stops after its first step (extract)',
    { key: (secret, salt) => createHmac('sha256', salt).update(secret).digest() },
  ],
  [
    'hkdf-expand-alone',
    'The secret is thought to be random enough to be expanded at once.',
    'HKDF starts with its second step (expand)',
    { key: (secret) => createHmac('sha256', secret).update(Buffer.of(1)).digest() },
  ],
  [
    'key-is-secret',
    'The shared secret has the right length already.',
    'the shared secret is used as the AES key',
    { key: (secret) => secret },
  ],
  [
    'key-is-hash-of-secret',
    'A hash is taken for a key derivation.',
    'the SHA-256 of the shared secret is used as the AES key',
    { key: (secret) => digest(secret) },
  ],
  [
    'key-is-hash-of-secret-and-salt',
    'A salted hash is taken for a key derivation.',
    'the SHA-256 of secret and salt is used as the AES key',
    { key: (secret, salt) => digest(secret, salt) },
  ],
  [
    'key-is-hash-of-salt-and-secret',
    'A salted hash is taken for a key derivation, the salt first.',
    'the SHA-256 of salt and secret is used as the AES key',
    { key: (secret, salt) => digest(salt, secret) },
  ],
  [
    'aes-128',
    'A key of 16 bytes is asked of HKDF.',
    'the key has 128 bits; the document takes 256',
    { key: (secret, salt) => hkdf('sha256', secret, salt, '', 16) },
  ],
  [
    'aes-192',
    'A key of 24 bytes is asked of HKDF.',
    'the key has 192 bits; the document takes 256',
    { key: (secret, salt) => hkdf('sha256', secret, salt, '', 24) },
  ],
];

const rows = [...hashes, ...infos, ...boundInfos, ...stretches, ...others];

/** Mistakes in the AES key (clause 6.2.5). */
export const keyDerivationMutants: readonly Mutant[] = [
  ...mutantHips('HDT-07', rows),
  ...twoSidedMutants('HDT-07', rows, ['hkdf-sha1', 'hkdf-sha512', 'hkdf-info-session-key', 'key-is-secret']),
];
