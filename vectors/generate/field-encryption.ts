import { constants, createHash, createPublicKey, publicEncrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, flipped } from './seeded';
import type { Case, Group, VectorFile } from './vector-file';
import { sources, vectorFile } from './vector-file';

type Hash = 'sha1' | 'sha256';

interface RsaKey {
  readonly privateKey: string;
  readonly publicKey: string;
}

/** The key that the cases are for, and that of somebody else. Published: they protect nothing. */
function testKeys(): { readonly service: RsaKey; readonly other: RsaKey } {
  return JSON.parse(readFileSync(join(__dirname, '../data/rsa-test-keys.json'), 'utf8')) as ReturnType<
    typeof testKeys
  >;
}

const modulusBytes = 256;

/** MGF1 (RFC 8017, appendix B.2.1). */
function mgf1(seed: Buffer, length: number, hash: Hash): Buffer {
  const blocks: Buffer[] = [];
  for (let count = 0; blocks.length * createHash(hash).digest().length < length; count += 1)
    blocks.push(
      createHash(hash)
        .update(seed)
        .update(Buffer.from([0, 0, 0, count]))
        .digest(),
    );
  return Buffer.concat(blocks).subarray(0, length);
}

const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));

interface Padding {
  readonly label: Hash;
  readonly mask: Hash;
  readonly seed: Buffer;
  readonly text?: string;
}

/** EME-OAEP encoding (RFC 8017, section 7.1.1) with a given seed. */
function oaep(message: Buffer, { label, mask, seed, text = '' }: Padding): Buffer {
  const digest = createHash(label).update(text).digest();
  const zeros = Buffer.alloc(modulusBytes - message.length - 2 * digest.length - 2);
  const block = Buffer.concat([digest, zeros, Buffer.from([1]), message]);
  const maskedBlock = xor(block, mgf1(seed, block.length, mask));
  return Buffer.concat([Buffer.from([0]), xor(seed, mgf1(maskedBlock, seed.length, mask)), maskedBlock]);
}

function raw(key: RsaKey, encoded: Buffer): Buffer {
  return publicEncrypt({ key: createPublicKey(key.publicKey), padding: constants.RSA_NO_PADDING }, encoded);
}

const digestBytes = { sha1: 20, sha256: 32 } as const;
const limitOf = (hash: Hash): number => modulusBytes - 2 * digestBytes[hash] - 2;

function valid(hash: Hash, id: string, comment: string, flags: readonly string[], plaintext: string): Case {
  const seed = bytesOf(`${hash} ${id}`, digestBytes[hash]);
  const ciphertext = raw(testKeys().service, oaep(Buffer.from(plaintext), { label: hash, mask: hash, seed }));
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  return { ...base, plaintext, seed: seed.toString('hex'), ciphertext: ciphertext.toString('base64') };
}

function goodCases(hash: Hash): Case[] {
  const limit = limitOf(hash);
  return [
    valid(hash, 'otp', 'a value as it is met', [], '482913'),
    valid(hash, 'national-id', 'leading zeros are part of the value, not of a number', [], '001234567890'),
    valid(hash, 'empty', 'an empty value is one', ['Length'], ''),
    valid(hash, 'longest', `a value of ${limit} bytes, which just fits`, ['Length'], 'x'.repeat(limit)),
    valid(
      hash,
      'utf-8',
      'the value is encrypted in ISO 8859-1 or UTF-16',
      ['Alphabet'],
      'Žofie 张伟 \u{1F3E5}',
    ),
    valid(hash, 'quotes', 'quotes belong to the value, and are not to be added', ['Alphabet'], '"482913"'),
    valid(hash, 'blanks', 'blanks and line ends are part of the value', ['Alphabet'], ' 482913\n'),
  ];
}

