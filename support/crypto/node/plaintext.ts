import { charsetOf } from '../../contract/charsets';
import { readFieldText } from '../../contract/field-text';
import type { PlaintextFact, PlantedValue } from '../../contract/field-facts';
import { charsetFlaws } from './charset-flaws';

/** Ways in which a value is changed before it is encrypted, each with the bytes that would then be found. */
const flaws: readonly (readonly [string, (value: string) => Buffer])[] = [
  ['in quotes', (value) => Buffer.from(JSON.stringify(value))],
  ['with a byte order mark', (value) => Buffer.from(`\uFEFF${value}`)],
  ['in Base64 first', (value) => Buffer.from(Buffer.from(value).toString('base64'))],
  ['in hexadecimal first', (value) => Buffer.from(Buffer.from(value).toString('hex'))],
  ['URL-encoded', (value) => Buffer.from(encodeURIComponent(value))],
  ['in another Unicode normal form', (value) => Buffer.from(value.normalize('NFD'))],
  ['in another Unicode normal form', (value) => Buffer.from(value.normalize('NFC'))],
];

/** What a decrypted value is in the light of what was planted; the value itself goes no further. */
export function describePlaintext(plaintext: Buffer, planted: readonly PlantedValue[]): PlaintextFact {
  const bytes = plaintext.length;
  const equal = planted.find(({ value }) => plaintext.equals(Buffer.from(value)));
  if (equal !== undefined) return { bytes, equals: equal.id, contains: [], charset: charsetOf(equal.value) };
  const whole = planted.filter(({ value }) => plaintext.includes(Buffer.from(value))).map(({ id }) => id);
  const { flaw, id } = flawOf(plaintext, planted) ?? {};
  // In another charset it cannot be read as it stands; it is that value all the same.
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
  /** The value that was changed, where all of it is there. */
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
  return readFieldText(text).flaw === 'word for nothing' ? { flaw: 'a word for nothing' } : undefined;
}
