import type { Hash, RsaKey } from './oaep';
import { modulusBytes, oaep, raw, testKeys } from './oaep';
import { seededBytes, firstSeeded, flipped } from './seeded';
import type { Case, Group, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

const digestBytes = { sha1: 20, sha256: 32 } as const;
const limitOf = (hash: Hash): number => modulusBytes - 2 * digestBytes[hash] - 2;

interface Encrypted {
  readonly seed: Buffer;
  readonly ciphertext: Buffer;
}

function encrypted(hash: Hash, name: string, plaintext: string): Encrypted {
  const seed = seededBytes(`${hash} ${name}`, digestBytes[hash]);
  const encoded = oaep(Buffer.from(plaintext), { label: hash, mask: hash, seed });
  return { seed, ciphertext: raw(testKeys().service, encoded) };
}

const otp = '482913';

/** Finds a ciphertext that begins with a zero byte, as about 1 in 256 does. */
function zeroAhead(hash: Hash): Encrypted {
  return firstSeeded(
    'leading-zero',
    (name) => encrypted(hash, name, otp),
    ({ ciphertext }) => ciphertext[0] === 0,
  );
}

function valid(
  hash: Hash,
  id: string,
  comment: string,
  flags: readonly string[],
  plaintext: string,
  { seed, ciphertext } = encrypted(hash, id, plaintext),
): Case {
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  return { ...base, plaintext, seed: seed.toString('hex'), ciphertext: ciphertext.toString('base64') };
}

function goodCases(hash: Hash): Case[] {
  const limit = limitOf(hash);
  return [
    valid(hash, 'otp', 'a value as it is met', [], otp),
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
    valid(
      hash,
      'leading-zero',
      'a ciphertext that is turned into a number loses its leading zero',
      ['Zeros'],
      otp,
      zeroAhead(hash),
    ),
  ];
}

function badCases(hash: Hash): Case[] {
  const { service, other } = testKeys();
  const plaintext = Buffer.from(otp);
  const seed = seededBytes(`${hash} bad`, 32);
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
  const filler = Buffer.from(seededBytes('pkcs1', modulusBytes).map((byte) => byte || 1));
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
    return { ...base, plaintext: otp, ciphertext: ciphertext.toString('base64') };
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
    refused('changed-middle', 'a changed byte', 'Changed', flipped(right, modulusBytes / 2)),
    refused('changed-last', 'a changed byte', 'Changed', flipped(right, -1)),
    refused(
      'leading-zero-dropped',
      'a ciphertext is as long as the modulus: its leading zero was dropped',
      'Zeros',
      zeroAhead(hash).ciphertext.subarray(1),
    ),
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

/** Returns the test vectors for RSA-OAEP with a 2048-bit key. The label digest and MGF1 use the same hash. */
export function fieldEncryption(): VectorFile {
  return vectorFile({
    schema: 'vectors/field-encryption',
    title: 'RSA-OAEP encrypts one value',
    clauses: ['6.3.2', '6.3.3', '8'],
    provenance: commonSources,
    flags: {
      Length: 'A value of a length at which something can go wrong.',
      Alphabet: 'A value whose bytes show in which encoding it was encrypted, or what was added.',
      Zeros: 'A ciphertext that begins with a zero byte, as one in 256 does.',
      Padding: 'Another padding: decryption must fail, or find something else.',
      Key: 'Encrypted under another key.',
      Changed: 'A ciphertext that is not whole, or was changed.',
    },
    groups: [group('sha1'), group('sha256')],
  });
}
