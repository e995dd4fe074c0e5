import { isObject } from './json';

/**
 * The encoding of a field's value. `base64`: canonical standard Base64 (padded, no line breaks, zero pad
 * bits). `base64-loose`: the standard alphabet, but not canonical (line breaks, missing padding, two
 * ciphertexts joined). `text`: any other string.
 */
export type FieldForm = 'base64' | 'base64-loose' | 'base64url' | 'hex' | 'text' | 'not-a-string';

/** The way in which a field differs from the standard Base64 of a ciphertext. */
export type FieldFlaw =
  | 'null'
  | 'number'
  | 'boolean'
  | 'list'
  | 'empty object'
  | 'buffer as JSON'
  | 'object'
  | 'empty text'
  | 'word for nothing'
  | 'object as text'
  | 'without padding'
  | 'line breaks'
  | 'line end behind it'
  | 'blanks'
  | 'joined'
  | 'pad bits'
  | 'URL alphabet'
  | 'hexadecimal'
  | 'Base64 twice'
  | 'data URL'
  | 'percent-encoded'
  | 'in quotes';

/** Facts about a field that the suite can determine without a key. */
interface FieldText {
  readonly form: FieldForm;
  /** The decoded bytes, if the value is in one of the known encodings. */
  readonly bytes?: Buffer;
  readonly flaw?: FieldFlaw;
}

const nothings: readonly (FieldFlaw | undefined)[] = ['empty text', 'word for nothing', 'object as text'];

/**
 * Returns whether a flaw means that the client did not have a value to send: the field is empty, or contains
 * a word such as `null` or `[object Object]`. Such a field is neither a ciphertext nor an unencrypted value.
 */
export const isMissingValueFlaw = (flaw: FieldFlaw | undefined): boolean => nothings.includes(flaw);

/**
 * The minimum length, in characters, of a string that the suite tries to decode. A shorter string may be a
 * word, an id or a number that happens to consist of Base64 characters. Every ciphertext is longer.
 */
export const minEncodedLength = 80;

export function classifyFieldText(value: unknown): FieldText {
  if (typeof value !== 'string') return { form: 'not-a-string', flaw: flawOfValue(value) };
  const flaw = wordFlaw(value);
  if (flaw !== undefined || value.length < minEncodedLength) return { form: 'text', ...(flaw && { flaw }) };
  if (/^[0-9a-f]+$/i.test(value) && value.length % 2 === 0)
    return { form: 'hex', bytes: Buffer.from(value, 'hex'), flaw: 'hexadecimal' };
  const bytes = Buffer.from(value, 'base64');
  if (bytes.toString('base64') === value)
    return { form: 'base64', bytes, ...(isBase64Text(bytes) && { flaw: 'Base64 twice' }) };
  if (/^[\w-]+={0,2}$/.test(value) && /[-_]/.test(value))
    return { form: 'base64url', bytes, flaw: 'URL alphabet' };
  if (/^[A-Za-z0-9+/=\s]+$/.test(value)) return { form: 'base64-loose', bytes, flaw: looseFlaw(value) };
  const around = wrappingOf(value);
  return { form: 'text', ...(around && { flaw: around }) };
}

function flawOfValue(value: unknown): FieldFlaw {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  if (!isObject(value)) return 'object';
  if (Object.keys(value).length === 0) return 'empty object';
  return value.type === 'Buffer' && Array.isArray(value.data) ? 'buffer as JSON' : 'object';
}

/** Recognises the strings that programming languages print for a missing value or for an object. */
function wordFlaw(text: string): FieldFlaw | undefined {
  if (text.trim() === '') return 'empty text';
  if (/^(null|undefined|NaN|None|nil|<nil>|\(null\)|false)$/i.test(text)) return 'word for nothing';
  return /^\[object \w+\]$|^\[B@[0-9a-f]+$/.test(text) ? 'object as text' : undefined;
}

function looseFlaw(text: string): FieldFlaw {
  const bare = text.replace(/\s/g, '');
  if (/=[^=]/.test(bare)) return 'joined';
  const isCanonical = Buffer.from(bare, 'base64').toString('base64') === bare;
  if (isCanonical && text.trim() === bare) return text.includes('\n') ? 'line end behind it' : 'blanks';
  if (/\n|\r/.test(text)) return 'line breaks';
  if (/\s/.test(text)) return 'blanks';
  return bare.endsWith('=') || bare.length % 4 === 0 ? 'pad bits' : 'without padding';
}

const isBase64Text = (bytes: Buffer): boolean => {
  // Skip the expensive decoding of most ciphertexts: their bytes rarely begin with four Base64 characters.
  if (!/^[\w+/]{4}/.test(bytes.toString('latin1', 0, 4))) return false;
  const text = bytes.toString('latin1');
  return text.length >= minEncodedLength && Buffer.from(text, 'base64').toString('base64') === text;
};

function wrappingOf(text: string): FieldFlaw | undefined {
  if (/^data:[^,]*,/.test(text)) return 'data URL';
  if (/^["'].*["']$/s.test(text)) return 'in quotes';
  return /^[\w.+/=-]*(%(2B|2F|3D|0A|0D)[\w.+/=-]*)+$/i.test(text) ? 'percent-encoded' : undefined;
}

/** Decodes each percent-encoded byte of a text (RFC 3986, section 2.1) to the character with that code. */
export const undoPercentEncoding = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
