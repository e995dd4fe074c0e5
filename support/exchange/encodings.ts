/** How many pieces are held until they become one text. */
const mostHeld = 4096;

/** A text that is put together from pieces: a list of half a million small ones would take a hundred times its size. */
export class Pieces {
  #done = '';
  #held: string[] = [];

  add(piece: string): void {
    if (piece === '') return;
    this.#held.push(piece);
    if (this.#held.length === mostHeld) this.#join();
  }

  toString(): string {
    this.#join();
    return this.#done;
  }

  #join(): void {
    this.#done += this.#held.join('');
    this.#held = [];
  }
}

/** What is shown in place of a match. */
type Replacement = (match: RegExpExecArray) => string;

/**
 * As `replaceAll` with a function, which first makes a list of all matches: in a megabyte of small ones that takes a
 * second and hundreds of megabytes.
 */
function replaceEach(text: string, pattern: RegExp, show: Replacement): string {
  let pieces: Pieces | undefined;
  let end = 0;
  eachMatch(text, pattern, (match) => {
    const [all] = match;
    const shown = show(match);
    if (shown === all) return;
    pieces ??= new Pieces();
    pieces.add(text.slice(end, match.index));
    pieces.add(shown);
    end = match.index + all.length;
  });
  if (pieces === undefined) return text;
  pieces.add(text.slice(end));
  return pieces.toString();
}

/** As `matchAll`, which copies its pattern each time: for most texts that takes longer than to look through them. */
export function eachMatch(text: string, pattern: RegExp, act: (match: RegExpExecArray) => void): void {
  for (let at = 0; at < text.length;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // A search for the same pattern inside of `act` begins at the beginning.
    pattern.lastIndex = 0;
    if (match === null) return;
    act(match);
    at = match.index + Math.max(match[0].length, 1);
  }
}

/** A secret under this length counts only as a whole token: six digits stand by chance in many a number. */
const wholeTokenBelow = 10;

/** One spelling of a value, to be looked for in a text. */
export interface Needle {
  /** In lower case where `caseless`. */
  readonly text: string;
  readonly encoding: 'raw' | 'base64' | 'hex' | 'url-encoded' | 'first digits';
  readonly caseless: boolean;
  /**
   * Counts only where no letter or digit stands beside it; in Base64, beside what it decodes to. Digits do not count as
   * one side of a decimal number.
   */
  readonly wholeToken: boolean;
  /** Of Base64: the bytes that are sought, as Latin-1, and how many bytes into a group of three they start. */
  readonly encoded?: { readonly bytes: string; readonly offset: Offset };
}

export type Offset = 0 | 1 | 2;
export const offsets: readonly Offset[] = [0, 1, 2];

/** How many characters at the start of a group of four also carry bits of what stands before the value. */
const leadOf = (offset: Offset): number => (offset === 0 ? 0 : offset + 1);

const letterOrDigit = /[A-Za-z0-9]/;

/** A text to be searched, with its lower-case form made once. */
export class Haystack {
  readonly text: string;
  #lower: string | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Where a needle stands, from `from` on; -1 where it does not. Plain search: needles are many, and some are long. */
  indexOf(needle: Needle, from = 0): number {
    const text = needle.caseless ? (this.#lower ??= lowerAscii(this.text)) : this.text;
    let at = text.indexOf(needle.text, from);
    while (at >= 0 && needle.wholeToken && !this.#standsAlone(at, needle))
      at = text.indexOf(needle.text, at + 1);
    return at;
  }

  #standsAlone(at: number, needle: Needle): boolean {
    if (needle.encoded !== undefined) return standsAloneDecoded(this.text, at, needle.encoded);
    const end = at + needle.text.length;
    if (letterOrDigit.test(this.text.charAt(at - 1) + this.text.charAt(end))) return false;
    return !/^\d+$/.test(needle.text) || !this.#isPartOfNumber(at, end);
  }

  /** Whether digits are one side of a decimal number, such as the microseconds of a time in a log. */
  #isPartOfNumber(at: number, end: number): boolean {
    const [before, behind] = [this.text.slice(Math.max(0, at - 4), at), this.text.slice(end, end + 2)];
    return /\d\.$|:\d\d,$/.test(before) || /^\.\d/.test(behind);
  }
}

/**
 * Whether no letter or digit stands beside what Base64 at a place in a text decodes to: a token is Base64 too, and the
 * times in it are longer numbers.
 */
export function standsAloneDecoded(
  text: string,
  at: number,
  { bytes, offset }: NonNullable<Needle['encoded']>,
): boolean {
  const group = at - leadOf(offset);
  const hasNeighbour = /^[\w+/-]{4}$/.test(text.slice(Math.max(0, group - 4), group));
  const start = hasNeighbour ? group - 4 : group;
  const [word = ''] = /^[\w+/-]*/.exec(text.slice(start, at + 2 * bytes.length + 8)) ?? [];
  const decoded = Buffer.from(word, 'base64').toString('latin1');
  const index = offset + (hasNeighbour ? 3 : 0);
  const beside = decoded.charAt(index - 1) + decoded.charAt(index + bytes.length);
  return decoded.startsWith(bytes, index) && !letterOrDigit.test(beside);
}

