import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Results } from '../../judging/results';
import { resultsVersion } from '../../judging/results';
import { completedFolder } from './in-place';
import { hasOwnResults, looseResults, resultsName } from './own-files';
import { historyIn } from '../../run/history-retention';
import { undefinedIfThrows } from '../../targets/pem';

/** The kinds of runs, by what a run covered. */
export const kinds = ['whole', 'narrowed', 'audit', 'proxy', 'mock'] as const;

export type RunKind = (typeof kinds)[number];

export function runKindOf(results: Pick<Results, 'run'>): RunKind {
  const { traffic, profile } = results.run;
  if (traffic === undefined) return isWhole(results) ? 'whole' : 'narrowed';
  return profile === 'proxy' || profile === 'mock' ? profile : 'audit';
}

/**
 * Whether a run had the whole plan. A nightly run is whole, although it spares OTPs. So is a run in which the settings
 * of the target left something out.
 */
export function isWhole({ run }: Pick<Results, 'run'>): boolean {
  if (run.traffic !== undefined || run.challenge !== undefined) return false;
  return (run.plan.narrowedBy ?? []).every((by) => by === '--profile nightly');
}

/** A run that a folder keeps. */
export interface KeptRun {
  readonly path: string;
  /** When the run ended, and its id: `20261122T041036.123Z-1a2b3c4d`. Stamps sort by time. */
  readonly stamp: string;
  /** Read from the results at the first access. */
  readonly kind: RunKind;
}

const runName = /^\d{8}T\d{6}\.\d{3}Z-\w+$/;

/** The runs in the history of a folder, the newest first. */
export function runsInHistory(root: string): KeptRun[] {
  const names = undefinedIfThrows(() => readdirSync(historyIn(root))) ?? [];
  return names
    .filter((name) => runName.test(name))
    .map((name) => keptAt(join(historyIn(root), name), name))
    .sort(newestFirst);
}

/**
 * All runs of a folder, the newest first: those of its history, and the run in the folder itself if that is not a copy.
 */
export function allRunsIn(root: string): KeptRun[] {
  // Read before the history: a run is in the history before it is copied into the folder above.
  const loose = looseIn(root);
  const kept = runsInHistory(root);
  if (loose === undefined || kept.some(({ stamp }) => stamp === loose.stamp)) return kept;
  return [...kept, loose].sort(newestFirst);
}

/** Reads the kinds of runs and leaves out runs that another process removed meanwhile. */
export function withKinds<Of extends KeptRun>(runs: readonly Of[]): Of[] {
  return runs.map((run) => ({ ...run })).filter(({ path }) => !isGone(path));
}

/** A broken link is not gone, and neither is a folder that this user may not read. */
const isGone = (path: string): boolean =>
  undefinedIfThrows(() => lstatSync(path, { throwIfNoEntry: false }) === undefined) === true;

/** The run in the folder itself: a copy of one in the history, or a run that `--reports DIR` wrote exactly there. */
export function looseIn(root: string): KeptRun | undefined {
  // Another process may be replacing it.
  const stamp = hasOwnResults(root) ? undefinedIfThrows(() => stampOf(root)) : undefined;
  return stamp === undefined ? undefined : keptAt(root, stamp);
}

/** Returns the folder of the run that a folder shows: the folder itself, or the newest whole run of its history. */
export function folderOfShownRun(folder: string): string {
  const at = completedFolder(folder);
  if (at !== folder) return at;
  const run = shownIn(allRunsIn(folder), folder);
  return run === undefined ? folder : completedFolder(run.path);
}

/** Picks the run that a folder shows from all its runs. */
export function shownIn(runs: readonly KeptRun[], folder: string): KeptRun | undefined {
  return runs.find(({ path }) => path === folder) ?? runs.find(({ kind }) => kind === 'whole');
}

/** The folder whose history a run belongs to, judged by its path. */
export function rootOfRun(folder: string): string | undefined {
  return basename(dirname(folder)) === 'history' ? dirname(dirname(folder)) : undefined;
}

/** A run whose results cannot be read counts as narrowed, so that it is never shown as the newest whole run. */
function keptAt(path: string, stamp: string): KeptRun {
  let kind: RunKind | undefined;
  return {
    ...{ path, stamp },
    get kind() {
      return (kind ??= kindAt(path) ?? 'narrowed');
    },
  };
}

const newestFirst = (one: KeptRun, other: KeptRun): number => (one.stamp < other.stamp ? 1 : -1);

/** The stamp of the run in a folder. If its results cannot be read, the time is when they were written. */
export function stampOf(folder: string): string {
  const { id = 'unknown', finishedAt } = looseResults(folder)?.run ?? {};
  const given = Date.parse(finishedAt ?? '');
  return stampFor(id, Number.isNaN(given) ? statSync(join(folder, resultsName)).mtime : new Date(given));
}

export function stampFor(id: string, at: Date): string {
  return `${at.toISOString().replace(/[-:]/g, '')}-${id.replace(/\W/g, '').slice(0, 8)}`;
}

/** Returns `undefined` if the results cannot be read, for example because another version of the suite wrote them. */
function kindAt(folder: string): RunKind | undefined {
  const results = looseResults(folder);
  if (results?.schemaVersion !== resultsVersion) return undefined;
  return undefinedIfThrows(() => runKindOf(results as unknown as Results));
}

/** The bytes of all files in a folder and below; 0 if another process removes the folder meanwhile. */
export function folderSize(folder: string): number {
  const sizes = undefinedIfThrows(() =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).size),
  );
  return (sizes ?? []).reduce((sum, size) => sum + size, 0);
}
