import { join } from 'node:path';
import type { Results } from '../../judging/results';
import type { Verdict } from '../../judging/verdict';
import { verdicts as knownVerdicts } from '../../judging/verdict';
import { attempt } from '../../targets/pem';
import { boundedJson, boundedText } from '../bounded-text';
import type { Entry } from './entries';
import { entriesIn } from './entries';
import { resultsName } from './own-files';
import { isWhole } from './shelves';
import { settleForReading } from './swap';

/** A whole run of a trend. */
export interface TrendRun {
  /** What it is called by, as `conform history` lists it. */
  readonly name: string;
  readonly id: string;
  readonly finishedAt: string;
  readonly overall: NonNullable<Entry['run']>['overall'];
}

/** One obligation over the runs of a trend. */
export interface TrendRow {
  readonly id: string;
  /** One for each run; null: it was not in the plan of that run, or not known then. */
  readonly verdicts: readonly (Verdict | null)[];
  /** In how many runs its verdict was another than in the one before. */
  readonly changes: number;
}

/** The verdicts on one target over its whole runs, the oldest first. */
export interface Trend {
  readonly target: string;
  readonly runs: readonly TrendRun[];
  readonly obligations: readonly TrendRow[];
  /** How many older runs, or runs that cannot be read, are left out. */
  readonly leftOut: number;
}

/** Of results of whatever version, what a trend takes. */
export interface TrendResults {
  readonly obligations: readonly (Pick<Results['obligations'][number], 'id' | 'verdict'> & {
    readonly planned?: boolean;
  })[];
}

/** A run with its verdicts. */
export interface Judged {
  readonly entry: Entry;
  readonly results: TrendResults;
}

/** As many as fit on a page side by side. */
export const mostRuns = 30;

/** The targets of which a folder keeps whole runs, that of the latest one first. */
export function targetsOf(entries: readonly Entry[]): string[] {
  return [...new Set(wholeRuns(entries).map(({ run }) => run.target))];
}

/**
 * Reads the trend of a target, by default of the latest whole run's. `undefined`: it has none. Of what is not
 * readable, the number is told.
 */
export function readTrend(root: string, wanted?: string): Trend | undefined {
  settleForReading(root);
  const entries = entriesIn(root);
  const target = wanted ?? targetsOf(entries)[0];
  if (target === undefined) return undefined;
  const all = wholeRuns(entries).filter(({ run }) => run.target === target);
  const judged = all.slice(0, mostRuns).flatMap((entry): Judged[] => {
    const results = attempt(() => looseVerdicts(entry));
    return results === undefined ? [] : [{ entry, results }];
  });
  return trendOf(target, judged, all.length - judged.length);
}

/** The trend of runs in whatever order. */
export function trendOf(target: string, judged: readonly Judged[], leftOut = 0): Trend {
  const runs = judged.flatMap(({ entry: { name, run }, results }) => (run ? [{ name, run, results }] : []));
  const inOrder = runs.sort((one, other) => (one.run.finishedAt < other.run.finishedAt ? -1 : 1));
  const verdicts = inOrder.map(({ results }) => verdictsIn(results));
  // In the order of the latest results, which is that of the contract; what only older ones know comes behind.
  const ids = [...new Set(verdicts.toReversed().flatMap((each) => [...each.keys()]))];
  return {
    target,
    runs: inOrder.map(({ name, run: { id, finishedAt, overall } }) => ({ name, id, finishedAt, overall })),
    obligations: ids.map((id) =>
      rowOf(
        id,
        verdicts.map((each) => each.get(id) ?? null),
      ),
    ),
    leftOut,
  };
}

function rowOf(id: string, verdicts: readonly (Verdict | null)[]): TrendRow {
  const known = verdicts.filter((each) => each !== null);
  return {
    id,
    verdicts,
    changes: known.filter((each, index) => index > 0 && each !== known[index - 1]).length,
  };
}

const verdictsIn = ({ obligations }: TrendResults): Map<string, Verdict> =>
  new Map(obligations.filter(({ planned }) => planned !== false).map(({ id, verdict }) => [id, verdict]));

/** Each run once, the latest first: it stands before its copy in the history, should it have one. */
function wholeRuns(entries: readonly Entry[]): (Entry & Required<Pick<Entry, 'run'>>)[] {
  const byId = new Map<string, Entry & Required<Pick<Entry, 'run'>>>();
  for (const entry of entries)
    if (entry.shelf === 'whole' && entry.run !== undefined && !byId.has(entry.run.id))
      byId.set(entry.run.id, { ...entry, run: entry.run });
  return [...byId.values()];
}

/** Throws where obligations or verdicts are in no form that a version of the suite writes, or the run was not whole. */
function looseVerdicts({ name, path }: Entry): TrendResults {
  const file = join(path, resultsName);
  const results = boundedJson(boundedText(file), file) as Results;
  // Without a history, a narrowed run stands where whole ones do.
  if (name === 'latest' && !isWhole(results)) throw new Error('was narrowed');
  return {
    obligations: results.obligations.map(({ id, verdict, planned }) => ({ ...known(id, verdict), planned })),
  };
}

function known(id: unknown, verdict: unknown): { id: string; verdict: Verdict } {
  const found = knownVerdicts.find((each) => each === verdict);
  if (typeof id !== 'string' || found === undefined) throw new Error('is not known');
  return { id, verdict: found };
}
