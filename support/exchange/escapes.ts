/** A text as it reads once escapes are undone, with the way back to where each character stood. */
export interface Unescaped {
  readonly text: string;
  /** `origins[i]` is where character `i` begins in the original; one more entry marks the end. */
  readonly origins: Uint32Array;
}

const jsonEscape = /\\(?:u([0-9a-fA-F]{4})|([^u]))/gs;
const percentRun = /(?:%[0-9a-fA-F]{2})+/g;
export const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** What the escapes in a text may stand for: JSON strings, addresses, forms (where + is a space). */
export function unescapedForms(text: string): Unescaped[] {
  return [
    ...(text.includes('\\')
      ? undo(text, jsonEscape, ([, unit, character = '']) => [
          [
            unit === undefined ? (controls[character] ?? character) : String.fromCharCode(parseInt(unit, 16)),
            0,
          ],
        ])
      : []),
    ...(text.includes('%') ? undo(text, percentRun, ([run]) => charactersOf(run)) : []),
    // In JSON a + is one, as in Base64.
    ...(text.includes('+') && !/^\s*[[{]/.test(text)
      ? undo(text, /(?:%[0-9a-fA-F]{2})+|\+/g, ([run]) => (run === '+' ? space : charactersOf(run)))
      : []),
  ];
}

/** A piece of unescaped text, and how far into its escape it begins. */
export type Piece = readonly [text: string, offset: number];

/** One byte alone, by its two digits: a form may hold a million of them, each in a run of its own. */
const singles: ReadonlyMap<string, readonly Piece[]> = new Map(
  Array.from({ length: 256 }, (_unused, byte) => [byte, byte.toString(16).padStart(2, '0')] as const).flatMap(
    ([byte, digits]) =>
      [digits, digits.toUpperCase()].map((each) => [`%${each}`, [[String.fromCharCode(byte), 0]]] as const),
  ),
);
const space: readonly Piece[] = [[' ', 0]];

/** The characters of percent-encoded UTF-8, each with its place; bytes that are no UTF-8 count as Latin-1. */
export function charactersOf(run: string): readonly Piece[] {
  const single = singles.get(run);
  if (single !== undefined) return single;
  const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
  const text = bytes.toString('utf8');
  const isText = !text.includes('\ufffd');
  let offset = 0;
  return Array.from(isText ? text : bytes.toString('latin1'), (character) => {
    const piece = [character, offset] as const;
    offset += 3 * (isText ? Buffer.byteLength(character) : 1);
    return piece;
  });
}

/** One form, or none where there is nothing to undo. */
export function undo(
  text: string,
  escape: RegExp,
  read: (match: RegExpMatchArray) => readonly Piece[],
): Unescaped[] {
  const origins = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let end = 0;
  const add = (piece: string, origin: number, step: 0 | 1): void => {
    for (let index = 0; index < piece.length; index += 1) origins[length + index] = origin + step * index;
    length += piece.length;
    parts.push(piece);
  };
  for (const match of text.matchAll(escape)) {
    if (match.index > end) add(text.slice(end, match.index), end, 1);
    for (const [piece, offset] of read(match)) add(piece, match.index + offset, 0);
    end = match.index + match[0].length;
  }
  if (end === 0) return [];
  add(text.slice(end), end, 1);
  origins[length] = text.length;
  return [{ text: parts.join(''), origins: origins.subarray(0, length + 1) }];
}
