import { readFileSync, statSync } from 'node:fs';
import { notJson, parseBoundedJson } from '../../contract/json';
import { ConfigurationError } from '../../targets/errors';

/** Results of a whole run have a quarter of a megabyte; a pack may hold no larger ones either. */
export const largestResults = 64 * 1024 ** 2;

/** The text of a file of a report. Throws a ConfigurationError where it is larger than any, or cannot be read. */
export function readReportText(file: string): string {
  try {
    // What is no file, as a pipe, has no size, and no end.
    const { size } = statSync(file);
    if (size > largestResults) throw tooLarge(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ConfigurationError(
      `cannot be read (${code})`,
      { file },
      'run npx conform run first, or name a folder that holds reports',
    );
  }
}

/** The value of a text of a report. Throws a ConfigurationError where it is no JSON, or more than any report holds. */
export function parseReportJson(text: string, file: string): unknown {
  const read = parseBoundedJson(text);
  if ('value' in read) return read.value;
  const what = read.flaw === notJson ? 'is not JSON' : `is beyond bounds: ${read.flaw}`;
  throw new ConfigurationError(what, { file }, 'it was cut or edited: run again');
}

function tooLarge(file: string): ConfigurationError {
  return new ConfigurationError(
    `is larger than ${largestResults} bytes`,
    { file },
    'no report is that large: name a results.json, or run again',
  );
}
