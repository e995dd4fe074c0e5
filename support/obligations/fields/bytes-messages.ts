import type { FieldCase } from './attribution';
import { givenCharset } from './charset-history';
import type { FieldTold } from './messages';

const utf8 = 'name UTF-8 where the text is turned into bytes';

/** Why other bytes than the value's own were encrypted, by how they differ. */
const causes: Readonly<Partial<Record<string, string>>> = {
  'in quotes': 'the value is written as JSON before it is encrypted',
  'with blanks around it': 'the value is not trimmed: a line end or a blank came with it',
  'with zero bytes': 'the value is filled up with zero bytes, or its buffer is longer than the value',
  'with a byte order mark': 'the encoder writes a byte order mark: choose UTF-8 without one',
  'in Base64 first': 'the value is put into Base64 before it is encrypted',
  'in hexadecimal first': 'the value is written in hexadecimal before it is encrypted',
  'URL-encoded': 'the value is URL-encoded before it is encrypted',
  'in another Unicode normal form': 'the value is normalised before it is encrypted',
  'inside other text': 'the value is wrapped into other text, as an object in JSON',
  'cut short': 'the value is cut to a length',
  'a word for nothing': 'the value was not there when it was encrypted: the word for nothing was',
  'as ISO 8859-1': `the text is encrypted in ISO 8859-1, the charset of the platform or of a binary string: ${utf8}`,
  'as the low byte of each letter': `a binary string is made of the text, which keeps the low byte of each letter: ${utf8}`,
  'as Windows-1252': `the text is encrypted in Windows-1252, the charset of the platform: ${utf8}`,
  'as UTF-16': `the text is encrypted in UTF-16, as it stands in memory: ${utf8}`,
  'with ? in place of letters': `a charset that lacks the letters writes ? for them: ${utf8}`,
  'with U+FFFD in place of letters': `the text was decoded in the wrong charset before: its letters are lost`,
  'without the letters that are not ASCII': `what is not ASCII is dropped: ${utf8}`,
  'in UTF-8 twice': 'the bytes of UTF-8 were taken for text, and encoded once more',
  'escaped as \\u0000': 'the letters are escaped as in JSON before the value is encrypted',
  'as HTML entities': 'the letters are escaped as in HTML before the value is encrypted',
  'without its accents': 'accents are stripped before the value is encrypted',
  'as CESU-8': 'letters beyond the first plane are written as two halves, as modified UTF-8 has them',
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
    cause: causes[flaw ?? ''] ?? likelyOther(about),
  };
}

/** What is not known again was garbled, where its letters are the reason; else it is another value. */
function likelyOther({ sent, charsets }: FieldCase): string {
  const charset = givenCharset(sent);
  return charset !== undefined && charset !== 'ASCII' && charsets.opensAscii(sent)
    ? `values of ASCII are right, and those with letters ${named(charset)} are not: ${utf8}`
    : 'another value was encrypted than the one that was given';
}

function tellGarbled(charset: string): FieldTold {
  return {
    expected,
    seen: `a ciphertext that no key opens, of a value with letters ${named(charset)}; values of ASCII open`,
    cause: `the library takes the text for bytes and garbles letters ${named(charset)}: ${utf8} (forge: util.encodeUtf8)`,
  };
}

/** For a sentence: letters of Latin-1, letters beyond Latin-1. */
export const named = (charset: string): string => (charset.startsWith('beyond') ? charset : `of ${charset}`);
