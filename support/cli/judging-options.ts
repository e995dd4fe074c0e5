import type { Subject } from '../contract/words';
import type { Results } from '../judging/results';
import type { ReportDestination } from '../report/runs/history';
import type { HistoryRetention } from '../run/history-retention';
import { defaultRetention, defaultReports } from '../run/history-retention';
import { loadWaivers } from '../run/targets';
import type { Waiver } from '../targets/load-waivers';

export interface JudgingOptions {
  readonly target?: string;
  readonly subject?: Subject;
  readonly only?: readonly string[];
  /** Ids of obligations that must be judged. Without a judgement of one of them, the exit code is not 0. */
  readonly mustSee?: readonly string[];
  readonly waivers?: string;
  /** Folder for the report, without a history. `undefined` to write the report into the history below `root`. */
  readonly reports?: string;
  /** The folder with a history of reports; by default `reports` in the current folder. */
  readonly root?: string;
  readonly keep?: HistoryRetention;
  readonly nonce?: string;
  readonly json?: true;
  /** Receives the results and the run's folder. If set, the command prints nothing. */
  readonly take?: (results: Results, folder: string) => void;
}

export function reportDestinationOf({
  reports,
  root = defaultReports,
  keep = defaultRetention,
}: Pick<JudgingOptions, 'reports' | 'root' | 'keep'>): ReportDestination {
  return reports === undefined ? { root, keep } : { root: reports };
}

/**
 * Loads the file of approved exceptions that the options name, if any. Throws a ConfigurationError if the
 * file is invalid.
 */
export function loadWaiversOption({ waivers: file }: Pick<JudgingOptions, 'waivers'>): {
  readonly waivers?: readonly Waiver[];
} {
  return file === undefined ? {} : { waivers: loadWaivers(file) };
}
