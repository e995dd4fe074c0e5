import type { KeyPair } from '../../support/crypto/node/transfer';
import {
  keyPairFrom,
  sharedSecret,
  smallOrderPublicKeys,
  writePublicKey,
} from '../../support/crypto/node/transfer';
import { rfc7748 } from './rfc7748';
import { seededBytes, firstSeeded } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

interface Agreement {
  readonly own: KeyPair;
  readonly peer: KeyPair;
  readonly secret: Buffer;
}

function agree(name: string): Agreement {
  const own = keyPairFrom('x25519', seededBytes(`${name} own`, 32));
  const peer = keyPairFrom('x25519', seededBytes(`${name} peer`, 32));
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

function withPeer(name: string, publicKey: Buffer): Agreement {
  const { own, peer } = agree(name);
  return { own, peer: { ...peer, publicKey }, secret: sharedSecret(own, publicKey) };
}

/**
 * Returns cases with public keys that are not reduced: their u coordinate is at least p = 2^255 - 19. In one
 * case, the unused highest bit is also set.
 */
function unreduced(): Case[] {
  const key = (first: number, last: number): Buffer =>
    Buffer.concat([Buffer.from([first]), Buffer.alloc(30, 0xff), Buffer.from([last])]);
  const row = (id: string, comment: string, flags: readonly string[], publicKey: Buffer): Case =>
    agreed(id, comment, flags, withPeer(id, publicKey));
  return [
    row('unreduced-3', 'p + 3 stands for 3: it is not refused', ['Unreduced'], key(0xf0, 0x7f)),
    row('unreduced-most', '2^255 - 1 stands for 18', ['Unreduced'], key(0xff, 0x7f)),
    row('unreduced-high-bit', 'bit 255 goes first, then p', ['Unreduced', 'HighBit'], key(0xff, 0xff)),
  ];
}

/** Returns a case with the peer's key as an SPKI (RFC 8410). */
function spki(): Case {
  const { own, peer, secret } = agree('spki');
  const wrapped = { ...peer, publicKey: writePublicKey(peer, 'x25519-spki') };
  return agreed('rfc8410', 'only the bare 32 bytes are read', ['Form'], { own, peer: wrapped, secret });
}

function refused(id: string, comment: string, flag: string, publicKey: Buffer, own?: Buffer): Case {
  const privateKey = (own ?? agree('high bit').own.privateKey).toString('hex');
  const base = { id, comment, flags: [flag], result: 'invalid', provenance: 'generated' } as const;
  return { ...base, privateKey, publicKey: publicKey.toString('hex') };
}

function forms(): Case[] {
  const { publicKey } = agree('forms').peer;
  const private32 = seededBytes('forms private', 32);
  const scalar = Buffer.concat([Buffer.from([7]), seededBytes('forms point', 31)]);
  const point = keyPairFrom('weierstrass', scalar);
  const high = Buffer.from(smallOrderPublicKeys('x25519')[1]?.bytes ?? Buffer.alloc(32));
  high.writeUInt8(0x80, 31);
  return [
    refused('low-order-high-bit', 'bit 255 hides a key of low order (u = 1) from a list', 'LowOrder', high),
    refused('weierstrass', 'a point of the Weierstrass form', 'Form', point.publicKey),
    refused('x-alone', 'a Weierstrass point without its Y', 'Form', point.publicKey.subarray(0, 33)),
    refused(
      'weierstrass-spki',
      'an SPKI of the Weierstrass form',
      'Form',
      writePublicKey(point, 'weierstrass-spki-named'),
    ),
    refused('public-31', 'a public key of 31 bytes is filled up', 'Form', publicKey.subarray(1)),
    refused(
      'public-33',
      'a public key of 33 bytes is cut',
      'Form',
      Buffer.concat([publicKey, Buffer.alloc(1)]),
    ),
    refused('public-empty', 'no public key at all', 'Form', Buffer.alloc(0)),
    refused('private-31', 'a private key of 31 bytes is filled up', 'Form', publicKey, private32.subarray(1)),
    refused(
      'private-33',
      'a private key of 33 bytes is cut',
      'Form',
      publicKey,
      Buffer.concat([private32, Buffer.alloc(1)]),
    ),
  ];
}

/** Returns the test vectors for X25519 (RFC 7748). */
export function x25519(): VectorFile {
  const begins = (bytes: Buffer): boolean => bytes[0] === 0;
  const ends = (bytes: Buffer): boolean => bytes.at(-1) === 0;
  const found = (name: string, holds: (agreement: Agreement) => boolean): Agreement =>
    firstSeeded(name, agree, holds);
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
  const low = smallOrderPublicKeys('x25519').map(({ name, bytes }, index) =>
    refused(
      `low-order-${index + 1}`,
      `the secret is all zeros, whatever the private key is (u = ${name})`,
      'LowOrder',
      bytes,
    ),
  );
  return vectorFile({
    schema: 'vectors/x25519',
    title: 'X25519 agrees on a shared secret',
    clauses: ['6.2.3'],
    provenance: {
      ...commonSources,
      'rfc7748-5.2': 'RFC 7748, section 5.2',
      'rfc7748-6.1': 'RFC 7748, section 6.1',
    },
    flags: {
      Clamped: 'The scalar has bits that X25519 sets and clears before it is used.',
      HighBit: 'The highest bit of the public key is set.',
      Iterated: 'The function is applied so many times, each to what the last two gave.',
      Zeros: 'A key or a secret that begins or ends with a zero byte: one in 128 does.',
      Unreduced: 'A public key that is not below 2^255 - 19: it counts modulo that (RFC 7748, section 5).',
      Form: 'A key in another form, or of another length.',
      LowOrder: 'A public key of low order, which must be refused.',
    },
    groups: [{ cases: [...rfc7748, ...zeros, highBit, ...unreduced(), spki(), ...low, ...forms()] }],
  });
}
