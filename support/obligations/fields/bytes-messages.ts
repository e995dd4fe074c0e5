import type { FieldCase } from './attribution';
import { givenCharset } from './charset-history';
import type { FieldTold } from './messages';

const utf8 = 'name UTF-8 where the text is turned into bytes';

/** Why other bytes than the value's own were encrypted. */
export const bytesCauses = {
  quoted: 'the value is written as JSON before it is encrypted',
  wrapped: 'the value is wrapped into other text, as an object in JSON',
  untrimmed: 'the value is not trimmed: a line end or a blank came with it',
  zeros: 'the value is filled up with zero bytes, or its buffer is longer than the value',
  byteOrderMark: 'the encoder writes a byte order mark: choose UTF-8 without one',
  encoded:
    'the value is encoded or escaped before it is encrypted, as in Base64, hexadecimal, URLs, JSON or HTML',
  respelt: 'the letters are normalised, or lose their accents, before the value is encrypted',
  cut: 'the value is cut to a length',
  nothing: 'the value was not there when it was encrypted: the word for nothing was',
  latin1: `the text is encrypted in ISO 8859-1, the charset of the platform or of a binary string: ${utf8}`,
  lowBytes: `a binary string is made of the text, which keeps the low byte of each letter: ${utf8}`,
  windows1252: `the text is encrypted in Windows-1252, the charset of the platform: ${utf8}`,
  utf16: `the text is encrypted in UTF-16, as it stands in memory: ${utf8}`,
  lost: `a charset that lacks the letters drops them, or writes ? for them: ${utf8}`,
  undecoded: 'the text was decoded in the wrong charset before: its letters are lost',
  twice: 'the bytes of UTF-8 were taken for text, and encoded once more',
  halves: 'letters beyond the first plane are written as two halves, as modified UTF-8 has them',
  lettersOnly: `values of ASCII are right, and those with other letters are not: ${utf8}`,
  garbled: `the library takes the text for bytes and garbles its letters: ${utf8} (forge: util.encodeUtf8)`,
  throws: `the library throws on letters that are not ASCII, or on some of them: ${utf8}`,
  another: 'another value was encrypted than the one that was given',
} as const;

/** By how they differ. */
const likely: Readonly<Partial<Record<string, string>>> = {
  'in quotes': bytesCauses.quoted,
  'with blanks around it': bytesCauses.untrimmed,
  'with zero bytes': bytesCauses.zeros,
  'with a byte order mark': bytesCauses.byteOrderMark,
  'in Base64 first': bytesCauses.encoded,
  'in hexadecimal first': bytesCauses.encoded,
  'URL-encoded': bytesCauses.encoded,
  'in another Unicode normal form': bytesCauses.respelt,
  'inside other text': bytesCauses.wrapped,
  'cut short': bytesCauses.cut,
  'a word for nothing': bytesCauses.nothing,
  'as ISO 8859-1': bytesCauses.latin1,
  'as the low byte of each letter': bytesCauses.lowBytes,
  'as Windows-1252': bytesCauses.windows1252,
  'as UTF-16': bytesCauses.utf16,
  'with ? in place of letters': bytesCauses.lost,
  'with U+FFFD in place of letters': bytesCauses.undecoded,
  'without the letters that are not ASCII': bytesCauses.lost,
  'in UTF-8 twice': bytesCauses.twice,
  'escaped as \\u0000': bytesCauses.encoded,
  'as HTML entities': bytesCauses.encoded,
  'without its accents': bytesCauses.respelt,
  'as CESU-8': bytesCauses.halves,
};

const expected = 'the UTF-8 bytes of the value and nothing else';

/** Other bytes than the value's own (clause 6.3.2). */
export function tellBytes(about: FieldCase): FieldTold {
  const { field, sent, charsets } = about;
  const garbled = charsets.garbled(sent, field);
  if (garbled !== undefined) return tellGarbled(garbled);
  const { bytes = 0, contains = [], flaw } = field.plaintext ?? {};
  const around = contains.length > 0 ? ` of ${contains.join(', ')}` : '';
  return {
    expected,
    seen: `${bytes} bytes${around}: ${flaw ?? 'no value that was given'}`,
    cause: likely[flaw ?? ''] ?? likelyOther(about),
  };
}

/** What is not known again was garbled, where its letters are the reason; else it is another value. */
function likelyOther({ sent, charsets }: FieldCase): string {
  const charset = givenCharset(sent);
  return charset !== undefined && charset !== 'ASCII' && charsets.opensAscii(sent)
    ? bytesCauses.lettersOnly
    : bytesCauses.another;
}

function tellGarbled(charset: string): FieldTold {
  return {
    expected,
    seen: `a ciphertext that no key opens, of a value with letters ${named(charset)}; values of ASCII open`,
    cause: bytesCauses.garbled,
  };
}

/** For a sentence: letters of Latin-1, letters beyond Latin-1. */
export const named = (charset: string): string => (charset.startsWith('beyond') ? charset : `of ${charset}`);
