import type { Subject } from '../contract/words';
import type { Results } from '../judging/results';
import type { Destination } from '../report/runs/history';
import type { Keep } from '../run/keep';
import { defaultKeep, defaultReports } from '../run/keep';
import { loadWaivers } from '../run/targets';
import type { Waiver } from '../targets/load-waivers';

/** What the options of commands that judge come to. */
export interface JudgingOptions {
  readonly target?: string;
  readonly subject?: Subject;
  readonly only?: readonly string[];
  readonly waivers?: string;
  /** Exactly where the report goes. Absent: into the folder that keeps a history. */
  readonly reports?: string;
  /** The folder that keeps a history; absent: the one of the current folder. */
  readonly root?: string;
  readonly keep?: Keep;
  readonly nonce?: string;
  readonly json?: true;
  /** Takes the results, and the folder of the run, where nothing is to be printed. */
  readonly take?: (results: Results, folder: string) => void;
}

/** Where the report of a command goes. */
export function destinationIn({
  reports,
  root = defaultReports,
  keep = defaultKeep,
}: Pick<JudgingOptions, 'reports' | 'root' | 'keep'>): Destination {
  return reports === undefined ? { root, keep } : { root: reports };
}

/** The waivers of a command line; none where it names no file. Throws a ConfigurationError for a file with mistakes. */
export function waiversOf({ waivers: file }: Pick<JudgingOptions, 'waivers'>): {
  readonly waivers?: readonly Waiver[];
} {
  return file === undefined ? {} : { waivers: loadWaivers(file) };
}
