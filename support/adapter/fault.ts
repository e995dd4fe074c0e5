import type { ChannelOptions } from './channel';
import type { LogText } from './kept-log';
import { EnvironmentError } from '../contract/outcome';
import { printableLine } from '../contract/printable';

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

/** What an adapter did wrong. */
export interface AdapterFault {
  /** Said of the adapter: `ended with exit code 3`. */
  readonly what: string;
  /** What it wrote, to be quoted behind that; raw, for only a whole secret is found and taken out. */
  readonly text?: string;
  /** The likely cause, and what to do about it. */
  readonly likely: string;
}

/** Characters of a text that are looked at; it may be a line of 32 MiB. */
const regardedLength = 10_000;
/** What is shown of what is wrong: it may repeat what the adapter wrote. */
const toldLength = 1000;

/**
 * The error for a fault of an adapter: an `EnvironmentError`, for whatever breaks off a conversation says nothing
 * about the client behind it. `during` is a method, or what else was going on; `log` is what stderr holds so far.
 */
export function faultError(
  { what, text, likely }: AdapterFault,
  during: string,
  log: LogText,
  redact: ChannelOptions['redact'] = (raw) => raw,
): EnvironmentError {
  const quote = text === undefined ? '' : `: ${quoted(redact(text.slice(0, regardedLength)))}`;
  const lines = [
    `the adapter ${printableLine(redact(what.slice(0, regardedLength)).slice(0, toldLength))}${quote}, during ${during}`,
    `  likely  ${likely}`,
  ];
  lines.push(...logExcerpt(log, redact));
  return new EnvironmentError(lines.join('\n'));
}

/** The beginning of a text in quotation marks. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
