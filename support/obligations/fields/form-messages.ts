import type { FieldFlaw } from '../../contract/field-text';
import type { FieldFact } from '../../exchange/facts';
import type { FieldCase } from './attribution';
import { modulusBytes } from './attribution';
import type { FieldTold } from './messages';

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
export function tellForm(about: FieldCase): FieldTold {
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
