import { closeSync, globSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { EnvironmentError, NotTestedError } from '../../contract/outcome';
import type { LeakFact } from '../../exchange/facts';
import { maskedEncoding } from '../../exchange/planted';
import type { LogLine } from '../../exchange/evidence';
import type { Run } from '../../run/run';
import type { PlayedServices } from './played-services';

/** A line longer than this is searched before its end is seen. */
const longestLine = 64 * 1024;

/** Listens to a log piece by piece, whatever its size: each planted value that it shows becomes evidence, once. */
export class LogEar {
  readonly #run: Run;
  readonly #played: PlayedServices;
  readonly #place: string;
  readonly #told = new Set<string>();
  readonly #warned = new Set<string>();
  #line = '';

  /** @param place names the log in messages, as in `the adapter's stderr` */
  constructor(run: Run, played: PlayedServices, place: string) {
    this.#run = run;
    this.#played = played;
    this.#place = place;
  }

  /** Takes the next piece; one may end in the middle of a word. */
  readonly hear = (text: string): void => {
    const heard = this.#line + text;
    const end = heard.lastIndexOf('\n') + 1;
    this.#line = heard.slice(end);
    if (this.#line.length > longestLine) this.end();
    if (end > 0) this.#search(heard.slice(0, end));
  };

  /** The log has come to its end: what stands behind the last line end counts too. */
  end(): void {
    this.#search(this.#line);
    this.#line = '';
  }

  #search(text: string): void {
    const { leaks: search } = this.#played;
    this.#tell(search.find(text, this.#place).filter(({ planted }) => !this.#told.has(planted)));
    const masked = search.findMasked(text, this.#place);
    this.#tell(masked.filter(({ planted }) => !this.#told.has(planted) && !this.#warned.has(planted)));
  }

  /** What a mask leaves readable is reported separately from a whole value. */
  #tell(leaks: readonly LeakFact[]): void {
    if (leaks.length === 0) return;
    for (const { planted, encoding } of leaks)
      (encoding === maskedEncoding ? this.#warned : this.#told).add(planted);
    const { clientInstance } = this.#played;
    this.#run.recording.append<LogLine>({
      kind: 'log line',
      arrivedAt: Date.now(),
      ...(clientInstance !== undefined && { clientInstance }),
      facts: { leaks },
    });
  }
}

const pieceBytes = 1024 * 1024;

/**
 * Searches the log files that the target names (clause 6.3.4). Throws NotTestedError for a pattern that matches no
 * file, and EnvironmentError for a file that cannot be read: neither may pass for a clean log.
 */
export function searchLogFiles(run: Run, played: PlayedServices): void {
  const folder = dirname(resolve(run.target.file ?? '.'));
  for (const pattern of run.target.logs) {
    const files = globSync(resolve(folder, pattern)).filter((file) => statSync(file).isFile());
    if (files.length === 0) throw new NotTestedError(`logs: ${pattern} matches no file, seen from ${folder}`);
    for (const file of files) searchFile(file, new LogEar(run, played, `log ${relative(folder, file)}`));
  }
}

function searchFile(file: string, ear: LogEar): void {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const decoder = new StringDecoder('utf8');
      const piece = Buffer.alloc(pieceBytes);
      for (let read = readSync(descriptor, piece); read > 0; read = readSync(descriptor, piece))
        ear.hear(decoder.write(piece.subarray(0, read)));
      ear.end();
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new EnvironmentError(
      `logs: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}
