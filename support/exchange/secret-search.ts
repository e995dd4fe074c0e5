import type { Offset } from './encodings';
import { bareKey, base64At, offsets, standsAloneDecoded, readingsOf } from './encodings';

/** Takes a place in a text, and what is shown in its stead. */
export type Take = (start: number, end: number, shown: string) => void;

/** From this length on, letters and digits are no chance, whatever stands between them. */
const telling = 12;
/** The shortest that is found whatever its case: a value with something between its characters, and an encoding. */
const shortest = { plain: 6, encoded: 8 };
/** What is found only where it decodes to the value, with nothing beside it. */
const shortestDecoded = 6;
/**
 * A shorter value counts only as a whole token where it stands as it is: six digits stand by chance in many a number.
 */
const wholeTokenBelow = 10;
/** What may stand between the characters of a short value, and beside the zero bytes of UTF-16 and UTF-32. */
const separators = /^[-_.\s\0]{0,3}$/;

const letterOrDigit = /[A-Za-z0-9]/;
const alphabet = 36;
/** Spellings are found by their last characters: those of tokens are random, and their first are the same in all. */
const ending = 4;
const endings = alphabet ** ending;

const none = 255;
const digitOf = Uint8Array.from({ length: 128 }, (_unused, code) => {
  const digit = parseInt(String.fromCharCode(code), alphabet);
  return Number.isNaN(digit) ? none : digit;
});

/**
 * A text as its letters and digits alone, whatever their case: so it reads the same in UTF-16, in capitals, with dashes
 * or blanks, wrapped into lines, or with its slashes escaped.
 *
 * @param places takes where each of them stands
 */
function squeeze(text: string, places?: Uint32Array): Buffer {
  const digits = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const digit = code < 128 ? (digitOf[code] ?? none) : none;
    if (digit === none) continue;
    if (places !== undefined) places[length] = index;
    digits[length++] = digit;
  }
  return digits.subarray(0, length);
}

/** One way in which a value may be spelt. */
interface Spelling {
  readonly text: string;
  readonly digits: Buffer;
  /** The value itself, or it within an encoding. */
  readonly isPlain: boolean;
  /** Of Base64: the bytes that are sought, as Latin-1, and how many bytes into a group of three they start. */
  readonly encoded?: { readonly bytes: string; readonly offset: Offset };
}

const plain = (text: string): Spelling => ({ text, digits: squeeze(text), isPlain: true });
const encoded = (text: string): Spelling => ({ ...plain(text), isPlain: false });

/** What a value reads: a key in PEM also without lines and armour, and in DER. */
function readings(value: string): string[] {
  const bare = bareKey(value);
  if (bare === undefined) return [...new Set(readingsOf(value))];
  const der = Buffer.from(bare, 'base64');
  return [value, bare, der.toString('hex'), der.toString('latin1')];
}

/**
 * Itself, in hexadecimal, as a list of bytes, in Base64 of UTF-8 or UTF-16, in Base64 twice: always as many, in one
 * order.
 */
function spellingsOf(reading: string): Spelling[] {
  const bytes = Buffer.from(reading);
  const wide = Buffer.from(reading, 'utf16le');
  const once = offsets.map((offset) => ({
    ...encoded(base64At(bytes, offset)),
    encoded: { bytes: bytes.toString('latin1'), offset },
  }));
  const more = [...once.map(({ text }) => Buffer.from(text)), wide, Buffer.from(wide).swap16()];
  return [
    plain(reading),
    encoded(bytes.toString('hex')),
    encoded(bytes.join('')),
    ...once,
    ...more.flatMap((each) => offsets.map((offset) => encoded(base64At(each, offset)))),
  ];
}

/**
 * So much of a long value is spelt until that is met: a multiple of nine bytes is left out, so that Base64 ends alike.
 */
const longestTail = 54;

function tailOf(reading: string): string {
  const isAscii = /^[\0-\x7f]*$/.test(reading);
  return isAscii ? reading.slice(9 * Math.max(0, Math.ceil((reading.length - longestTail) / 9))) : reading;
}

/** A value that is sought. */
class Sought {
  readonly readings: readonly string[];
  readonly shown: string;
  /** How its spellings end. */
  readonly codes = new Set<number>();
  #spellings: readonly Spelling[] | undefined;

  constructor(value: string, shown: string) {
    this.readings = readings(value);
    this.shown = shown;
  }

  /** As they end. */
  tails(): Spelling[] {
    return this.readings.flatMap((reading) => spellingsOf(tailOf(reading)));
  }

  get spellings(): readonly Spelling[] {
    return (this.#spellings ??= this.readings.flatMap(spellingsOf));
  }
}

interface Ending {
  readonly sought: Sought;
  /** Which of its spellings. */
  readonly index: number;
  readonly tail: Buffer;
}

/**
 * Looks for many values in one pass over a text, in every encoding, whatever their case and what stands between their
 * characters.
 */
export class SecretSearch {
  readonly #sought = new Map<string, Sought>();
  readonly #endings = new Map<number, Ending[]>();
  /** Values of too few letters and digits. */
  readonly #odd = new Set<Sought>();
  /** What a whole text reads that is a value. */
  readonly #whole = new Map<string, Sought>();

  add(value: string, shown: string): void {
    const sought = new Sought(value, shown);
    this.#sought.set(shown, sought);
    for (const [index, { digits: tail, isPlain }] of sought.tails().entries()) {
      if (tail.length >= (isPlain ? ending : shortestDecoded)) this.#watch({ sought, index, tail });
      else if (isPlain) this.#odd.add(sought);
    }
    for (const key of wholesOf(sought)) this.#whole.set(key, sought);
  }

