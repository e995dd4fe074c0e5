import { stripVTControlCharacters } from 'node:util';

/**
 * What moves a cursor, writes to a clipboard, turns the direction of writing, or cannot be seen at all. A tab and the
 * end of a line may stay, and so may what joins letters of Indian scripts.
 */
const unprintable = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A text that is not ours, fit for a terminal, a file of CI or a page: escape sequences would make a report say something
 * else. All such text goes through here.
 */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll('\r\n', '\n').replace(unprintable, '\ufffd');
}

/** The same in one line. */
export const printableLine = (text: string): string => printable(text).replace(/[\n\t]/g, '\ufffd');

/** The same for all texts in a JSON value, names of members too. */
export function printableIn<Of>(value: Of): Of {
  return deep(value) as Of;
}

function deep(value: unknown): unknown {
  if (typeof value === 'string') return printable(value);
  if (Array.isArray(value)) return value.map(deep);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [printable(name), deep(each)]));
}

/** The colours that this suite paints with. */
// eslint-disable-next-line no-control-regex
const ownColours = /(\u001b\[(?:0|1|2|22|31|32|33|36|39)m)/;

/** A text of ours for a terminal: its own colours stay, and nothing else that steers it. */
export function forTerminal(text: string): string {
  return text
    .split(ownColours)
    .map((piece, index) => (index % 2 === 1 ? piece : printable(piece)))
    .join('');
}

/** JSON for a terminal: the same value, with what steers a terminal written as escapes. */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unprintable, (character) =>
    Array.from(
      { length: character.length },
      (_unused, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
