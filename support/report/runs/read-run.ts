import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseBoundedJson } from '../../contract/json';
import { firstProblem } from '../../contract/schemas';
import type { Evidence } from '../../exchange/evidence';
import { withCalls } from '../../exchange/evidence';
import type { RecordedLine } from '../../exchange/recording';
import { requireCurrentRecordingForm } from '../../judging/recording-form';
import { validateEvidence, lineNumberOf, recordedLines } from '../../exchange/recording';
import { ConfigurationError, wrongVersionError } from '../../targets/errors';
import type { EvidenceBySeq } from '../evidence';
import { parseReportJson, readReportText } from './read-report-text';
import { referencedSeqs } from '../evidence';
import { completedFolder } from './in-place';
import { signOffName } from './own-files';
import type { Results } from '../../judging/results';
import { resultsVersion } from '../../judging/results';
import type { FoundSignOff } from '../sign-off/sign-off';
import { readSignOff } from '../sign-off/sign-off';

/** The report in a folder. */
export interface ReadReports {
  readonly results: Results;
  readonly evidence: EvidenceBySeq;
  /** `undefined` if the report has no sign-off. */
  readonly signOff?: FoundSignOff | undefined;
}

const judgeAgain = 'judge the recording again with npx conform audit --rejudge, or run again';

/**
 * Reads the results in a folder with the exchanges to which they refer. Memory does not grow with the recording.
 * Throws a ConfigurationError if results or recording are missing, in another format, cut or broken.
 */
export async function readReports(folder: string): Promise<ReadReports> {
  completedFolder(folder);
  const file = join(folder, 'results.json');
  const text = readReportText(file);
  const results = parseResults(text, file);
  const evidence = await readEvidence(join(folder, 'recording.jsonl'), results);
  const signOff = readSignOff(join(folder, signOffName), results, text);
  return { results, evidence, ...(signOff && { signOff }) };
}

/** Reads a results.json. Throws a ConfigurationError if it is missing, not JSON, or in another format. */
export function readResultsFile(file: string): Results {
  return parseResults(readReportText(file), file);
}

/** Parses the text of a results.json; messages name `file`. Throws as {@link readResultsFile} does. */
export function parseResults(text: string, file: string): Results {
  const value = parseReportJson(text, file);
  const version = (value as Partial<Results> | null)?.schemaVersion as unknown;
  if (version === undefined)
    throw new ConfigurationError(
      'is not results of this suite: it has no schemaVersion',
      { file },
      'name a results.json, or a folder with one',
    );
  if (version !== resultsVersion)
    throw wrongVersionError(
      { of: 'a report', member: 'schemaVersion', found: version, readable: resultsVersion },
      { file },
      judgeAgain,
    );
  const problem = firstProblem('results', value);
  if (problem !== undefined)
    throw new ConfigurationError(
      `does not keep to schemas/results.schema.json: ${problem.message}`,
      { file, at: problem.path },
      judgeAgain,
    );
  return value as Results;
}

/** Reads the exchanges to which results refer, line by line from their recording. */
export async function readEvidence(file: string, results: Results): Promise<EvidenceBySeq> {
  const picked = new EvidencePicker(referencedSeqs(results));
  const reader = new RecordedReader(file, results);
  for await (const line of recordedLinesIn(file)) {
    const text = 'text' in line ? line.text : '';
    // Lines that are not wanted are not parsed.
    if (picked.wants(reader.seqOf(line)) || isCall(text)) picked.add(reader.read(line));
    else if (text.endsWith('}')) reader.pass(line);
    else throw cut(file, lineNumberOf(line), results);
  }
  reader.end();
  return picked.all;
}

/**
 * The lines of a recording. Throws a ConfigurationError if there is no such file, or its form is not the current one.
 */
export async function* recordedLinesIn(file: string): AsyncGenerator<RecordedLine> {
  requireRecording(file);
  try {
    yield* recordedLines(createReadStream(file), {
      first: (line) => void requireCurrentRecordingForm(line, file),
    });
  } catch (error) {
    // Another process may have removed the run from its history meanwhile.
    requireRecording(file);
    throw error;
  }
}

