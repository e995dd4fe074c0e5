import { mixNonces } from '../../support/crypto/node/transfer';
import { seededBytes } from './seeded';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

const hex = (bytes: Buffer): string => bytes.toString('hex');

function mixed(id: string, comment: string, flags: readonly string[], hip: Buffer, hiu: Buffer): Case {
  const { salt, iv } = mixNonces(hip, hiu);
  const base = { id, comment, flags, result: 'valid', provenance: 'generated' } as const;
  return { ...base, hipNonce: hex(hip), hiuNonce: hex(hiu), salt: hex(salt), iv: hex(iv) };
}

function refused(id: string, comment: string, hip: Buffer, hiu: Buffer): Case {
  const base = { id, comment, flags: ['Length'], result: 'invalid', provenance: 'generated' } as const;
  return { ...base, hipNonce: hex(hip), hiuNonce: hex(hiu) };
}

const counting = Buffer.from(Array.from({ length: 32 }, (_unused, index) => index));

/**
 * Returns the test vectors for combining both nonces by XOR, and for splitting the result into salt and IV
 * (clause 6.2.4).
 */
export function nonces(): VectorFile {
  const random = [0, 1, 2, 3].map(
    (each) => [seededBytes(`hip ${each}`, 32), seededBytes(`hiu ${each}`, 32)] as const,
  );
  const cases: Case[] = [
    mixed(
      'counting',
      'the place of every byte shows: salt 00 to 13, IV 14 to 1f',
      [],
      counting,
      Buffer.alloc(32),
    ),
    mixed(
      'counting-hiu',
      'the other nonce counts: the order of both makes no difference',
      [],
      Buffer.alloc(32),
      counting,
    ),
    mixed(
      'complement',
      'OR, AND and addition give another result than XOR',
      ['Combination'],
      counting,
      Buffer.alloc(32, 0xff),
    ),
    mixed('equal', 'equal nonces give zeros: they are used as they are', ['Combination'], counting, counting),
    mixed(
      'carry',
      'addition carries, XOR does not',
      ['Combination'],
      Buffer.alloc(32, 0x81),
      Buffer.alloc(32, 0x80),
    ),
    ...random.map(([hip, hiu], index) =>
      mixed(
        `random-${index + 1}`,
        'salt and IV are swapped, overlap or are cut elsewhere',
        ['Split'],
        hip,
        hiu,
      ),
    ),
    refused('hip-31', 'a nonce of 31 bytes is filled up', seededBytes('short', 31), counting),
    refused('hip-33', 'a nonce of 33 bytes is cut', seededBytes('long', 33), counting),
    refused('hiu-31', 'a nonce of 31 bytes is filled up', counting, seededBytes('short', 31)),
    refused('hiu-33', 'a nonce of 33 bytes is cut', counting, seededBytes('long', 33)),
    refused('hip-empty', 'no nonce at all is taken for zeros', Buffer.alloc(0), counting),
    refused(
      'both-16',
      'nonces of a UUID or an AES block are taken',
      seededBytes('half', 16),
      seededBytes('other half', 16),
    ),
  ];
  return vectorFile({
    schema: 'vectors/nonces',
    title: 'Both nonces give HKDF salt and AES-GCM IV',
    clauses: ['6.2.4', '8'],
    provenance: commonSources,
    flags: {
      Combination: 'Tells XOR from other ways of combining two nonces.',
      Split: 'Tells the first 20 bytes as salt and the last 12 as IV from other splits.',
      Length: 'A nonce that is not 32 bytes long.',
    },
    groups: [{ cases }],
  });
}