function badCases(hash: Hash): Case[] {
  const { service, other } = testKeys();
  const plaintext = Buffer.from('482913');
  const seed = bytesOf(`${hash} bad`, 32);
  const [own, foreign] = hash === 'sha1' ? (['sha1', 'sha256'] as const) : (['sha256', 'sha1'] as const);
  const right = raw(
    service,
    oaep(plaintext, { label: own, mask: own, seed: seed.subarray(0, digestBytes[own]) }),
  );
  const sealed = (label: Hash, mask: Hash, text?: string): Buffer =>
    raw(
      service,
      oaep(plaintext, {
        label,
        mask,
        seed: seed.subarray(0, digestBytes[label]),
        ...(text !== undefined && { text }),
      }),
    );
  const filler = Buffer.from(bytesOf('pkcs1', modulusBytes).map((byte) => byte || 1));
  const pkcs1 = Buffer.concat([
    Buffer.from([0, 2]),
    filler.subarray(0, modulusBytes - plaintext.length - 3),
    Buffer.from([0]),
    plaintext,
  ]);
  const bare = Buffer.concat([Buffer.alloc(modulusBytes - plaintext.length), plaintext]);
  const to = (key: RsaKey): Buffer =>
    raw(key, oaep(plaintext, { label: own, mask: own, seed: seed.subarray(0, digestBytes[own]) }));
  const refused = (id: string, comment: string, flag: string, ciphertext: Buffer): Case => {
    const base = { id, comment, flags: [flag], result: 'invalid', provenance: 'generated' } as const;
    return { ...base, plaintext: '482913', ciphertext: ciphertext.toString('base64') };
  };
  return [
    refused('other-hash', 'OAEP with the other hash', 'Padding', sealed(foreign, foreign)),
    refused(
      'mixed',
      "label SHA-256 with MGF1 over SHA-1: Java's default for its SHA-256 transformation",
      'Padding',
      sealed('sha256', 'sha1'),
    ),
    refused('mixed-reverse', 'label SHA-1 with MGF1 over SHA-256', 'Padding', sealed('sha1', 'sha256')),
    refused('label', 'a label that is not empty', 'Padding', sealed(own, own, 'otp')),
    refused('pkcs1-v1.5', 'PKCS#1 v1.5, the default of many libraries', 'Padding', raw(service, pkcs1)),
    refused('unpadded', 'the bare RSA operation', 'Padding', raw(service, bare)),
    refused('other-key', 'the key of another service', 'Key', to(other)),
    refused('changed-first', 'a changed byte', 'Changed', flipped(right, 1)),
    refused('changed-last', 'a changed byte', 'Changed', flipped(right, -1)),
    refused('cut', 'the last byte is missing', 'Changed', right.subarray(0, -1)),
    refused('too-long', 'a byte too many', 'Changed', Buffer.concat([right, Buffer.from([0])])),
    refused('twice', 'two ciphertexts in one value', 'Changed', Buffer.concat([right, right])),
    refused('nothing', 'no ciphertext at all', 'Changed', Buffer.alloc(0)),
  ];
}

function group(hash: Hash): Group {
  const { service } = testKeys();
  const cases = [...goodCases(hash), ...badCases(hash)].map((each) => ({
    ...each,
    id: `${hash}-${each.id}`,
  }));
  return { hash: hash === 'sha1' ? 'SHA-1' : 'SHA-256', ...service, cases };
}

/** RSA-OAEP with MGF1 over the same hash, under a key of 2048 bits. */
export function fieldEncryption(): VectorFile {
  return vectorFile({
    schema: 'vectors/field-encryption',
    title: 'RSA-OAEP encrypts one value',
    clauses: ['6.3.2', '6.3.3', '8'],
    provenance: sources,
    flags: {
      Length: 'A value of a length at which something can go wrong.',
      Alphabet: 'A value whose bytes show in which encoding it was encrypted, or what was added.',
      Padding: 'Another padding: decryption must fail, or find something else.',
      Key: 'Encrypted under another key.',
      Changed: 'A ciphertext that is not whole, or was changed.',
    },
    groups: [group('sha1'), group('sha256')],
  });
}
