import type { FieldFlaw } from '../../contract/field-text';
import type { SentEvidence } from '../../exchange/evidence';
import { nameEvidence } from '../../exchange/evidence';
import type { FieldFact, PaddingFact } from '../../exchange/facts';
import { reportText } from '../../exchange/text';
import type { SentField } from './attribution';
import { charsetGivenToAdapter, modulusBytes } from './attribution';
import type { BreachDetails } from '../judge/judge';

/** What a breach says beside the exchange that shows it. */
export type FieldBreachDetails = Pick<BreachDetails, 'expected' | 'seen' | 'cause'>;

/** `POST /path, field /otp`, for the "sent" line of a message, and where to look. */
export function locateField(
  sent: SentEvidence,
  field: FieldFact,
): Pick<BreachDetails, 'sent' | 'places' | 'field'> {
  const index = sent.facts.fields?.indexOf(field) ?? -1;
  return {
    sent: reportText`${nameEvidence(sent)}, field ${field.pointer}`,
    places: [`request body${field.pointer}`],
    ...(index >= 0 && { field: index }),
  };
}

/** Why a value can be read that was to be encrypted. */
export const rawCauses = {
  raw: 'encryption was left out or failed, and the raw value was given all the same',
  encoded: 'the value is merely encoded, as in Base64: that encrypts nothing, and anyone can read it',
} as const;

/** A raw value, or one that is merely encoded (clause 2.4). */
export function describeRawValue({ field: { readable } }: SentField): FieldBreachDetails {
  const isEncoded = readable !== undefined && readable.encoding !== 'raw';
  return {
    expected: 'the Base64 of the RSA ciphertext of the value',
    seen: readable === undefined ? 'the value among other text' : `${readable.planted}, ${readable.encoding}`,
    cause: isEncoded ? rawCauses.encoded : rawCauses.raw,
  };
}

/** Another key, known or not (clause 4.2). */
export function tellKey({ field: { key }, sent }: SentField): FieldBreachDetails {
  const { service = 'the service' } = sent;
  return {
    expected: `the current key of ${service}`,
    seen: key === undefined ? 'a ciphertext that none of the known keys opens' : `the key of ${key}`,
    cause: key === undefined ? keyCauses.unknown : likelyKey(key),
  };
}

/** Why a field is encrypted under another key. */
export const keyCauses = {
  unknown:
    'a key that the suite never gave, as one that stands in the program or its configuration: use the certificate of the service',
  retired: 'the certificate was fetched again, and the key of the old one is used all the same',
  callbacks:
    'the callback JWKS is taken for the certificate: it verifies the JWTs of callbacks, and opens no field',
  ofAnother: 'the certificate of one service is used for the other too: each service has one of its own',
} as const;

function likelyKey(key: string): string {
  if (key.endsWith('(retired)')) return keyCauses.retired;
  return key === 'callback JWKS' ? keyCauses.callbacks : keyCauses.ofAnother;
}

/** Paddings by the names that people know them by. */
export const paddingNames: Readonly<Record<PaddingFact, string>> = {
  'oaep-sha1': 'OAEP with SHA-1',
  'oaep-sha256': 'OAEP with SHA-256',
  'oaep-mixed': 'OAEP with SHA-256, and MGF1 over SHA-1',
  'oaep-mixed-reversed': 'OAEP with SHA-1, and MGF1 over SHA-256',
  'oaep-label': 'OAEP with a label',
  'oaep-other': 'OAEP with another hash',
  'pkcs1-v1.5': 'PKCS#1 v1.5',
  none: 'no padding',
  unknown: 'a padding that cannot be told',
};

export const mixedHashes =
  'two hashes are mixed, as by default in Java for OAEPWithSHA-256AndMGF1Padding: its MGF1 stays at SHA-1';

/** Why a first attempt has another padding. */
export const paddingCauses = {
  sha256: 'SHA-256 from the first attempt on: it is right only where SHA-1 was rejected',
  mixed: mixedHashes,
  reversed: 'the hash of MGF1 was set to SHA-256, and that of OAEP was left at SHA-1',
  label: 'an OAEP label where an empty one is wanted',
  otherHash: 'OAEP over a hash beside SHA-1 and SHA-256',
  pkcs1: 'RSA/ECB/PKCS1Padding, the default of many libraries',
  none: 'RSA/ECB/NoPadding: the bare operation, which gives one ciphertext for one value',
} as const;

const likelyPaddings: Readonly<Partial<Record<PaddingFact, string>>> = {
  'oaep-sha256': paddingCauses.sha256,
  'oaep-mixed': paddingCauses.mixed,
  'oaep-mixed-reversed': paddingCauses.reversed,
  'oaep-label': paddingCauses.label,
  'oaep-other': paddingCauses.otherHash,
  'pkcs1-v1.5': paddingCauses.pkcs1,
};

/** Another padding (clause 6.3.2). */
export function tellPadding({ field: { padding = 'none' } }: SentField): FieldBreachDetails {
  return {
    expected: 'OAEP with SHA-1 and MGF1 over SHA-1; SHA-256 for both where SHA-1 was rejected before',
    seen: paddingNames[padding],
    cause: likelyPaddings[padding] ?? paddingCauses.none,
  };
}

export const joinedAtOnce = 'several values, or a whole object, are made one text and encrypted at once';

