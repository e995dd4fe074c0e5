import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '@cucumber/messages';
import { TimeConversion } from '@cucumber/messages';
import { ConfigurationError } from '../targets/errors';
import { undefinedIfThrows } from '../targets/pem';
import { inScript, cucumberFileNames } from './messages';
import type { Results } from '../judging/results';

const [messagesName, pageName] = cucumberFileNames;

/**
 * Cucumber's messages of the run that results are of; none for traffic that was judged, which has no scenarios. Throws
 * a ConfigurationError where they are missing, cut, broken, or of another run.
 */
export function readCucumberMessages(results: Results, folder: string): Envelope[] {
  if (!hasScenarios(results)) return [];
  const { run } = results;
  const file = join(folder, messagesName);
  const messages = readMessages(file);
  const end = messages.at(-1)?.testRunFinished?.timestamp;
  const endedAt = end === undefined ? NaN : TimeConversion.timestampToMillisecondsSinceEpoch(end);
  // The results are made when the last message comes.
  if (endedAt >= Date.parse(run.startedAt) && endedAt <= Date.parse(run.finishedAt)) return messages;
  throw ofAnother(file);
}

/** Whether there are scenarios behind results: traffic that was judged has none. */
export function hasScenarios({ obligations }: Pick<Results, 'obligations'>): boolean {
  return obligations.some(({ scenarios }) => scenarios.length > 0);
}

/**
 * The names of Cucumber's files in a folder, where they are of the run that the results are of. Throws a
 * ConfigurationError where they are of another: evidence of two runs is evidence of none.
 */
export function cucumberFilesOf(results: Results, folder: string): string[] {
  const present = cucumberFileNames.filter((name) => existsSync(join(folder, name)));
  // Without messages nothing tells of which run the page is.
  if (!present.includes(messagesName)) return [];
  const last = readCucumberMessages(results, folder).at(-1);
  if (last === undefined) return [];
  const page = join(folder, pageName);
  if (present.includes(pageName) && !readFileSync(page, 'utf8').includes(inScript(JSON.stringify(last))))
    throw ofAnother(page);
  return present;
}

function ofAnother(file: string): ConfigurationError {
  return new ConfigurationError(
    'is of another run than results.json beside it',
    { file },
    'keep the files together that one run wrote, or run again',
  );
}

/** Reads `messages.ndjson`; throws a ConfigurationError where it is missing, cut or broken. */
function readMessages(file: string): Envelope[] {
  if (!existsSync(file))
    throw new ConfigurationError('is missing beside its results', { file }, 'run again: every run writes it');
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const envelopes = lines.map((text, index): Envelope => {
    const value = undefinedIfThrows(() => JSON.parse(text) as unknown);
    if (typeof value === 'object' && value !== null) return value;
    const place = { file, line: index + 1 };
    throw new ConfigurationError('is not a message of Cucumber', place, 'it was edited: run again');
  });
  if (envelopes.at(-1)?.testRunFinished === undefined)
    throw new ConfigurationError('ends before the run does', { file }, 'it was cut: run again');
  return envelopes;
}
