import type { ExposureFact } from '../../../contract/transfer';

interface PlacedText {
  /** JSON pointer to the value in `text`, or to the member if `text` is a member name. */
  readonly place: string;
  readonly text: string;
}

/** An array of small integers, as some languages serialise bytes in JSON. `text` is the array in JSON. */
interface PlacedBytes extends PlacedText {
  readonly bytes: Buffer;
}

interface Visited {
  readonly place: string;
  readonly value: unknown;
}

/**
 * Collects the readable parts of a JSON value: strings, member names, numbers, and arrays that may be bytes.
 */
export function readableIn(root: unknown): {
  readonly texts: PlacedText[];
  readonly byteRows: PlacedBytes[];
} {
  const texts: PlacedText[] = [];
  const byteRows: PlacedBytes[] = [];
  // Use a stack instead of recursion: JSON may be nested more deeply than the call stack allows.
  const left: Visited[] = [{ place: '', value: root }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { place, value } = next;
    if (typeof value === 'string') texts.push({ place, text: value });
    else if (typeof value === 'number' || typeof value === 'bigint')
      texts.push({ place, text: String(value) });
    else if (isByteRow(value))
      byteRows.push({ place, text: JSON.stringify(value), bytes: Buffer.from(value) });
    else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).map(([name, member]: [string, unknown]) => ({
        name,
        at: { place: `${place}/${escaped(name)}`, value: member },
      }));
      // Push in a loop: an object may have more members than `push(...members)` can pass as arguments.
      if (!Array.isArray(value))
        for (const { name, at } of members) texts.push({ place: at.place, text: name });
      for (const { at } of members.reverse()) left.push(at);
    }
  }
  return { texts, byteRows };
}

/**
 * Returns whether a value may be an array of bytes that contains a key. Requires at least 31 numbers, because
 * one leading zero of a 32-byte key may be missing. Allows negative integers, because Java's bytes are
 * signed.
 */
function isByteRow(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= 31 &&
    value.every((each) => Number.isInteger(each) && each >= -128 && each <= 255)
  );
}

/** Escapes a member name for a JSON pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

type Spelling = readonly [encoding: string, needles: readonly string[], view: (text: string) => string];

/**
 * Searches a JSON value for the bundle, in all common encodings. `marker` is a string that occurs only in the
 * bundle. Returns one finding for each string, member name or number that contains the marker. Returns an
 * empty list if the marker is empty.
 */
export function findBundle({ sent, marker }: { sent: unknown; marker: string }): ExposureFact[] {
  if (marker === '') return [];
  const spellings = spellingsOf(marker);
  return readableIn(sent).texts.flatMap(({ place, text }) => {
    const found = spellings.find(([, needles, view]) => {
      const seen = view(text);
      return needles.some((needle) => seen.includes(needle));
    });
    return found === undefined ? [] : [{ place, encoding: found[0] }];
  });
}

const asItIs = (text: string): string => text;
/** Removes line breaks and other whitespace, which may occur anywhere in Base64 and hexadecimal. */
const onOneLine = (text: string): string => text.replaceAll(/\s+/g, '');
const caseless = (text: string): string => text.toLowerCase();

function spellingsOf(marker: string): Spelling[] {
  const bytes = Buffer.from(marker);
  const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset)).filter((text) => text.length >= 6);
  const hex = [bytes, Buffer.from(marker, 'utf16le')].map((each) => each.toString('hex'));
  const json = [JSON.stringify(marker).slice(1, -1), nonAscii(marker)];
  return [
    ['raw', [marker, bytes.toString('latin1')], asItIs],
    ['base64', base64, onOneLine],
    ['base64url', base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')), onOneLine],
    ['hex', hex, (text) => onOneLine(text).toLowerCase()],
    ['url-encoded', [encodeURIComponent(marker).toLowerCase()], caseless],
    ['json-escaped', json.map((text) => text.toLowerCase()), caseless],
  ];
}

/**
 * Encodes bytes as they would appear in Base64 after `offset` other bytes. Returns only the characters that
 * do not depend on the bytes before and after them.
 */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

function nonAscii(text: string): string {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
