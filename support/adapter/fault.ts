import type { ChannelOptions } from './channel';
import type { LogText } from './kept-log';
import { EnvironmentError } from '../contract/outcome';
import { printableLine } from '../contract/printable';

const shown = { first: 5, last: 10 };
const shownLength = 240;

/** Returns the first and last lines of an adapter's stderr, formatted for an error message. */
export function logExcerpt({ first, leftOut, last }: LogText, redact: (text: string) => string): string[] {
  // If the middle of the log is missing, drop the partial lines at the gap: `redact` cannot
  // recognise half a secret.
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

/**
 * Removes the last line, which may be incomplete. Returns a single line unchanged: `linesOf` shortens it, so
 * its end, which may be half a secret, is never shown.
 */
const withoutLastLine = (text: string): string =>
  text.includes('\n') ? text.slice(0, text.lastIndexOf('\n')) : text;

const withoutFirstLine = (text: string): string => text.slice(text.indexOf('\n') + 1 || text.length);

export interface AdapterFault {
  /** Completes "the adapter …", as in `ended with exit code 3`. */
  readonly what: string;
  /**
   * The adapter's output, to be quoted after `what`. Pass it unshortened: {@link faultError} redacts it
   * before quoting its beginning, because `redact` only recognises whole secrets.
   */
  readonly text?: string;
  readonly likely: string;
  /** The error code with which the adapter answered; `undefined` if the fault is not such an answer. */
  readonly code?: number;
}

/**
 * Maximum number of characters of the adapter's output to redact. A line may be 32 MiB long, but a message
 * quotes only its beginning.
 */
const regardedLength = 10_000;
/** Maximum number of characters of `what` to show. It may quote the adapter's output. */
const toldLength = 1000;

/**
 * Converts an adapter's fault to an error. An `EnvironmentError` makes verdicts inconclusive, because the
 * fault is not evidence about the client. `during` is the method that was called, or another phase of the
 * run.
 */
export function faultError(
  { what, text, likely, code }: AdapterFault,
  during: string,
  log: LogText,
  redact: ChannelOptions['redact'] = (raw) => raw,
): EnvironmentError {
  const quote = text === undefined ? '' : `: ${quoteStart(redact(text.slice(0, regardedLength)))}`;
  const lines = [
    `the adapter ${printableLine(redact(what.slice(0, regardedLength)).slice(0, toldLength))}${quote}, during ${during}`,
    `  likely  ${likely}`,
  ];
  lines.push(...logExcerpt(log, redact));
  const details = code === undefined ? {} : { adapterCode: code };
  return new EnvironmentError(lines.join('\n'), 'prevented', details);
}

/** Returns the first 80 characters of a text, in quotation marks. */
export function quoteStart(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
