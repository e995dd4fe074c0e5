import { gzipSync } from 'node:zlib';
import type { Mistake, Slips } from './ingredients';
import { mistakesAt } from './ingredients';

type Write = NonNullable<Mistake['bundle']>;

const utf8 = 'the UTF-8 bytes of the bundle are what is encrypted';

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/**
 * Parses the bundle as JSON and serialises it again with `write`. Leaves a bundle that is not JSON unchanged.
 */
const rewritten =
  (write: (value: unknown) => string): Write =>
  (text) => {
    try {
      return Buffer.from(write(JSON.parse(text)));
    } catch {
      return Buffer.from(text);
    }
  };

/**
 * Serialises JSON as Python does by default: a space after each comma and colon, non-ASCII characters
 * escaped.
 */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${spaced(name)}: ${spaced(member)}`)
      .join(', ')}}`;
  return JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Number of constant bytes at the start of a gzip file without a file name and a modification time (RFC 1952,
 * section 2.3).
 */
const gzipHeadBytes = 8;

const encoded =
  (encoding: 'base64' | 'hex'): Write =>
  (text) =>
    Buffer.from(Buffer.from(text).toString(encoding));

const normal =
  (form: 'NFC' | 'NFD'): Write =>
  (text) =>
    Buffer.from(text.normalize(form));

const inUtf16 = 'the bundle is encrypted in UTF-16';
const inNormalForm = 'the bundle is brought into a Unicode normal form';

function knownBy(steadyBytes: number, slips: Slips<'bundle'>): Mistake[] {
  return mistakesAt('bundle', utf8, slips).map((mistake) => ({ ...mistake, steadyBytes }));
}

/** Ways in which a client may change the bytes of the bundle before it encrypts them (clause 6.2.6). */
export const bundleMistakes: readonly Mistake[] = [
  ...mistakesAt('bundle', utf8, {
    'bundle-as-json-string': [
      'the bundle is encoded twice, as a JSON string',
      (text) => Buffer.from(JSON.stringify(text)),
    ],
    'bundle-in-base64': ['the bundle is encoded in Base64 first', encoded('base64')],
    'bundle-in-hex': ['the bundle is encoded in hexadecimal first', encoded('hex')],
    'bundle-in-utf-16le': [inUtf16, (text) => Buffer.from(text, 'utf16le')],
    'bundle-in-utf-16be': [inUtf16, utf16be],
    'bundle-in-utf-16': [`${inUtf16} with a byte order mark`, (text) => utf16be(`\uFEFF${text}`)],
    'bundle-in-latin1': [
      'the bundle is encrypted in ISO 8859-1, with question marks for what that lacks',
      (text) => Buffer.from(text.replaceAll(/[^\0-\xff]/gu, '?'), 'latin1'),
    ],
    'bundle-cut-to-latin1': [
      'the upper half of each UTF-16 unit of the bundle is dropped',
      (text) => Buffer.from(text, 'latin1'),
    ],
    'bundle-in-ascii': [
      'the bundle is encrypted in ASCII',
      (text) => Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?')),
    ],
    'bundle-with-bom': ['a byte order mark stands before the bundle', (text) => Buffer.from(`\uFEFF${text}`)],
    'bundle-with-newline': ['a line break follows the bundle', (text) => Buffer.from(`${text}\n`)],
    'bundle-in-nfd': [inNormalForm, normal('NFD')],
    'bundle-in-nfc': [inNormalForm, normal('NFC')],
  }),
  // These mistakes parse the whole bundle, so `steadyBytes` is 0: not even their first bytes can be computed
  // from only the beginning of a bundle.
  ...knownBy(0, {
    'bundle-indented': [
      'the bundle is parsed and written again, with indentation',
      rewritten((value) => JSON.stringify(value, undefined, 2)),
    ],
    'bundle-spaced': ['the bundle is parsed and written again, with blanks and escapes', rewritten(spaced)],
  }),
  ...knownBy(gzipHeadBytes, {
    'bundle-compressed': ['the bundle is compressed first', (text) => gzipSync(text)],
  }),
];

/** The mistake of encrypting something other than the bundle, with the right key and IV. */
export const otherBundle: Mistake = {
  id: 'bundle-other',
  stage: 'seal',
  text: `another text than the bundle is encrypted; ${utf8}, byte for byte`,
};
