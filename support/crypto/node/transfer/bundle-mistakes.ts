import { gzipSync } from 'node:zlib';
import type { Mistake } from './ingredients';
import { mistakesOf } from './ingredients';

type Write = NonNullable<Mistake['bundle']>;

const utf8 = 'the UTF-8 bytes of the bundle are what is encrypted';

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** The bundle read as JSON and written again by that means; as it is where it is no JSON. */
const rewritten =
  (write: (value: unknown) => string): Write =>
  (text) => {
    try {
      return Buffer.from(write(JSON.parse(text)));
    } catch {
      return Buffer.from(text);
    }
  };

/** Everything beyond ASCII escaped, and a blank behind each comma and colon. */
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

/** Nothing of a text that is parsed and written anew is known by its beginning. */
const parsed: readonly (readonly [id: string, text: string, write: Write])[] = [
  [
    'bundle-indented',
    `the bundle is parsed and written anew, with indentation; ${utf8}`,
    rewritten((value) => JSON.stringify(value, undefined, 2)),
  ],
  [
    'bundle-spaced',
    `the bundle is parsed and written anew, with blanks and escapes; ${utf8}`,
    rewritten(spaced),
  ],
];

/** The head of a gzip file without a name and a time (RFC 1952, section 2.3). */
const gzipHeadBytes = 8;

const writing: readonly (readonly [id: string, text: string, write: Write])[] = [
  [
    'bundle-as-json-string',
    `the bundle is encoded twice, as a JSON string; ${utf8}`,
    (text) => Buffer.from(JSON.stringify(text)),
  ],
  [
    'bundle-in-base64',
    `the bundle is encoded in Base64 first; ${utf8}`,
    (text) => Buffer.from(Buffer.from(text).toString('base64')),
  ],
  [
    'bundle-in-hex',
    `the bundle is encoded in hexadecimal first; ${utf8}`,
    (text) => Buffer.from(Buffer.from(text).toString('hex')),
  ],
  [
    'bundle-in-utf-16le',
    `the bundle is encrypted in UTF-16; ${utf8}`,
    (text) => Buffer.from(text, 'utf16le'),
  ],
  ['bundle-in-utf-16be', `the bundle is encrypted in UTF-16; ${utf8}`, utf16be],
  [
    'bundle-in-utf-16',
    `the bundle is encrypted in UTF-16 with a byte order mark; ${utf8}`,
    (text) => utf16be(`\uFEFF${text}`),
  ],
  [
    'bundle-in-latin1',
    `the bundle is encrypted in ISO 8859-1, with question marks for what that lacks; ${utf8}`,
    (text) => Buffer.from(text.replaceAll(/[^\0-\xff]/gu, '?'), 'latin1'),
  ],
  [
    'bundle-cut-to-latin1',
    `the upper half of each UTF-16 unit of the bundle is dropped; ${utf8}`,
    (text) => Buffer.from(text, 'latin1'),
  ],
  [
    'bundle-in-ascii',
    `the bundle is encrypted in ASCII; ${utf8}`,
    (text) => Buffer.from(text.replaceAll(/[^\0-\x7f]/gu, '?')),
  ],
  [
    'bundle-with-bom',
    `a byte order mark stands before the bundle; ${utf8}`,
    (text) => Buffer.from(`\uFEFF${text}`),
  ],
  ['bundle-with-newline', `a line break follows the bundle; ${utf8}`, (text) => Buffer.from(`${text}\n`)],
  [
    'bundle-in-nfd',
    `the bundle is brought into a Unicode normal form; ${utf8}`,
    (text) => Buffer.from(text.normalize('NFD')),
  ],
  [
    'bundle-in-nfc',
    `the bundle is brought into a Unicode normal form; ${utf8}`,
    (text) => Buffer.from(text.normalize('NFC')),
  ],
];

/** Ways in which the bundle becomes other bytes before it is encrypted (clause 6.2.6). */
export const bundleMistakes: readonly Mistake[] = [
  ...mistakesOf<Write>('seal', writing, (bundle) => ({ bundle })),
  ...mistakesOf<Write>('seal', parsed, (bundle) => ({ bundle, steadyBytes: 0 })),
  {
    id: 'bundle-compressed',
    stage: 'seal',
    text: `the bundle is compressed first; ${utf8}`,
    bundle: (text) => gzipSync(text),
    steadyBytes: gzipHeadBytes,
  },
];

/** Some other text under the right key. */
export const otherBundle: Mistake = {
  id: 'bundle-other',
  stage: 'seal',
  text: `another text than the bundle is encrypted; ${utf8}, byte for byte`,
};
