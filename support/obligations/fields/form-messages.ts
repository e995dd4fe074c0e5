import type { FieldFlaw } from '../../contract/field-text';
import type { FieldFact } from '../../exchange/facts';
import type { FieldCase } from './attribution';
import { modulusBytes } from './attribution';
import type { FieldTold } from './messages';

const failed = 'encryption failed, and the request was sent all the same';

/** What the text of a field shows, and how it came about. */
const flaws: Readonly<Record<FieldFlaw, readonly [seen: string, cause: string]>> = {
  null: ['null', `${failed}, with null in place of the ciphertext`],
  number: ['a number', `${failed}, with a number in place of the ciphertext`],
  boolean: ['true or false', `${failed}, with its outcome in place of the ciphertext`],
  list: ['a list', 'the bytes of the ciphertext were written as a JSON list: write their Base64'],
  'empty object': [
    'an object without members',
    'the encryption was not awaited: its promise became an empty object',
  ],
  'buffer as JSON': ['a Buffer in JSON', 'the ciphertext was not encoded: its Buffer became a JSON object'],
  object: ['an object', 'the field holds an object in place of the ciphertext itself'],
  'empty text': ['an empty text', `${failed}, with an empty text in place of the ciphertext`],
  'word for nothing': [
    'a word for nothing, as null or undefined',
    `${failed}, with the word for nothing as a text`,
  ],
  'object as text': [
    'the name of an object, as [object Object]',
    'the ciphertext was not encoded: an object became a text',
  ],
  'without padding': [
    'Base64 without its padding',
    'the encoder leaves out the = at the end; alphabet and bytes are right',
  ],
  'line breaks': [
    'Base64 with line breaks',
    'a MIME encoder breaks the lines: take the one that writes a single line',
  ],
  'line end behind it': [
    'Base64 with a line end behind it',
    'the output of a command keeps its last line end',
  ],
  blanks: ['Base64 with blanks', 'blanks stand in the Base64, as where + was decoded as in a form'],
  joined: ['two Base64 texts one behind the other', 'two ciphertexts in one field'],
  'pad bits': [
    'Base64 that no encoder writes',
    'the Base64 was cut or changed: its last bits are not those of an encoder',
  ],
  'URL alphabet': ['base64url', 'the URL alphabet (- and _) in place of the standard one (+ and /)'],
  hexadecimal: ['hexadecimal', 'hexadecimal in place of Base64'],
  'Base64 twice': ['the Base64 of Base64', 'the ciphertext was put into Base64 twice'],
  'data URL': ['a data URL', 'a data URL stands before the Base64: send the Base64 alone'],
  'percent-encoded': ['percent-encoded Base64', 'the Base64 was encoded for a URL: JSON takes it as it is'],
  'in quotes': [
    'Base64 in quotes of its own',
    'the Base64 was written as JSON twice: it has quotes of its own',
  ],
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

function likelyLength({ bytes, form, key }: FieldFact, wanted: number): string {
  if (bytes === undefined)
    return form === 'not-a-string' ? 'no text stands in the field' : 'text that is no Base64';
  if (bytes === wanted * 2) return 'two ciphertexts in one field';
  if (key !== undefined)
    return 'something besides the raw ciphertext stands in the field, as its length before it';
  if (bytes < wanted && wanted - bytes < 3) return 'leading zeros of the ciphertext were cut off';
  if (moduli.includes(bytes))
    return `a key of ${bytes * 8} bits encrypted it, and that of the service has ${wanted * 8}`;
  return bytes < wanted ? 'the ciphertext was cut' : 'something besides one ciphertext stands in the field';
}
