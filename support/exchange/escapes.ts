import { Pieces } from './replace-each';

/** A text as it reads once escapes are undone, with the way back to where each character stood. */
export interface Unescaped {
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
export type View = Unescaped | { readonly text: string; readonly origins?: never };

/**
 * A text and what it reads once its escapes are undone, all kinds at once and again in what comes out: of JSON, of
 * addresses, of HTML and XML, and of quoted-printable.
 */
export function* viewsOf(text: string): Generator<View> {
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
  return [...viewsOf(value)].map(({ text }) => text);
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

/** The pattern has no groups: a text may have half a million escapes, and a match with groups takes three times as much. */
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