function requireRecording(file: string): void {
  if (!existsSync(file))
    throw new ConfigurationError('is missing beside its results', { file }, 'keep both files together');
}

/** Picks the exchanges to which results refer from the lines of a recording, with their adapter calls. */
export class EvidencePicker {
  readonly #wanted: ReadonlySet<number>;
  readonly #read: Evidence[] = [];

  constructor(wanted: ReadonlySet<number>) {
    this.#wanted = wanted;
  }

  wants(seq: number): boolean {
    return this.#wanted.has(seq);
  }

  add(evidence: Evidence): void {
    if (this.wants(evidence.seq) || evidence.kind === 'adapter answer') this.#read.push(evidence);
  }

  get all(): EvidenceBySeq {
    const wanted = withCalls(this.#read).filter(({ seq }) => this.wants(seq));
    return new Map(wanted.map((each) => [each.seq, each]));
  }
}

const isCall = (line: string): boolean => line.includes('"askedAt":');

/**
 * Reads the lines of a recording in order, each numbered by its `seq`. In a run the numbers count from 1 without gaps;
 * in traffic, requests that the contract does not know leave gaps.
 */
export class RecordedReader {
  readonly #file: string;
  readonly #results: Pick<Results, 'exchanges' | 'run'>;
  #lines = 0;
  /** The line number of the last one in the file. */
  #line = 0;
  #last = 0;

  constructor(file: string, results: Pick<Results, 'exchanges' | 'run'>) {
    this.#file = file;
    this.#results = results;
  }

  /** Returns the `seq` of a line without parsing it. */
  seqOf(line: RecordedLine): number {
    if (this.#results.run.traffic === undefined) return line.number;
    const [, seq = ''] = /^\{"seq":(\d{1,15}),/.exec('text' in line ? line.text : '') ?? [];
    return Number(seq);
  }

  /** Parses a line. Throws a ConfigurationError if it is not an exchange, or has another `seq` than expected. */
  read(line: RecordedLine): Evidence {
    const read = validateEvidence('text' in line ? parseBoundedJson(line.text) : line);
    if ('flaw' in read) throw this.strange(line, read.flaw);
    if (read.evidence.seq !== this.#step(line)) throw this.strange(line);
    return read.evidence;
  }

  /** Skips a line and returns its `seq`. */
  pass(line: RecordedLine): number {
    return this.#step(line);
  }

  /** Throws a ConfigurationError if the recording does not have as many exchanges as the results state. */
  end(): void {
    const { exchanges } = this.#results;
    if (this.#lines < exchanges) throw cut(this.#file, this.#line, this.#results);
    if (this.#lines > exchanges) throw tooLong(this.#file, this.#line, this.#results);
  }

  #step(line: RecordedLine): number {
    const seq = this.seqOf(line);
    if (seq <= this.#last) throw this.strange(line);
    this.#last = seq;
    this.#lines = line.number;
    this.#line = lineNumberOf(line);
    return seq;
  }

  /** The error for a line that is not an exchange, or has another `seq` than expected. */
  strange(line: RecordedLine, flaw?: string): ConfigurationError {
    const { number } = line;
    const why = flaw === undefined ? '' : `: ${flaw.replace(/^no exchange: /, '')}`;
    return new ConfigurationError(
      `is not exchange ${number} of a recording${why}`,
      { file: this.#file, line: lineNumberOf(line) },
      'it was cut or edited: run again',
    );
  }
}

function cut(file: string, line: number, { exchanges }: Pick<Results, 'exchanges'>): ConfigurationError {
  return new ConfigurationError(
    `ends too early: results.json counts ${exchanges} exchanges`,
    { file, line },
    'the recording was cut: run again, or take both files from where they were written',
  );
}

function tooLong(file: string, line: number, { exchanges }: Pick<Results, 'exchanges'>): ConfigurationError {
  return new ConfigurationError(
    `holds more than the ${exchanges} exchanges that results.json counts`,
    { file, line },
    'the two are not of the same run: take both files from where they were written',
  );
}
