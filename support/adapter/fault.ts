import { stripVTControlCharacters } from 'node:util';
import { EnvironmentError } from '../contract/outcome';
import type { ChannelOptions } from './channel';

/** What an adapter did wrong. */
export interface Fault {
  /** Said of the adapter: `ended with exit code 3`. */
  readonly what: string;
  /** What it wrote, to be quoted behind that; raw, for only a whole secret is found and taken out. */
  readonly text?: string;
  /** The likely cause, and what to do about it. */
  readonly likely: string;
}

const shownLines = 10;
const shownLength = 240;
/** Characters of a text that are looked at; it may be a line of 32 MiB. */
const regardedLength = 10_000;

/**
 * The error for a fault of an adapter: an `EnvironmentError`, for whatever breaks off a conversation says nothing
 * about the client behind it. `during` is a method, or what else was going on; `log` is what stderr holds so far.
 */
export function faultError(
  { what, text, likely }: Fault,
  during: string,
  log: string,
  redact: ChannelOptions['redact'] = (raw) => raw,
): EnvironmentError {
  const quote = text === undefined ? '' : `: ${quoted(redact(text.slice(0, regardedLength)))}`;
  const lines = [`the adapter ${printable(redact(what))}${quote}, during ${during}`, `  likely  ${likely}`];
  const last = lastLines(redact(log));
  if (last.length > 0) lines.push('  stderr  ended with', ...last.map((line) => `    ${line}`));
  return new EnvironmentError(lines.join('\n'));
}

/** The beginning of a text in quotation marks. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function lastLines(log: string): string[] {
  return log
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-shownLines)
    .map(printable)
    .map((line) => (line.length > shownLength ? `${line.slice(0, shownLength)}…` : line));
}

/** Escape sequences would repaint the terminal or break a report. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\p{Cc}/gu, (character) =>
    character === '\t' ? ' ' : '\u{fffd}',
  );
}