/** Keeps the length, so that places stay the same: some letters have a small form of two characters. */
function lowerAscii(text: string): string {
  return replaceEach(text, /[A-Z]+/g, ([letters]) => letters.toLowerCase());
}

/**
 * The Base64 characters that depend on the value alone when it starts `offset` bytes into a longer text: what is left
 * after dropping the characters that also carry bits of a neighbour.
 */
export function base64At(value: Buffer, offset: Offset): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), value])
    .toString('base64')
    .replace(/=+$/, '');
  const wholeBytes = (offset + value.length) % 3;
  return encoded.slice(leadOf(offset), wholeBytes === 0 ? undefined : -1);
}

/**
 * The spellings in which a value may leak: raw, JSON- and URL-escaped, hexadecimal, Base64 at each of the three byte
 * offsets, base64url.
 */
export function needlesOf(value: string): Needle[] {
  const needles = spellingsOf(value).flatMap(needlesOfSpelling);
  return needles.filter((each, index) => needles.findIndex(({ text }) => text === each.text) === index);
}

/** A PEM block may have other line ends, or neither lines nor armour. */
function spellingsOf(value: string): string[] {
  const bare = bareKey(value);
  if (bare === undefined) return [value];
  const unix = value.replace(/\r\n?/g, '\n').trim();
  return [unix, unix.replaceAll('\n', '\r\n'), bare];
}

/** The Base64 in a PEM block, without lines or armour. */
export function bareKey(value: string): string | undefined {
  return /^-----BEGIN [^-]+-----([^-]+)-----END [^-]+-----\s*$/.exec(value)?.[1]?.replace(/\s/g, '');
}

function needlesOfSpelling(value: string): Needle[] {
  const bytes = Buffer.from(value, 'utf8');
  const wholeToken = value.length < wholeTokenBelow;
  // Bodies that are no text are searched as Latin-1.
  const raw = [value, bytes.toString('latin1'), JSON.stringify(value).slice(1, -1)];
  const urlHex = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const caseless = { caseless: true, wholeToken: false } as const;
  return [
    ...raw.map((text) => ({ text, encoding: 'raw', caseless: false, wholeToken }) as const),
    { text: encodeURIComponent(value), encoding: 'url-encoded', caseless: false, wholeToken },
    ...offsets.flatMap((offset) => base64Needles(bytes, offset, wholeToken)),
    { text: bytes.toString('hex'), encoding: 'hex', ...caseless },
    { text: urlHex, encoding: 'url-encoded', ...caseless },
  ];
}

function base64Needles(value: Buffer, offset: Offset, wholeToken: boolean): Needle[] {
  const base64 = base64At(value, offset);
  if (base64.length < 6) return [];
  const base64url = base64.replaceAll('+', '-').replaceAll('/', '_');
  const encoded = { bytes: value.toString('latin1'), offset };
  return [base64, encodeURIComponent(base64), base64url].map((text) => ({
    text,
    encoding: 'base64',
    caseless: false,
    // What is escaped is no Base64 to be decoded here.
    ...(wholeToken && !text.includes('%') ? { wholeToken, encoded } : { wholeToken: false }),
  }));
}

