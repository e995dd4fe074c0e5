import { stripVTControlCharacters } from 'node:util';

/**
 * What moves a cursor, writes to a clipboard, turns the direction of writing, or cannot be seen at all. A tab and the
 * end of a line may stay, and so may what joins letters of Indian scripts.
 */
const unprintable = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * What CI services take for a command: `##vso[` (Azure), `##teamcity[` and `##[` (GitHub) wherever they stand, `::` where
 * a line begins (GitHub), and attachments in JUnit (GitLab, Jenkins).
 */
const commands: readonly (readonly [pattern: RegExp, fit: string])[] = [
  [/##(?=\w*\[)/g, '#\ufffd'],
  [/^([^\S\n]*):(?=:\w[^\n]*::)/gm, '$1\ufffd'],
  [/\[\[(?=[A-Z]+\|)/g, '[\ufffd'],
];

/**
 * A text that is not ours, fit for a terminal, a file of CI or a page: escape sequences and commands would make a report
 * say something else. All such text goes through here.
 */
export function printable(text: string): string {
  const plain = stripVTControlCharacters(text).replaceAll('\r\n', '\n').replace(unprintable, '\ufffd');
  return commands.reduce((fit, [pattern, by]) => fit.replace(pattern, by), plain);
}

/** The same in one line. */
export const printableLine = (text: string): string => oneLine(printable(text)).replaceAll('\t', '\ufffd');

/** The same for a text of ours that may have several lines. */
export const printableBlock = (text: string): string => indented(printable(text));

/** The same for all texts in a JSON value, names of members too. */
export const printableIn = <Of>(value: Of): Of => inEach(value, printable);

/** A text in one line, for what another wrote must not begin a line of ours. That a line ended in it can be seen. */
const oneLine = (text: string): string => text.replace(/(?<![\r\n])[\r\n]+$/, '').replace(/\r?\n/g, ' ↵ ');

/** Each text in a JSON value in one line. */
export const oneLineIn = <Of>(value: Of): Of => inEach(value, oneLine);

/** A text in which no line but the first begins at the margin. */
export const indented = (text: string): string => text.replace(/\n(?! {2}|\n|$)/g, '\n    ');

/** A JSON value with each of its texts fitted, names of members too. */
export function inEach<Of>(value: Of, fit: (text: string) => string): Of {
  const deep = (each: unknown): unknown => {
    if (typeof each === 'string') return fit(each);
    if (Array.isArray(each)) return each.map(deep);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [fit(name), deep(member)]));
  };
  return deep(value) as Of;
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

/** JSON for a terminal: the same value, with what steers a terminal or a CI service written as escapes. */
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
