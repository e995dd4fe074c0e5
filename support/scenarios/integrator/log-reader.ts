import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { LeakFact } from '../../exchange/facts';
import { maskedEncoding } from '../../exchange/finders';
import type { LogLine } from '../../exchange/evidence';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';
import { scenarioAndProcess } from './active-process';

/** A line longer than this is searched before its end is seen. */
const longestLine = 64 * 1024;

/** Looks for something in whole lines of a log. */
type LineSearch = (text: string) => void;

/** Reads a log piece by piece, whatever its size. */
export class LogReader {
  readonly #search: LineSearch;
  #line = '';

  constructor(search: LineSearch) {
    this.#search = search;
  }

  /** Takes the next piece; one may end in the middle of a word. */
  readonly read = (text: string): void => {
    const seen = this.#line + text;
    const end = seen.lastIndexOf('\n') + 1;
    this.#line = seen.slice(end);
    if (this.#line.length > longestLine) this.end();
    if (end > 0) this.#search(seen.slice(0, end));
  };

  /** The log has come to its end: what stands behind the last line end counts too. */
  end(): void {
    this.#search(this.#line);
    this.#line = '';
  }
}

/**
 * Each planted value that a log shows becomes evidence, once. What a mask leaves readable is reported separately from a
 * whole value.
 *
 * @param place names the log in messages, as in `the adapter's stderr`
 */
export function searchPlanted(run: Run, played: PlayedServices, place: string): LineSearch {
  const told = new Set<string>();
  const warned = new Set<string>();
  const tell = (leaks: readonly LeakFact[]): void => {
    if (leaks.length === 0) return;
    for (const { planted, encoding } of leaks) (encoding === maskedEncoding ? warned : told).add(planted);
    const arrival = {
      arrivedAt: Date.now(),
      ...scenarioAndProcess({}, { clientInstance: played.acting.clientInstance }),
    };
    run.evidence.recording.append<LogLine>({ kind: 'log line', ...arrival, facts: { leaks } });
  };
  return (text) => {
    tell(played.leaks.find(text, place).filter(({ planted }) => !told.has(planted)));
    const masked = played.leaks.findMasked(text, place);
    tell(masked.filter(({ planted }) => !told.has(planted) && !warned.has(planted)));
  };
}

const pieceBytes = 1024 * 1024;

/**
 * Searches the log files that the target names. Throws NotTestedError for a pattern that matches no
 * file, and EnvironmentError for a file that cannot be read: neither may pass for a clean log.
 */
export function searchLogFiles(run: Run, searchOf: (place: string) => LineSearch): void {
  const folder = dirname(resolve(run.target.file ?? '.'));
  for (const pattern of run.target.logs) {
    const files = globSync(resolve(folder, pattern)).filter((file) => statSync(file).isFile());
    if (files.length === 0)
      throw new NotTestedError('not-configured', `logs: ${pattern} matches no file, seen from ${folder}`);
    for (const file of files) searchFile(file, new LogReader(searchOf(`log ${relative(folder, file)}`)));
  }
}

function searchFile(file: string, reader: LogReader): void {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const decoder = new StringDecoder('utf8');
      const piece = Buffer.alloc(pieceBytes);
      for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece))
        reader.read(decoder.write(piece.subarray(0, read)));
      reader.end();
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new EnvironmentError(
      `logs: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}
