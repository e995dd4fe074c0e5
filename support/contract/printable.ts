import { stripVTControlCharacters } from 'node:util';

/**
 * Characters that can move the cursor, write to the clipboard, reverse the text direction, or hide text.
 * Tabs, line feeds, and the zero-width joiners that Indic scripts need are allowed.
 */
const unprintable = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text that CI services execute as commands: `##vso[` (Azure), `##teamcity[` and `##[` (GitHub) at any
 * position, `::` at the start of a line (GitHub), and attachments in JUnit reports (GitLab, Jenkins).
 */
const commands: readonly (readonly [pattern: RegExp, fit: string])[] = [
  [/##(?=\w*\[)/g, '#\ufffd'],
  [/^([^\S\n]*):(?=:\w[^\n]*::)/gm, '$1\ufffd'],
  [/\[\[(?=[A-Z]+\|)/g, '[\ufffd'],
];

/**
 * Makes foreign text safe for a terminal, a CI log or a web page. Escape sequences and CI commands in the
 * text could otherwise falsify a report. All text that the suite did not write must pass through this
 * function.
 */
export function printable(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll('\r\n', '\n').replace(unprintable, '\ufffd');
  return commands.reduce((fit, [pattern, by]) => fit.replace(pattern, by), plain);
}

/** Makes foreign text safe, as {@link printable} does, and puts it on one line. */
export const printableLine = (text: string): string => oneLine(printable(text)).replaceAll('\t', '\ufffd');

/**
 * Makes text safe, as {@link printable} does, and indents all its lines except the first. Use this for
 * messages of the suite that quote foreign text.
 */
export const printableBlock = (text: string): string => indentLines(printable(text));

/** Applies {@link printable} to every string and member name in a JSON value. */
export const printableIn = <Of>(value: Of): Of => mapStrings(value, printable);

/**
 * Puts text on one line, so that foreign text cannot start a new line in the suite's output. Replaces each
 * line break with `↵`, and removes those at the end.
 */
const oneLine = (text: string): string => text.replace(/(?<![\r\n])[\r\n]+$/, '').replace(/\r?\n/g, ' ↵ ');

/** Puts every string and member name in a JSON value on one line. */
export const toOneLineInEach = <Of>(value: Of): Of => mapStrings(value, oneLine);

/**
 * Indents all lines except the first by four spaces. Leaves empty lines, and lines that already start with
 * two spaces, unchanged.
 */
export const indentLines = (text: string): string => text.replace(/\n(?! {2}|\n|$)/g, '\n    ');

/** Applies `fit` to every string and member name in a JSON value. */
export function mapStrings<Of>(value: Of, fit: (text: string) => string): Of {
  const deep = (each: unknown): unknown => {
    if (typeof each === 'string') return fit(each);
    if (Array.isArray(each)) return each.map(deep);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [fit(name), deep(member)]));
  };
  return deep(value) as Of;
}

// eslint-disable-next-line no-control-regex
const ownColours = /(\u001b\[(?:0|1|2|22|31|32|33|36|39)m)/;

/**
 * Makes the suite's own output safe for a terminal: keeps the suite's colour codes, and applies {@link
 * printable} to everything between them.
 */
export function makeTerminalSafe(text: string): string {
  return text
    .split(ownColours)
    .map((piece, index) => (index % 2 === 1 ? piece : printable(piece)))
    .join('');
}

/**
 * Serialises a value as JSON that is safe for a terminal and a CI log. Writes unsafe characters as JSON
 * escapes, so that the JSON still has the same value.
 */
export function terminalJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(unprintable, (character) =>
      Array.from(
        { length: character.length },
        (_unused, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
    )
    .replace(/##(?=\w*\[)/g, '#\\u0023');
}
