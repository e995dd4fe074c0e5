import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import type { Mistake } from './ingredients';
import { mistakesOf } from './ingredients';
import { deriveKey } from './scheme';

type Derive = NonNullable<Mistake['derive']>;

const hkdf = (hash: string, secret: Buffer, salt: Buffer, info = ''): Buffer =>
  Buffer.from(hkdfSync(hash, secret, salt, info, 32));

const sha256 = (...parts: Buffer[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Texts that are met as info. */
const infos = [
  ...[
    'ECDH',
    'Curve25519',
    'AES',
    'AES-GCM',
    'AES-256-GCM',
    'session',
    'session key',
    'sessionKey',
    'key',
    'info',
  ],
  ...['handshake data', 'HKDF', 'encryption', 'FHIR', 'health-data'],
];

/** Ways in which the AES key comes out otherwise (clause 6.2.5). */
export const keyMistakes: readonly Mistake[] = mistakesOf<Derive>(
  'derive',
  [
    ...(['sha1', 'sha384', 'sha512'] as const).map(
      (hash) =>
        [
          `hkdf-${hash}`,
          `HKDF works with ${hash.replace('sha', 'SHA-')}; the suite takes SHA-256, as deployed systems do (reading hkdf)`,
          (secret: Buffer, salt: Buffer) => hkdf(hash, secret, salt),
        ] as const,
    ),
    ...infos.map(
      (info) =>
        [
          `hkdf-info-${info.toLowerCase().replaceAll(' ', '-')}`,
          `HKDF gets the info "${info}"; the suite takes an empty one, as deployed systems do (reading hkdf)`,
          (secret: Buffer, salt: Buffer) => hkdf('sha256', secret, salt, info),
        ] as const,
    ),
    [
      'hkdf-salt-and-secret-swapped',
      'salt and secret of HKDF have changed places; the shared secret is the input, the first 20 bytes are the salt',
      (secret, salt) => hkdf('sha256', salt, secret),
    ],
    [
      'hkdf-extract-alone',
      'HKDF ends after its first step (extract); the second one (expand) makes the key',
      (secret, salt) => createHmac('sha256', salt).update(secret).digest(),
    ],
    [
      'hkdf-expand-alone',
      'HKDF begins with its second step (expand), so that the salt is left out; the first one is extract',
      (secret) =>
        createHmac('sha256', secret)
          .update(Buffer.from([1]))
          .digest(),
    ],
    [
      'key-is-secret',
      'the shared secret serves as AES key; the document derives the key with HKDF',
      (secret) => Buffer.concat([secret, Buffer.alloc(32)]).subarray(0, 32),
    ],
    [
      'key-is-hash-of-secret',
      'the SHA-256 of the shared secret serves as AES key; the document derives the key with HKDF',
      (secret) => sha256(secret),
    ],
    [
      'key-is-hash-of-secret-and-salt',
      'the SHA-256 of secret and salt serves as AES key; the document derives the key with HKDF',
      (secret, salt) => sha256(secret, salt),
    ],
    [
      'key-is-hash-of-salt-and-secret',
      'the SHA-256 of salt and secret serves as AES key; the document derives the key with HKDF',
      (secret, salt) => sha256(salt, secret),
    ],
    ...[1, 1000, 10_000].map(
      (iterations) =>
        [
          `pbkdf2-${iterations}`,
          `PBKDF2 with ${iterations} iterations derives the key; the document takes HKDF`,
          (secret: Buffer, salt: Buffer) => pbkdf2Sync(secret, salt, iterations, 32, 'sha256'),
        ] as const,
    ),
    [
      'aes-128',
      'the key has 128 bits; the document takes 256',
      (secret, salt) => deriveKey(secret, salt).subarray(0, 16),
    ],
    [
      'aes-192',
      'the key has 192 bits; the document takes 256',
      (secret, salt) => deriveKey(secret, salt).subarray(0, 24),
    ],
  ],
  (derive) => ({ derive }),
);
