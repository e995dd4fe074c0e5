import type { PlaintextFact, PlantedValue } from '../../contract/field-facts';
import { charsetOf } from '../../contract/field-facts';
import { classifyFieldText } from '../../contract/field-text';

/**
 * Returns the byte sequences that result from encoding a value in a wrong character set, each with a
 * description. For an ASCII value, returns only UTF-16, because the other character sets encode ASCII like
 * UTF-8.
 */
function charsetFlaws(value: string): (readonly [flaw: string, bytes: Buffer])[] {
  const utf16 = (): Buffer => Buffer.from(value, 'utf16le');
  const wide = [
    ['as UTF-16', utf16()],
    ['as UTF-16', utf16().swap16()],
    ['as UTF-16', Buffer.from(`\uFEFF${value}`, 'utf16le')],
    ['as UTF-16', Buffer.from(`\uFEFF${value}`, 'utf16le').swap16()],
  ] as const;
  return charsetOf(value) === 'ASCII' ? [...wide] : [...wide, ...narrow(value), ...respelt(value)];
}

/**
 * Returns the bytes that result from encoding the value in ISO 8859-1 or Windows-1252, or from replacing or
 * removing unsupported characters. Each has a description.
 */
function narrow(value: string): (readonly [string, Buffer])[] {
  const bytes = Buffer.from(value, 'latin1');
  const isLatin = charsetOf(value) === 'Latin-1';
  return [
    [isLatin ? 'as ISO 8859-1' : 'as the low byte of each letter', bytes],
    ['as Windows-1252', windows1252(value)],
    ...marked(value).flatMap((text) =>
      (['latin1', 'utf8'] as const).map(
        (coding) => ['with ? in place of letters', Buffer.from(text, coding)] as const,
      ),
    ),
    ['with U+FFFD in place of letters', Buffer.from(value.replace(/[^\0-\x7f]/gu, '\uFFFD'))],
    ['without the letters that are not ASCII', Buffer.from(value.replace(/[^\0-\x7f]/gu, ''))],
  ];
}

/**
 * Replaces unsupported characters with `?`, in each of the ways in which common encoders do so. An encoder
 * may support ASCII or ISO 8859-1, and may write one `?` per character or per UTF-16 unit.
 */
function marked(value: string): string[] {
  const patterns = [/[^\0-\x7f]/gu, /[^\0-\x7f]/g, /[^\0-\xff]/gu, /[^\0-\xff]/g];
  return patterns.map((pattern) => value.replace(pattern, '?')).filter((text) => text !== value);
}

/**
 * Returns the bytes that result if a client escapes the value, encodes it in UTF-8 twice or in CESU-8, or
 * removes its accents. Each has a description.
 */
function respelt(value: string): (readonly [string, Buffer])[] {
  const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(4, '0');
  const surrogates = [...value.matchAll(/[^]/g)].map(
    ([unit]) => threeBytes(unit.charCodeAt(0)) ?? Buffer.from(unit),
  );
  return [
    ['in UTF-8 twice', Buffer.from(Buffer.from(value).toString('latin1'))],
    ['in UTF-8 twice', Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(value)))],
    ['escaped as \\u0000', Buffer.from(value.replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit)}`))],
    [
      'as HTML entities',
      Buffer.from(value.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0) ?? 0};`)),
    ],
    ['without its accents', Buffer.from(value.normalize('NFD').replace(/\p{M}/gu, ''))],
    ['as CESU-8', Buffer.concat(surrogates)],
  ];
}

/**
 * Encodes a UTF-16 surrogate as three bytes, as CESU-8 does. The result is not valid UTF-8. Returns
 * `undefined` if `unit` is not a surrogate.
 */
function threeBytes(unit: number): Buffer | undefined {
  if (unit < 0xd800 || unit > 0xdfff) return undefined;
  return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
}

/** The 256 characters of Windows-1252, in the order of their byte values. */
const letters = new TextDecoder('windows-1252').decode(Buffer.from([...Array(256).keys()]));

function windows1252(value: string): Buffer {
  const bytes = Array.from(value, (letter) => letters.indexOf(letter)).map((byte) =>
    byte < 0 ? 0x3f : byte,
  );
  return Buffer.from(bytes);
}

/**
 * Ways in which a client may wrongly change a value before encrypting it. Each consists of a description and
 * a function that returns the resulting plaintext.
 */
const flaws: readonly (readonly [string, (value: string) => Buffer])[] = [
  ['in quotes', (value) => Buffer.from(JSON.stringify(value))],
  ['with a byte order mark', (value) => Buffer.from(`\uFEFF${value}`)],
  ['in Base64 first', (value) => Buffer.from(Buffer.from(value).toString('base64'))],
  ['in hexadecimal first', (value) => Buffer.from(Buffer.from(value).toString('hex'))],
  ['URL-encoded', (value) => Buffer.from(encodeURIComponent(value))],
  ['in another Unicode normal form', (value) => Buffer.from(value.normalize('NFD'))],
  ['in another Unicode normal form', (value) => Buffer.from(value.normalize('NFC'))],
];

/**
 * Compares a decrypted value with the planted values, which the suite gave the client to encrypt. The result
 * does not contain the decrypted value itself.
 */
export function describePlaintext(plaintext: Buffer, planted: readonly PlantedValue[]): PlaintextFact {
  const bytes = plaintext.length;
  const equal = planted.find(({ value }) => plaintext.equals(Buffer.from(value)));
  if (equal !== undefined) return { bytes, equals: equal.id, contains: [], charset: charsetOf(equal.value) };
  const whole = planted.filter(({ value }) => plaintext.includes(Buffer.from(value))).map(({ id }) => id);
  const { flaw, id } = flawOf(plaintext, planted) ?? {};
  // The search above looks for the UTF-8 bytes, so it misses a planted value in any other encoding. If
  // `flawOf` recognises the whole plaintext as a planted value, count that value as contained.
  const contains = whole.length === 0 && id !== undefined ? [id] : whole;
  const given = planted.find((each) => contains.includes(each.id));
  return {
    bytes,
    contains,
    ...(given !== undefined && { charset: charsetOf(given.value) }),
    ...(flaw !== undefined && { flaw }),
  };
}

interface Flawed {
  readonly flaw: string;
  /**
   * Id of the planted value, if the whole plaintext is a changed form of it. `undefined` if the value appears
   * inside other text or is cut short, or if the plaintext is a word such as `null`.
   */
  readonly id?: string;
}

function flawOf(plaintext: Buffer, planted: readonly PlantedValue[]): Flawed | undefined {
  const text = plaintext.toString('utf8');
  for (const { id, value } of planted) {
    const known =
      flaws.find(([, change]) => plaintext.equals(change(value))) ??
      charsetFlaws(value).find(([, bytes]) => plaintext.equals(bytes));
    if (known !== undefined) return { flaw: known[0], id };
    if (text.trim() === value) return { flaw: 'with blanks around it', id };
    if (text.replaceAll('\0', '') === value) return { flaw: 'with zero bytes', id };
  }
  if (planted.some(({ value }) => text.includes(value))) return { flaw: 'inside other text' };
  if (text.length > 0 && planted.some(({ value }) => value.startsWith(text))) return { flaw: 'cut short' };
  return classifyFieldText(text).flaw === 'word for nothing' ? { flaw: 'a word for nothing' } : undefined;
}
