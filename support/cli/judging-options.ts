import type { Subject } from '../contract/words';
import type { Results } from '../judging/results';
import type { Destination } from '../report/runs/history';
import type { Keep } from '../run/keep';
import { defaultKeep, defaultReports } from '../run/keep';
import { loadWaivers } from '../run/targets';
import type { Waiver } from '../targets/load-waivers';

export interface JudgingOptions {
  readonly target?: string;
  readonly subject?: Subject;
  readonly only?: readonly string[];
  readonly waivers?: string;
  /** The folder to write the report to, without a history. `undefined` to write into the history below `root`. */
  readonly reports?: string;
  /** The folder with a history of reports; by default `reports` in the current folder. */
  readonly root?: string;
  readonly keep?: Keep;
  readonly nonce?: string;
  readonly json?: true;
  /** Receives the results and the run's folder. If set, the command prints nothing. */
  readonly take?: (results: Results, folder: string) => void;
}

export function destinationIn({
  reports,
  root = defaultReports,
  keep = defaultKeep,
}: Pick<JudgingOptions, 'reports' | 'root' | 'keep'>): Destination {
  return reports === undefined ? { root, keep } : { root: reports };
}

/**
 * Loads the file of approved exceptions that the options name, if any. Throws a ConfigurationError if it
 * contains mistakes.
 */
export function waiversOf({ waivers: file }: Pick<JudgingOptions, 'waivers'>): {
  readonly waivers?: readonly Waiver[];
} {
  return file === undefined ? {} : { waivers: loadWaivers(file) };
}
