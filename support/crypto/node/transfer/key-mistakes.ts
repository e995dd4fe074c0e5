import { createHash, createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto';
import type { TransferInputs, Mistake } from './ingredients';
import { mistakesAt } from './ingredients';
import { deriveKey } from './scheme';

type Derive = NonNullable<Mistake['derive']>;

const hkdf =
  (hash: string, info: string | Buffer = ''): Derive =>
  (secret, salt) =>
    Buffer.from(hkdfSync(hash, secret, salt, info, 32));

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest();

const pbkdf2 =
  (iterations: number): Derive =>
  (secret, salt) =>
    pbkdf2Sync(secret, salt, iterations, 32, 'sha256');

const shortened =
  (bytes: number): Derive =>
  (secret, salt) =>
    deriveKey(secret, salt).subarray(0, bytes);

const infoOf =
  (info: (given: TransferInputs, salt: Buffer) => Buffer): Derive =>
  (secret, salt, given) =>
    hkdf('sha256', info(given, salt))(secret, salt, given);

const mixedOf = ({ hipNonce, hiuNonce }: TransferInputs): Buffer =>
  Buffer.from(hipNonce.map((byte, index) => byte ^ (hiuNonce[index] ?? 0)));

/** Strings that a client may wrongly use as HKDF info. */
const infos = [
  ...['ECDH', 'Curve25519', 'AES', 'AES-GCM', 'AES-256-GCM', 'session', 'session key', 'sessionKey', 'key'],
  ...['info', 'handshake data', 'HKDF', 'encryption', 'FHIR', 'health-data'],
  ...['X25519', 'A256GCM', 'AES/GCM/NoPadding', 'shared secret', 'nonce', 'salt'],
];

/** Ways in which a client may derive a wrong AES key (clause 6.2.5). */
export const keyMistakes: readonly Mistake[] = [
  ...mistakesAt('derive', 'the suite takes SHA-256, as deployed systems do (reading hkdf)', {
    'hkdf-sha1': ['HKDF uses SHA-1', hkdf('sha1')],
    'hkdf-sha384': ['HKDF uses SHA-384', hkdf('sha384')],
    'hkdf-sha512': ['HKDF uses SHA-512', hkdf('sha512')],
  }),
  ...infos.flatMap((info) =>
    mistakesAt('derive', 'the suite takes an empty one, as deployed systems do (reading hkdf)', {
      [`hkdf-info-${info.toLowerCase().replaceAll(' ', '-')}`]: [
        `HKDF gets the info "${info}"`,
        hkdf('sha256', info),
      ],
    }),
  ),
  ...mistakesAt('derive', 'the suite takes an empty one, as deployed systems do (reading hkdf)', {
    'hkdf-info-nonce-of-hip': ["HKDF gets the HIP's nonce as info", infoOf(({ hipNonce }) => hipNonce)],
    'hkdf-info-nonce-of-hiu': ["HKDF gets the HIU's nonce as info", infoOf(({ hiuNonce }) => hiuNonce)],
    'hkdf-info-mixed': ['HKDF gets the XORed nonces as info', infoOf(mixedOf)],
    'hkdf-info-own-salt': ['HKDF gets its salt as info too', infoOf((_given, salt) => salt)],
    'hkdf-info-iv': ['HKDF gets the IV as info', infoOf((given) => mixedOf(given).subarray(-12))],
    'hkdf-info-key-of-hip': [
      "HKDF gets the HIP's public key as info",
      infoOf(({ hipPublicKey }) => hipPublicKey),
    ],
    'hkdf-info-key-of-hiu': [
      "HKDF gets the HIU's public key as info",
      infoOf(({ hiuPublicKey }) => hiuPublicKey),
    ],
  }),
  ...mistakesAt('derive', 'the shared secret is the input, the first 20 bytes are the salt', {
    'hkdf-salt-and-secret-swapped': [
      'salt and secret of HKDF are swapped',
      (secret, salt, given) => hkdf('sha256')(salt, secret, given),
    ],
  }),
  ...mistakesAt('derive', 'the second one (expand) makes the key', {
    'hkdf-extract-alone': ['HKDF stops after its first step (extract)', (secret, salt) => hmac(salt, secret)],
  }),
  ...mistakesAt('derive', 'the first one is extract', {
    'hkdf-expand-alone': [
      'HKDF starts with its second step (expand), so the salt is left out',
      (secret) => hmac(secret, Buffer.of(1)),
    ],
  }),
  ...mistakesAt('derive', 'the document derives the key with HKDF', {
    'key-is-secret': [
      'the shared secret is used as the AES key',
      (secret) => Buffer.concat([secret, Buffer.alloc(32)]).subarray(0, 32),
    ],
    'key-is-hash-of-secret': [
      'the SHA-256 of the shared secret is used as the AES key',
      (secret) => sha256(secret),
    ],
    'key-is-hash-of-secret-and-salt': [
      'the SHA-256 of secret and salt is used as the AES key',
      (secret, salt) => sha256(secret, salt),
    ],
    'key-is-hash-of-salt-and-secret': [
      'the SHA-256 of salt and secret is used as the AES key',
      (secret, salt) => sha256(salt, secret),
    ],
  }),
  ...mistakesAt('derive', 'the document takes HKDF', {
    'pbkdf2-1': ['PBKDF2 with 1 iterations derives the key', pbkdf2(1)],
    'pbkdf2-1000': ['PBKDF2 with 1000 iterations derives the key', pbkdf2(1000)],
    'pbkdf2-10000': ['PBKDF2 with 10000 iterations derives the key', pbkdf2(10_000)],
  }),
  ...mistakesAt('derive', 'the document takes 256', {
    'aes-128': ['the key has 128 bits', shortened(16)],
    'aes-192': ['the key has 192 bits', shortened(24)],
  }),
];