/** A text as it reads once escapes are undone, with the way back to where each character stood. */
interface Unescaped {
  readonly text: string;
  /** `origins[i]` is where character `i` begins in the original; one more entry marks the end. */
  readonly origins: Uint32Array;
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** A piece of unescaped text, and how far into its escape it begins. */
type Piece = readonly [text: string, offset: number];

/** One byte alone, by its two digits: a form may hold a million of them, each in a run of its own. */
const singles: ReadonlyMap<string, readonly Piece[]> = new Map(
  Array.from({ length: 256 }, (_unused, byte) => [byte, byte.toString(16).padStart(2, '0')] as const).flatMap(
    ([byte, digits]) =>
      [digits, digits.toUpperCase()].map((each) => [each, [[String.fromCharCode(byte), 0]]] as const),
  ),
);

/** The characters of UTF-8 as `%c3%a4` or `=C3=A4`, each with its place; bytes that are no UTF-8 count as Latin-1. */
function charactersOf(run: string): Iterable<Piece> {
  return (run.length === 3 ? singles.get(run.slice(1)) : undefined) ?? decodedPieces(run);
}

/** One after the other: a list of them would take many times what they say. */
function* decodedPieces(run: string): Generator<Piece> {
  const bytes = bytesOf(run);
  const text = bytes.toString('utf8');
  const isText = !text.includes('\ufffd');
  let offset = 0;
  for (const character of isText ? text : bytes.toString('latin1')) {
    yield [character, offset];
    offset += 3 * (isText ? Buffer.byteLength(character) : 1);
  }
}

/** Reads what an escape stands for. */
type ReadEscape = (match: RegExpMatchArray) => Iterable<Piece>;

/** Of three characters for each: a sign and two digits. */
function bytesOf(run: string): Buffer {
  const bytes = Buffer.alloc(run.length / 3);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = parseInt(run.slice(3 * at + 1, 3 * at + 3), 16);
  return bytes;
}

/** One form, or none where there is nothing to undo. */
function undo(text: string, escape: RegExp, read: ReadEscape): Unescaped[] {
  const parts = new Pieces();
  const isEscaped = walk(text, escape, read, (piece) => {
    parts.add(piece);
  });
  return isEscaped ? [unescaped(parts.toString(), () => originsIn(text, escape, read))] : [];
}

/** The way back takes four times as much memory as the text, and mostly nothing is found that needs it. */
function unescaped(text: string, findOrigins: () => Uint32Array): Unescaped {
  let origins: Uint32Array | undefined;
  return {
    text,
    get origins() {
      return (origins ??= findOrigins());
    },
  };
}

function originsIn(text: string, escape: RegExp, read: ReadEscape): Uint32Array {
  const origins = new Uint32Array(text.length + 1);
  let length = 0;
  walk(text, escape, read, (piece, origin, step) => {
    for (let index = 0; index < piece.length; index += 1) origins[length + index] = origin + step * index;
    length += piece.length;
  });
  origins[length] = text.length;
  return origins.subarray(0, length + 1);
}

/** Where a part of the unescaped text stood, and how far from one of its characters to the next. */
type TakePart = (piece: string, origin: number, step: 0 | 1) => void;

/** Takes the parts of an unescaped text in turn; tells whether there was an escape. */
function walk(text: string, escape: RegExp, read: ReadEscape, take: TakePart): boolean {
  let end = 0;
  for (const match of text.matchAll(escape)) {
    if (match.index > end) take(text.slice(end, match.index), end, 1);
    for (const [piece, offset] of read(match)) take(piece, match.index + offset, 0);
    end = match.index + match[0].length;
  }
  if (end > 0) take(text.slice(end), end, 1);
  return end > 0;
}

/** How often escapes are undone, as in JSON in a JSON string in a form. */
const deepest = 3;

const anyEscape =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^u])|(?:%[0-9a-fA-F]{2})+|&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|(?:amp|lt|gt|quot|apos));/gs;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Escaped bytes, or the break of a line that goes on. */
const quotedPrintable = /((?:=[0-9a-fA-F]{2})+)|=[ \t]*\r?\n/g;

/** A text as it stands, or unescaped. */
type View = Unescaped | { readonly text: string; readonly origins?: never };

/**
 * A text and what it reads once its escapes are undone, all kinds at once and again in what comes out: of JSON, of
 * addresses, of HTML and XML, and of quoted-printable.
 */
export function* unescapedViewsOf(text: string): Generator<View> {
  yield { text };
  yield* undoneFrom(text);
  if (!/=(?:[0-9a-fA-F]{2}|[ \t]*\r?\n)/.test(text)) return;
  for (const view of undo(text, quotedPrintable, ([, run]) => (run === undefined ? [] : charactersOf(run)))) {
    yield view;
    for (const next of undoneFrom(view.text)) yield behind(view, next);
  }
}

/** What a value reads once its own escapes are undone: a view may show no other form of it. */
export function readingsOf(value: string): string[] {
  return [...unescapedViewsOf(value)].map(({ text }) => text);
}

function* undoneFrom(text: string): Generator<Unescaped> {
  if (!/[\\%&]/.test(text)) return;
  let view: Unescaped | undefined;
  for (let depth = 0; depth < deepest; depth += 1) {
    const [next] = undo(view?.text ?? text, anyEscape, readEscape);
    if (next === undefined) return;
    view = view === undefined ? next : behind(view, next);
    yield view;
  }
}

function behind(view: Unescaped, next: Unescaped): Unescaped {
  return unescaped(next.text, () => next.origins.map((origin) => view.origins[origin] ?? 0));
}

/**
 * The pattern has no groups: a text may have half a million escapes, and a match with groups takes three times as much.
 */
function readEscape([escape]: RegExpMatchArray): Iterable<Piece> {
  if (escape.startsWith('%')) return charactersOf(escape);
  if (escape.startsWith('&')) return [[characterOf(escape.slice(1, -1)), 0]];
  const [, character = ''] = escape;
  if (escape.length > 2) return [[String.fromCharCode(parseInt(escape.slice(2), 16)), 0]];
  return [[controls[character] ?? character, 0]];
}

function characterOf(entity: string): string {
  if (!entity.startsWith('#')) return entities[entity] ?? '';
  const isHex = /^#x/i.test(entity);
  const point = parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}