/** Two values in one plaintext (clause 6.3.4). */
export function tellJoined({ field: { plaintext } }: SentField): FieldBreachDetails {
  return {
    expected: 'one value in one ciphertext',
    seen: `a plaintext with ${plaintext?.contains.join(' and ') ?? 'two values'} in it`,
    cause: joinedAtOnce,
  };
}

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
export function tellBytes(about: SentField): FieldBreachDetails {
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
function likelyOther({ sent, charsets }: SentField): string {
  const charset = charsetGivenToAdapter(sent);
  return charset !== undefined && charset !== 'ASCII' && charsets.opensAscii(sent)
    ? bytesCauses.lettersOnly
    : bytesCauses.another;
}

function tellGarbled(charset: string): FieldBreachDetails {
  return {
    expected,
    seen: `a ciphertext that no key opens, of a value with letters ${nameCharset(charset)}; values of ASCII open`,
    cause: bytesCauses.garbled,
  };
}

/** For a sentence: letters of Latin-1, letters beyond Latin-1. */
export const nameCharset = (charset: string): string =>
  charset.startsWith('beyond') ? charset : `of ${charset}`;

/** Why a field holds something else than the Base64 of one ciphertext. */
export const formCauses = {
  missing: 'encryption was left out or failed, and the field was sent all the same, with no ciphertext in it',
  pending:
    'the encryption was not awaited, or its ArrayBuffer not encoded: in JSON, both become an empty object',
  notEncoded: 'the ciphertext was not encoded: its bytes or its object stand in the JSON in place of Base64',
  hex: 'hexadecimal in place of Base64',
  urlAlphabet: 'the URL alphabet (- and _) in place of the standard one (+ and /)',
  unpadded: 'the encoder leaves out the = at the end; alphabet and bytes are right',
  lines: 'the Base64 is broken into lines, as by a MIME encoder: take one that writes a single line',
  lineEnd: 'a line end stands behind the Base64, as behind the output of a command',
  blanks: 'blanks stand in the Base64, as where + was decoded as in a form',
  wrapped: 'the Base64 was encoded or wrapped once more: send it as it is',
  padBits: 'the Base64 was cut or changed: its last bits are not those of an encoder',
  several: 'two Base64 texts stand one behind the other in one field',
  doubled: 'two ciphertexts stand in one field, or one of a key that is twice as long as that of the service',
  otherKey: 'a key of another length than that of the service encrypted it',
  short: 'one or two bytes are missing: leading zeros of the ciphertext were cut off, or its end',
  tooShort: 'the ciphertext was cut, or is none of RSA under the key of the service',
  besides: 'something besides the raw ciphertext stands in the field, as its length before it',
  tooLong: 'more than one ciphertext stands in the field, or none of RSA under the key of the service',
  noBase64: 'what stands in the field is no Base64',
} as const;

const { missing, notEncoded, wrapped } = formCauses;

/** What the text of a field shows, and how it came about. */
const flaws: Readonly<Record<FieldFlaw, readonly [seen: string, cause: string]>> = {
  null: ['null', missing],
  number: ['a number', missing],
  boolean: ['true or false', missing],
  list: ['a list', notEncoded],
  'empty object': ['an object without members', formCauses.pending],
  'buffer as JSON': ['a Buffer in JSON', notEncoded],
  object: ['an object', notEncoded],
  'empty text': ['an empty text', missing],
  'word for nothing': ['a word for nothing, as null or undefined', missing],
  'object as text': ['the name of an object, as [object Object]', notEncoded],
  'without padding': ['Base64 without its padding', formCauses.unpadded],
  'line breaks': ['Base64 with line breaks', formCauses.lines],
  'line end behind it': ['Base64 with a line end behind it', formCauses.lineEnd],
  blanks: ['Base64 with blanks', formCauses.blanks],
  joined: ['two Base64 texts one behind the other', formCauses.several],
  'pad bits': ['Base64 that no encoder writes', formCauses.padBits],
  'URL alphabet': ['base64url', formCauses.urlAlphabet],
  hexadecimal: ['hexadecimal', formCauses.hex],
  'Base64 twice': ['the Base64 of Base64', wrapped],
  'data URL': ['a data URL', wrapped],
  'percent-encoded': ['percent-encoded Base64', wrapped],
  'in quotes': ['Base64 in quotes of its own', wrapped],
};

/** Something else than the standard Base64 of one ciphertext (clause 6.3.2). */
export function tellForm(about: SentField): FieldBreachDetails {
  const { field } = about;
  const wanted = modulusBytes(about);
  const length = field.bytes === undefined ? '' : ` of ${field.bytes} bytes`;
  const [seen, cause] =
    field.flaw === undefined ? [field.form, likelyLength(field, wanted)] : flaws[field.flaw];
  return {
    expected: `standard Base64, padded and on one line, of ${wanted} bytes`,
    seen: seen + length,
    cause,
  };
}

const moduli = [128, 256, 384, 512];

function likelyLength({ bytes, key }: FieldFact, wanted: number): string {
  if (bytes === undefined) return formCauses.noBase64;
  if (bytes === wanted * 2) return formCauses.doubled;
  if (key !== undefined) return formCauses.besides;
  if (bytes < wanted && wanted - bytes < 3) return formCauses.short;
  if (moduli.includes(bytes)) return formCauses.otherKey;
  return bytes < wanted ? formCauses.tooShort : formCauses.tooLong;
}
