import { printableLine } from '../contract/printable';
import type { LogText } from './kept-log';

const shown = { first: 5, last: 10 };
const shownLength = 240;

/** What an adapter wrote to stderr, as a message shows it: the first lines and the last ones. */
export function logExcerpt({ first, leftOut, last }: LogText, redact: (text: string) => string): string[] {
  // Where something is missing, half a line stands on both sides: half a secret in it would not be known again.
  const parts =
    leftOut === 0
      ? [linesOf(redact(first + last)), []]
      : [linesOf(redact(withoutLastLine(first))), linesOf(redact(withoutFirstLine(last)))];
  const lines = parts.flat();
  const hidden = lines.length - shown.first - shown.last;
  if (leftOut === 0 && lines.length <= shown.last) return block('ended with', lines);
  const ending = lines.slice(-shown.last);
  const beginning = lines.slice(0, lines.length - ending.length).slice(0, shown.first);
  const gap = leftOut > 0 ? '…' : hidden > 0 ? `… ${hidden} lines more` : undefined;
  return [
    ...block('began with', beginning),
    ...(gap === undefined ? [] : [`    ${gap}`]),
    ...block('ended with', ending),
  ];
}

function block(words: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  stderr  ${words}`, ...lines.map((line) => `    ${line}`)];
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => printableLine(line.replaceAll('\t', ' ')))
    .map((line) => (line.length > shownLength ? `${line.slice(0, shownLength)}…` : line));
}

/** A line that fills all of it is shown all the same, for its end is cut off once more. */
const withoutLastLine = (text: string): string =>
  text.includes('\n') ? text.slice(0, text.lastIndexOf('\n')) : text;

const withoutFirstLine = (text: string): string => text.slice(text.indexOf('\n') + 1 || text.length);
