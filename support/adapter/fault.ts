import { EnvironmentError } from '../contract/outcome';
import type { ChannelOptions } from './channel';

/** What an adapter did wrong. */
export interface Fault {
  /** Said of the adapter: `ended with exit code 3`. */
  readonly what: string;
  /** The likely cause, and what to do about it. */
  readonly likely: string;
}

const shownLines = 10;
const shownLength = 240;

/**
 * The error for a fault of an adapter: an `EnvironmentError`, for whatever breaks off a conversation says nothing
 * about the client behind it. `during` is a method, or what else was going on; `log` is what stderr holds so far.
 */
export function faultError(
  fault: Fault,
  during: string,
  log: string,
  redact?: ChannelOptions['redact'],
): EnvironmentError {
  const hide = redact ?? ((text: string) => text);
  const lines = [`the adapter ${printable(hide(fault.what))}, during ${during}`, `  likely  ${fault.likely}`];
  const last = lastLines(hide(log));
  if (last.length > 0) lines.push('  stderr  ended with', ...last.map((line) => `    ${line}`));
  return new EnvironmentError(lines.join('\n'));
}

/** What an adapter wrote, for quoting in a fault: its beginning. */
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
  return text.replaceAll(/\p{Cc}/gu, (character) => (character === '\t' ? ' ' : '\u{fffd}'));
}
