import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../../judging/results';
import { settleForReading } from '../../../report/history/swap';
import { reportOf } from '../../../report/model/report';
import type { Report } from '../../../report/model/report';
import type { Row } from '../../../report/model/row';
import { readResultsFile } from '../../../report/read-reports';
import { ConfigurationError } from '../../../targets/errors';
import { folderOfEntry } from '../pages';
import { RecordingIndex } from './recording-index';

/** A report of the history, read. */
export class OpenedReport {
  /** As in `latest` or `3`. */
  readonly entry: string;
  readonly results: Results;
  readonly report: Report;
  /** All obligations, in the order of the contract. */
  readonly rows: ReadonlyMap<string, Row>;
  readonly #file: string;
  #recording: Promise<RecordingIndex> | undefined;

  constructor(entry: string, folder: string) {
    this.entry = entry;
    this.results = readResultsFile(join(folder, 'results.json'));
    this.report = reportOf(this.results);
    const all = [...this.report.planned, ...this.report.notPlanned];
    const byId = new Map(all.map((row) => [row.id, row]));
    this.rows = new Map(this.results.obligations.flatMap(({ id }) => entryOf(byId, id)));
    this.#file = join(folder, 'recording.jsonl');
  }

  /** Its recording, gone through when it is asked for first. Throws a ConfigurationError where there is none. */
  recording(): Promise<RecordingIndex> {
    return (this.#recording ??= RecordingIndex.of(this.#file, this.results));
  }

  /** The obligation of an id. Throws a ConfigurationError where the report has none. */
  row(id: string): Row {
    const row = this.rows.get(id.toUpperCase());
    if (row !== undefined) return row;
    throw new ConfigurationError(
      'is no obligation of this report',
      { at: id.slice(0, 40) },
      'its list names all',
    );
  }
}

const entryOf = (rows: ReadonlyMap<string, Row>, id: string): [string, Row][] => {
  const row = rows.get(id);
  return row === undefined ? [] : [[id, row]];
};

/** What one looks into, the latest whole and partial runs beside it, and one more to compare with. */
const mostKept = 4;

/** The reports that were read last, each until its files change. */
export class ReportStore {
  readonly #root: string;
  readonly #kept = new Map<string, { readonly state: string; readonly opened: OpenedReport }>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The same; `undefined` where there is none that can be read. */
  find(entry: string): OpenedReport | undefined {
    try {
      return this.open(entry);
    } catch (error) {
      if (error instanceof ConfigurationError) return undefined;
      throw error;
    }
  }

  /** Throws a ConfigurationError where an entry names no report, or one that cannot be read. */
  open(entry: string): OpenedReport {
    const folder = folderOfEntry(this.#root, entry);
    settleForReading(folder);
    const state = stateOf(folder);
    const kept = this.#kept.get(entry);
    this.#kept.delete(entry);
    const opened = kept?.state === state ? kept.opened : new OpenedReport(entry, folder);
    this.#kept.set(entry, { state, opened });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
    return opened;
  }
}

/** What differs once one of the files was written again. */
function stateOf(folder: string): string {
  const states = ['results.json', 'recording.jsonl'].map((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found === undefined ? 'none' : [found.ino, found.size, found.mtimeMs].join(' ');
  });
  return [folder, ...states].join('\n');
}
