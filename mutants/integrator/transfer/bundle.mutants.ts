import { gunzipSync, gzipSync } from 'node:zlib';
import type { Mutant } from '../../mutant';
import type { StageMistakeRow } from './slips';
import { twoSidedMutants, mutantHips } from './slips';

const rewritten =
  (write: (value: unknown) => string) =>
  (bundle: string): Buffer => {
    try {
      return Buffer.from(write(JSON.parse(bundle)));
    } catch {
      return Buffer.from(bundle);
    }
  };

/** As the json module of Python writes a value whose texts hold no comma and no colon that blanks could follow. */
const spaced = (value: unknown): string =>
  JSON.stringify(value, undefined, 1)
    .replace(/\n\s*/g, ' ')
    .replace(/([[{]) /g, '$1')
    .replace(/ ([\]}])/g, '$1')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

/** The bytes of a bundle (HDT-08). */
const bundles: readonly StageMistakeRow[] = [
  [
    'bundle-as-json-string',
    'The bundle is a text already, and is written as JSON once more.',
    'the bundle is encoded twice, as a JSON string',
    {
      write: (bundle) => Buffer.from(JSON.stringify(bundle)),
      read: (plaintext) => JSON.parse(plaintext.toString()) as string,
    },
  ],
  [
    'bundle-in-base64',
    'The bundle is encoded before it is encrypted.',
    'the bundle is encoded in Base64 first',
    { write: (bundle) => Buffer.from(Buffer.from(bundle).toString('base64')) },
  ],
  [
    'bundle-in-hex',
    'The bundle is written in hexadecimal before it is encrypted.',
    'the bundle is encoded in hexadecimal first',
    {
      write: (bundle) => Buffer.from(Buffer.from(bundle).toString('hex')),
      read: (plaintext) => Buffer.from(plaintext.toString(), 'hex').toString(),
    },
  ],
  [
    'bundle-in-utf-16le',
    'The bytes are those of the text in memory.',
    'the bundle is encrypted in UTF-16;',
    { write: (bundle) => Buffer.from(bundle, 'utf16le') },
  ],
  [
    'bundle-in-utf-16be',
    'The charset is UTF-16, big-endian.',
    'the bundle is encrypted in UTF-16;',
    { write: swapped },
  ],
  [
    'bundle-in-utf-16',
    'The charset is UTF-16, as Java writes it.',
    'the bundle is encrypted in UTF-16 with a byte order mark',
    { write: (bundle) => swapped(`\ufeff${bundle}`) },
  ],
  [
    'bundle-in-latin-1',
    'The charset is that of the platform.',
    'the bundle is encrypted in ISO 8859-1',
    { write: (bundle) => Buffer.from(bundle.replace(/[^\0-\xff]/gu, '?'), 'latin1') },
  ],
  [
    'bundle-cut-to-bytes',
    'Each character becomes one byte, whatever it is.',
    'the upper half of each UTF-16 unit of the bundle is dropped',
    { write: (bundle) => Buffer.from(bundle, 'latin1') },
  ],
  [
    'bundle-in-ascii',
    'The charset is ASCII.',
    'the bundle is encrypted in ASCII',
    { write: (bundle) => Buffer.from(bundle.replace(/[^\0-\x7f]/gu, '?')) },
  ],
  [
    'bundle-with-byte-order-mark',
    'The writer marks UTF-8.',
    'a byte order mark stands before the bundle',
    { write: (bundle) => Buffer.from(`\ufeff${bundle}`) },
  ],
  [
    'bundle-with-newline',
    'The bundle is printed as a line.',
    'a line break follows the bundle',
    { write: (bundle) => Buffer.from(`${bundle}\n`) },
  ],
  [
    'bundle-decomposed',
    'Texts are brought into another normal form.',
    'the bundle is brought into a Unicode normal form',
    { write: (bundle) => Buffer.from(bundle.normalize('NFD')) },
  ],
  [
    'bundle-composed',
    'Texts are brought into the usual normal form.',
    'the bundle is brought into a Unicode normal form',
    { write: (bundle) => Buffer.from(bundle.normalize('NFC')) },
  ],
  [
    'bundle-indented',
    'The bundle is parsed and written with indentation.',
    'the bundle is parsed and written again, with indentation',
    { write: rewritten((value) => JSON.stringify(value, undefined, 2)) },
  ],
  [
    'bundle-spaced',
    'The bundle is parsed and written with blanks and escapes.',
    'the bundle is parsed and written again, with blanks and escapes',
    { write: rewritten(spaced) },
  ],
  [
    'bundle-compressed',
    'Bundles are compressed to save bytes.',
    'the bundle is compressed first',
    { write: (bundle) => gzipSync(bundle, { level: 1 }), read: (bytes) => gunzipSync(bytes).toString() },
  ],
  [
    'bundle-of-another-patient',
    'A bundle of its own is sent.',
    'another text than the bundle is encrypted',
    { write: () => Buffer.from('{"resourceType":"Bundle","type":"collection","entry":[]}') },
  ],
];

/** Mistakes in the bytes that are encrypted (clause 6.2.6). */
export const bundleMutants: readonly Mutant[] = [
  ...mutantHips('HDT-08', bundles),
  ...twoSidedMutants('HDT-08', bundles, ['bundle-in-hex', 'bundle-compressed']),
];
