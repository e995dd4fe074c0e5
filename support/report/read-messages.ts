import { existsSync, readFileSync } from 'node:fs';
import type { Envelope } from '@cucumber/messages';
import { ConfigurationError } from '../targets/errors';

/** Reads `messages.ndjson`; throws a ConfigurationError where it is missing, cut or broken. */
export function readMessages(file: string): Envelope[] {
  if (!existsSync(file))
    throw new ConfigurationError('is missing beside its results', { file }, 'run again: every run writes it');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const envelopes = lines.map((line, index) => parseLine(line, file, index + 1));
  if (envelopes.at(-1)?.testRunFinished === undefined)
    throw new ConfigurationError('ends before the run does', { file }, 'it was cut: run again');
  return envelopes;
}

function parseLine(text: string, file: string, line: number): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // A line that is no JSON and one that is no message are told alike.
  }
  throw new ConfigurationError('is not a message of Cucumber', { file, line }, 'it was edited: run again');
}