  remove(shown: string): void {
    const sought = this.#sought.get(shown);
    if (sought === undefined) return;
    this.#sought.delete(shown);
    this.#odd.delete(sought);
    for (const code of sought.codes) {
      const left = (this.#endings.get(code) ?? []).filter((each) => each.sought !== sought);
      if (left.length === 0) this.#endings.delete(code);
      else this.#endings.set(code, left);
    }
    for (const key of wholesOf(sought)) if (this.#whole.get(key) === sought) this.#whole.delete(key);
  }

  /** Whether a text is a value as a whole. */
  isOne(text: string): boolean {
    if (this.#whole.has(wholeKey(text))) return true;
    return /[\\%&]/.test(text) && readingsOf(text).some((reading) => this.#whole.has(wholeKey(reading)));
  }

  /** Tells of each place at which a value stands in a text without escapes. */
  find(text: string, take: Take): void {
    for (const sought of this.#odd)
      for (const reading of sought.readings) findRaw(text, reading, sought, take);
    if (this.#endings.size === 0) return;
    const digits = squeeze(text);
    let places: Uint32Array | undefined;
    const until = new Map<Spelling, number>();
    let code = 0;
    for (let at = 1; at <= digits.length; at += 1) {
      code = (code * alphabet + (digits[at - 1] ?? 0)) % endings;
      const entries = at < ending ? undefined : this.#endings.get(code);
      if (entries === undefined) continue;
      for (const { sought, index, tail } of entries) {
        if (!endsAt(digits, at, tail)) continue;
        const spelling = sought.spellings[index];
        if (spelling === undefined || !endsAt(digits, at, spelling.digits)) continue;
        const from = at - spelling.digits.length;
        if (from < (until.get(spelling) ?? 0)) continue;
        // Most texts hold nothing, and need none of it.
        if (places === undefined) squeeze(text, (places = new Uint32Array(text.length)));
        const span = spanOf(text, places.subarray(from, at), spelling);
        if (span === undefined) continue;
        until.set(spelling, at);
        take(span.start, span.end, sought.shown);
      }
    }
  }

  #watch(entry: Ending): void {
    const code = entry.tail.subarray(-ending).reduce((before, digit) => before * alphabet + digit, 0);
    const entries = this.#endings.get(code);
    if (entries === undefined) this.#endings.set(code, [entry]);
    else entries.push(entry);
    entry.sought.codes.add(code);
  }
}

const endsAt = (digits: Buffer, at: number, pattern: Buffer): boolean =>
  at >= pattern.length &&
  digits[at - pattern.length] === pattern[0] &&
  digits.compare(pattern, 0, pattern.length, at - pattern.length, at) === 0;

/** What a whole text is looked up by: its letters and digits, or itself where it has too few of them. */
function wholeKey(text: string): string {
  const digits = squeeze(text);
  return digits.length < ending ? text : digits.toString('latin1');
}

const wholesOf = ({ readings: all }: Sought): string[] =>
  all.flatMap((reading) => {
    const bytes = Buffer.from(reading);
    return [reading, bytes.toString('hex'), bytes.toString('base64')].map(wholeKey);
  });

function findRaw(text: string, value: string, { shown }: Sought, take: Take): void {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    const end = at + value.length;
    if (value.length >= wholeTokenBelow || standsAlone(text, at, end)) take(at, end, shown);
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** From the first of its characters to the last, if they belong together. */
function spanOf(text: string, places: Uint32Array, spelling: Spelling): Span | undefined {
  const { isPlain, digits } = spelling;
  const span = { start: places[0] ?? 0, end: (places.at(-1) ?? 0) + 1 };
  if (isPlain) return plainSpan(text, places, spelling, span);
  if (digits.length >= telling) return span;
  if (spelling.encoded !== undefined) {
    const at = span.start - spelling.text.search(letterOrDigit);
    if (text.startsWith(spelling.text, at))
      return standsAloneDecoded(text, at, spelling.encoded) ? span : undefined;
  }
  const isWhole = span.end - span.start === digits.length;
  return isWhole && digits.length >= shortest.encoded ? span : undefined;
}

function plainSpan(
  text: string,
  places: Uint32Array,
  { text: value, digits }: Spelling,
  span: Span,
): Span | undefined {
  const wide = widened(text, span, value);
  if (digits.length >= telling) return wide;
  const isExact = wide.end - wide.start === value.length && text.startsWith(value, wide.start);
  if (isExact && value.length >= wholeTokenBelow) return wide;
  const isClose = (): boolean =>
    digits.length >= shortest.plain &&
    places.every((place, index) => {
      const next = places[index + 1];
      return next === undefined || separators.test(text.slice(place + 1, Math.min(next, place + 8)));
    });
  return standsAlone(text, span.start, span.end) && (isExact || isClose()) ? wide : undefined;
}

function standsAlone(text: string, start: number, end: number): boolean {
  let [before, behind] = [start - 1, end];
  while (text[before] === '\0') before -= 1;
  while (text[behind] === '\0') behind += 1;
  return !letterOrDigit.test(text.charAt(before) + text.charAt(behind));
}

/** With what the value has before its first and behind its last letter or digit. */
function widened(text: string, { start, end }: Span, value: string): Span {
  const head = value.search(letterOrDigit);
  let last = value.length;
  while (last > head && !letterOrDigit.test(value.charAt(last - 1))) last -= 1;
  const tail = value.length - last;
  return {
    start: text.slice(Math.max(0, start - head), start) === value.slice(0, head) ? start - head : start,
    end: text.slice(end, end + tail) === value.slice(last) ? end + tail : end,
  };
}
