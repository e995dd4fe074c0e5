import { EnvironmentError } from '../contract/outcome';
import type { ChannelOptions } from './channel';
import type { LogText } from './kept-log';
import { printableLine } from '../contract/printable';
import { logExcerpt } from './log-excerpt';

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
const shownLength = 1000;

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
    `the adapter ${printableLine(redact(what.slice(0, regardedLength)).slice(0, shownLength))}${quote}, during ${during}`,
    `  likely  ${likely}`,
  ];
  lines.push(...logExcerpt(log, redact));
  return new EnvironmentError(lines.join('\n'));
}

/** The beginning of a text in quotation marks. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
