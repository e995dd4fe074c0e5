import { cases } from './texts';
import type { Case, VectorFile } from './vector-file';
import { commonSources, vectorFile } from './vector-file';

/**
 * Returns the test vectors for canonical standard Base64 (RFC 4648, section 4), the encoding of encrypted
 * fields, keys and nonces.
 */
export function base64(): VectorFile {
  return vectorFile({
    schema: 'vectors/text',
    title: 'Encrypted values, keys and nonces are canonical standard Base64',
    clauses: ['2.4', '2.6', '6.3.2'],
    provenance: { ...commonSources, rfc4648: 'RFC 4648, section 10' },
    flags: {
      Canonical: 'Standard alphabet, padded, on one line, with zero pad bits.',
      Alphabet: 'Characters of another alphabet.',
      Padding: 'Padding that is missing, too much, or in the middle.',
      Lines: 'Line breaks or blanks.',
      PadBits: 'Bits behind the last byte that are not zero: two texts would stand for one value.',
    },
    groups: [
      {
        reads: 'base64',
        cases: [
          ...(
            [
              ['f', 'Zg=='],
              ['fo', 'Zm8='],
              ['foo', 'Zm9v'],
              ['foob', 'Zm9vYg=='],
              ['fooba', 'Zm9vYmE='],
              ['foobar', 'Zm9vYmFy'],
            ] as const
          ).map(([name, text]): Case => ({
            id: `rfc4648-${name}`,
            comment: 'a length that is no multiple of three is padded',
            flags: ['Canonical'],
            result: 'valid',
            provenance: 'rfc4648',
            text,
            decoded: Buffer.from(name).toString('hex'),
          })),
          ...cases('valid', 'Canonical', [
            ['high-bits', '+/+/', 'the two characters that base64url writes otherwise'],
          ]).map((each) => ({
            ...each,
            decoded: 'fbffbf',
          })),
          {
            id: 'rfc4648-empty',
            comment: 'no bytes are written as no characters, not refused or written as padding',
            flags: ['Canonical'],
            result: 'valid',
            provenance: 'rfc4648',
            text: '',
            decoded: '',
          },
          ...cases('invalid', 'Alphabet', [
            ['url', '-_-_', 'base64url'],
            ['hex-like', 'Zm9!', 'a character of no alphabet'],
            ['data-url', 'data:;base64,Zm9v', 'a data URL'],
            ['percent', 'Zg%3D%3D', 'URL-encoded'],
          ]),
          ...cases('invalid', 'Padding', [
            ['unpadded', 'Zm8', 'padding left out'],
            ['half-padded', 'Zg=', 'half of the padding'],
            ['over-padded', 'Zm9v=', 'padding where none belongs'],
            ['padding-alone', '====', 'padding of nothing'],
            ['joined', 'Zg==Zg==', 'two texts joined'],
            ['one-character', 'Z', 'a length that no bytes have'],
          ]),
          ...cases('invalid', 'Lines', [
            ['newline', 'Zm9v\n', 'the line end of a command'],
            ['wrapped', 'Zm9v\r\nYmFy', 'a MIME encoder'],
            ['tab', 'Zm9v\t', 'a tab behind it'],
            ['blank', 'Zm9v YmFy', 'a plus that became a blank in a URL'],
            ['leading-blank', ' Zm9v', 'a blank in front'],
          ]),
          ...cases('invalid', 'PadBits', [
            ['pad-bits-4', 'Zh==', 'four pad bits that are not zero'],
            ['pad-bits-2', 'Zm9=', 'two pad bits that are not zero'],
          ]),
        ],
      },
    ],
  });
}
