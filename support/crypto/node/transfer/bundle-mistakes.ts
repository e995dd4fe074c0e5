const utf8 = 'the UTF-8 bytes of the bundle are what is encrypted';

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
  [
    'bundle-in-utf-16be',
    `the bundle is encrypted in UTF-16; ${utf8}`,
    (text) => Buffer.from(text, 'utf16le').swap16(),
  ],
  [
    'bundle-in-latin1',
    `the bundle is encrypted in ISO 8859-1; ${utf8}`,
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
    'bundle-indented',
    `the bundle is parsed and written anew; ${utf8}`,
    (text) => Buffer.from(rewritten(text, 2)),
  ],
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

function rewritten(text: string, indent: number): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, indent);
  } catch {
    return text;
  }
}

