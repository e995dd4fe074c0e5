import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../../judging/results';
import { ConfigurationError } from '../../targets/errors';
import { undefinedIfThrows } from '../../targets/pem';
import { readReportText } from './read-report-text';
import { bannerOf } from '../model/caveats';
import { settlementTexts } from '../model/settlement';
import { describeSignOff } from '../model/sign-off';
import { isNarrowedRun } from '../planned';
import { readSignOff } from '../sign-off/sign-off';
import { completedFolder } from './in-place';
import type { KeptRun, RunKind } from './kept-run';
import { rootOfRun, allRunsIn, shownIn, folderSize, withKinds, kinds } from './kept-run';
import { looseResults, reportNames, resultsName, signOffName } from './own-files';
import { parseResults } from './read-run';

/** The facts of a run that lists of reports show. */
export type AboutRun = Pick<
  Results['run'],
  'id' | 'startedAt' | 'finishedAt' | 'profile' | 'selfTest' | 'product' | 'overall'
> & {
  readonly target: string;
  /** The command asked for less than the whole plan. */
  readonly narrowed: boolean;
  /** What the report says before its verdicts: why it is not a certificate, approved exceptions, who signed off. */
  readonly banner: readonly string[];
};

/** A run that a folder keeps, as `conform history` lists it. */
export interface HistoryEntry {
  /**
   * `latest` for the run that the folder shows; `narrowed`, `audit`, `proxy` and `mock` for the newest run of that
   * kind. All other runs are numbered from 1, the newest first.
   */
  readonly name: string;
  readonly path: string;
  readonly kind: RunKind;
  readonly bytes: number;
  /** `undefined` if its results cannot be read, for example because another version of the suite wrote them. */
  readonly run?: AboutRun;
}

/** Reads the runs again if another process removed one meanwhile, because that process has added a newer run. */
function steadyRuns(root: string): KeptRun[] {
  for (;;) {
    const runs = allRunsIn(root);
    const known = withKinds(runs);
    if (known.length === runs.length) return known;
  }
}

/** The runs of a folder with their names: first `latest` and the names of kinds, then the numbers. */
function namedIn(root: string): (KeptRun & Pick<HistoryEntry, 'name'>)[] {
  const runs = steadyRuns(root);
  const named = new Map<string, KeptRun>();
  for (const kind of kinds) {
    const run = kind === 'whole' ? shownIn(runs, root) : runs.find((each) => each.kind === kind);
    if (run !== undefined && ![...named.values()].includes(run))
      named.set(kind === 'whole' ? 'latest' : kind, run);
  }
  const earlier = runs.filter((run) => ![...named.values()].includes(run));
  return [...named, ...earlier.map((run, index) => [String(index + 1), run] as const)].map(([name, run]) => ({
    name,
    ...run,
  }));
}

export function historyEntriesIn(root: string): HistoryEntry[] {
  return namedIn(root).map(({ name, path, kind }) => {
    const run = aboutRun(path);
    return { name, path, kind, bytes: bytesOf(path), ...(run && { run }) };
  });
}

/** Returns `undefined` if the results in the folder cannot be read. */
export function aboutRun(folder: string): AboutRun | undefined {
  return undefinedIfThrows(() => {
    const file = join(folder, resultsName);
    const text = readReportText(file);
    const results = parseResults(text, file);
    const { run } = results;
    const { id, startedAt, finishedAt, profile, selfTest, product, overall, target } = run;
    const narrowed = isNarrowedRun(run);
    const banner = bannerIn(folder, results, text);
    return {
      ...{ id, startedAt, finishedAt, profile, selfTest, product, overall },
      ...{ target: target.name, narrowed, banner },
    };
  });
}

/** The banner of a report in the words of the report itself. */
function bannerIn(folder: string, results: Results, text: string): string[] {
  const found = readSignOff(join(folder, signOffName), results, text);
  const told = found && describeSignOff(found);
  return [
    ...bannerOf(results),
    ...settlementTexts(results),
    ...(told === undefined ? [] : [`Sign-off: ${told.sentence}. ${told.basis}`]),
  ];
}

/** The bytes of a report. Outside the history, other files in the same folder do not count. */
function bytesOf(folder: string): number {
  if (rootOfRun(folder) !== undefined) return folderSize(folder);
  const names = [...reportNames, signOffName];
  const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Fewer letters of an id hardly tell one run from another. */
const fewestLetters = 4;

/**
 * Returns the path of the report that a text names: an existing path, a number or another name that `conform history`
 * lists, or the beginning of a run's id. Throws a ConfigurationError if the text names no report, or several.
 */
export function findReport(text: string, root: string): string {
  if (existsSync(text) || /[/\\]/.test(text)) return text;
  return findEntry(text, root);
}

/** Like {@link findReport}, for a text that is never a path. */
export function findEntry(text: string, root: string): string {
  completedFolder(root);
  const named = namedIn(root).find(({ name }) => name === text);
  if (named !== undefined) return named.path;
  const [found, ...more] = withId(text, root);
  const place = { file: root };
  if (more.length > 0)
    throw new ConfigurationError(
      `has ${more.length + 1} runs whose id begins with ${text}`,
      place,
      'write more of the id; npx conform history --json tells it whole',
    );
  if (found !== undefined) return found.path;
  throw new ConfigurationError(
    `has no report ${text}: neither a path, nor a number, nor the beginning of an id`,
    place,
    'npx conform history lists what there is',
  );
}

function withId(text: string, root: string): KeptRun[] {
  if (text.length < fewestLetters) return [];
  return allRunsIn(root).filter(
    ({ path }) => looseResults(path)?.run?.id?.startsWith(text.toLowerCase()) === true,
  );
}

/** Returns the folder of the newest whole run on the same target before the run that a folder shows. */
export function reportBefore(root: string): string {
  const entries = historyEntriesIn(root);
  const latest = entries.find(({ name }) => name === 'latest');
  const before = entries.find(
    (each) => each !== latest && each.kind === 'whole' && each.run?.target === latest?.run?.target,
  );
  if (latest !== undefined && before !== undefined) return before.path;
  throw new ConfigurationError(
    latest === undefined
      ? 'holds no whole run'
      : `keeps no earlier whole run of ${latest.run?.target ?? 'its target'}`,
    { file: root },
    'name two reports, as npx conform history lists them',
  );
}
