import type { KeyPair } from '../../support/crypto/node/transfer';
import { keyPairFrom, sharedSecret, smallOrderPublicKeys } from '../../support/crypto/node/transfer';
import { bytesOf, firstOf } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { sources, vectorFile } from './vector-file';

/** RFC 7748: section 5.2 as it stands, its iterations, and section 6.1. */
const rfc: readonly Case[] = [
  {
    id: 'rfc7748-5.2-first',
    comment: 'the bare function; the scalar is clamped',
    flags: ['Clamped'],
    result: 'valid',
    provenance: 'rfc7748-5.2',
    privateKey: 'a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4',
    publicKey: 'e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c',
    sharedSecret: 'c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552',
  },
  {
    id: 'rfc7748-5.2-second',
    comment: 'the highest bit of the public key is set, and counts for nothing',
    flags: ['Clamped', 'HighBit'],
    result: 'valid',
    provenance: 'rfc7748-5.2',
    privateKey: '4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d',
    publicKey: 'e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493',
    sharedSecret: '95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957',
  },
  {
    id: 'rfc7748-5.2-iterated-1',
    comment: 'the output is the next scalar, the scalar the next public key',
    flags: ['Iterated'],
    result: 'valid',
    provenance: 'rfc7748-5.2',
    privateKey: `09${'00'.repeat(31)}`,
    publicKey: `09${'00'.repeat(31)}`,
    iterations: 1,
    sharedSecret: '422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079',
  },
  {
    id: 'rfc7748-5.2-iterated-1000',
    comment: 'a slip that shows in one of a thousand values',
    flags: ['Iterated'],
    result: 'valid',
    provenance: 'rfc7748-5.2',
    privateKey: `09${'00'.repeat(31)}`,
    publicKey: `09${'00'.repeat(31)}`,
    iterations: 1000,
    sharedSecret: '684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51',
  },
  {
    id: 'rfc7748-6.1-alice',
    comment: 'Diffie-Hellman as it is done',
    flags: [],
    result: 'valid',
    provenance: 'rfc7748-6.1',
    privateKey: '77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a',
    publicKey: 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f',
    sharedSecret: '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
  },
  {
    id: 'rfc7748-6.1-bob',
    comment: 'the other side agrees on the same',
    flags: [],
    result: 'valid',
    provenance: 'rfc7748-6.1',
    privateKey: '5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb',
    publicKey: '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a',
    sharedSecret: '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742',
  },
];

interface Agreement {
  readonly own: KeyPair;
  readonly peer: KeyPair;
  readonly secret: Buffer;
}

function agree(name: string): Agreement {
  const own = keyPairFrom('x25519', bytesOf(`${name} own`, 32));
  const peer = keyPairFrom('x25519', bytesOf(`${name} peer`, 32));
  return { own, peer, secret: sharedSecret(own, peer.publicKey) };
}

function agreed(
  id: string,
  comment: string,
  flags: readonly string[],
  { own, peer, secret }: Agreement,
): Case {
  const hex = (bytes: Buffer): string => bytes.toString('hex');
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  return {
    ...base,
    privateKey: hex(own.privateKey),
    publicKey: hex(peer.publicKey),
    sharedSecret: hex(secret),
  };
}

/** X25519 (RFC 7748). */
export function x25519(): VectorFile {
  const begins = (bytes: Buffer): boolean => bytes[0] === 0;
  const ends = (bytes: Buffer): boolean => bytes.at(-1) === 0;
  const found = (name: string, holds: (agreement: Agreement) => boolean): Agreement =>
    firstOf(name, agree, holds);
  const zeros: Case[] = [
    agreed(
      'secret-begins-with-zero',
      'leading zeros of the secret are dropped',
      ['Zeros'],
      found('secret begins', ({ secret }) => begins(secret)),
    ),
    agreed(
      'secret-ends-with-zero',
      'the secret is turned into a number, which loses its zeros',
      ['Zeros'],
      found('secret ends', ({ secret }) => ends(secret)),
    ),
    agreed(
      'public-begins-with-zero',
      'leading zeros of the public key are dropped',
      ['Zeros'],
      found('public begins', ({ peer }) => begins(peer.publicKey)),
    ),
    agreed(
      'public-ends-with-zero',
      'the public key is turned into a number, which loses its zeros',
      ['Zeros'],
      found('public ends', ({ peer }) => ends(peer.publicKey)),
    ),
  ];
  const plain = agree('high bit');
  const high = Buffer.from(plain.peer.publicKey);
  high.writeUInt8((high[31] ?? 0) | 0x80, 31);
  const highBit = agreed('high-bit-set', 'bit 255 of the public key counts for nothing', ['HighBit'], {
    ...plain,
    peer: { ...plain.peer, publicKey: high },
  });
  const low: Case[] = smallOrderPublicKeys('x25519').map(({ name, bytes }, index) => ({
    id: `low-order-${index + 1}`,
    comment: `the secret is all zeros, whatever the private key is (u = ${name})`,
    flags: ['LowOrder'],
    result: 'invalid',
    provenance: 'rfc7748-6.1',
    privateKey: plain.own.privateKey.toString('hex'),
    publicKey: bytes.toString('hex'),
  }));
  return vectorFile({
    schema: 'vectors/x25519',
    title: 'X25519 agrees on a shared secret',
    clauses: ['6.2.3'],
    provenance: {
      ...sources,
      'rfc7748-5.2': 'RFC 7748, section 5.2',
      'rfc7748-6.1': 'RFC 7748, section 6.1',
    },
    flags: {
      Clamped: 'The scalar has bits that X25519 sets and clears before it is used.',
      HighBit: 'The highest bit of the public key is set.',
      Iterated: 'The function is applied so many times, each to what the last two gave.',
      Zeros: 'A key or a secret that begins or ends with a zero byte: one in 128 does.',
      LowOrder: 'A public key of low order, which must be refused.',
    },
    groups: [{ cases: [...rfc, ...zeros, highBit, ...low] }],
  });
}
