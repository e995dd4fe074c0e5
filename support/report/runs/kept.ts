import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Results } from '../../judging/results';
import { contractObligations } from '../../obligations';
import { settledFolder } from './in-place';
import { isOurs, looseResults, resultsName } from './own-files';
import { historyIn } from '../../run/keep';
import { attempt } from '../../targets/pem';

/** What a run is, from what it covered. */
export const kinds = ['whole', 'partial', 'audit', 'proxy', 'mock'] as const;

export type RunKind = (typeof kinds)[number];

export function kindOf(results: Pick<Results, 'run' | 'obligations'>): RunKind {
  const { traffic, profile } = results.run;
  if (traffic === undefined) return isWhole(results) ? 'whole' : 'partial';
  return profile === 'proxy' || profile === 'mock' ? profile : 'audit';
}

/**
 * Whether a run covers all that its subjects owe. A nightly run is whole without what would use up an OTP; what a target's
 * limits leave out makes a verdict partial, but not the run: it was not narrowed.
 */
export function isWhole({ run, obligations }: Pick<Results, 'run' | 'obligations'>): boolean {
  if (run.traffic !== undefined || run.challenge !== undefined) return false;
  const left = obligations.filter(({ subject, planned }) => run.subjects.includes(subject) && !planned);
  const isSpared = (id: string): boolean => contractObligations.find(id)?.costsOtp === true;
  return left.every(({ id }) => run.profile === 'nightly' && isSpared(id));
}

/** A run that a folder keeps. */
export interface Kept {
  readonly path: string;
  /** Its time and its id, as in `20261122T041036.123Z-1a2b3c4d`: in this order they follow each other. */
  readonly stamp: string;
  /** Read when it is first asked for. */
  readonly kind: RunKind;
}

/** What the history of a folder holds, the newest first. Names of version 1.0 end with the kind, and their times are in seconds. */
export function runsKeptIn(root: string): Kept[] {
  const names = attempt(() => readdirSync(historyIn(root))) ?? [];
  const found = names.flatMap((name) => {
    const [, second, part = '.000', id, kind] =
      /^(\d{8}T\d{6})(\.\d{3})?Z-(\w+)(?:-(\w+))?$/.exec(name) ?? [];
    const [path, known] = [join(historyIn(root), name), kinds.find((each) => each === kind)];
    if (second === undefined || id === undefined || kind !== known) return [];
    return [keptAt(path, `${second}${part}Z-${id}`, () => known ?? kindAt(path) ?? 'partial')];
  });
  return found.sort(newestFirst);
}

/** All runs of a folder, the newest first: those of its history, and what stands beside that and is no copy of one. */
export function runsIn(root: string): Kept[] {
  // Read before the history, as what is copied is there before.
  const loose = looseIn(root);
  const kept = runsKeptIn(root);
  const known = new Set(kept.map(({ stamp }) => bySecond(stamp)));
  return [...kept, ...loose.filter(({ stamp }) => !known.has(bySecond(stamp)))].sort(newestFirst);
}

/** Runs with their kinds, without those that another process took out by then: what is gone tells no kind. */
export function withKinds<Of extends Kept>(runs: readonly Of[]): Of[] {
  return runs.map((run) => ({ ...run })).filter(({ path }) => !isGone(path));
}

/** A link that leads nowhere is there, and so is what may not be looked at. */
const isGone = (path: string): boolean =>
  attempt(() => lstatSync(path, { throwIfNoEntry: false }) === undefined) === true;

/** Runs outside the history: version 1.0 kept the latest ones so, and `--reports DIR` writes them so. */
export function looseIn(root: string): Kept[] {
  return kinds.flatMap((kind) => {
    const [folder, known] = kind === 'whole' ? [root] : [join(root, kind), kind];
    // Another process may be taking it in.
    const stamp = isOurs(folder) ? attempt(() => stampOf(folder)) : undefined;
    return stamp === undefined ? [] : [keptAt(folder, stamp, () => known ?? kindAt(folder) ?? 'whole')];
  });
}

/** The folder that holds the run which a folder shows: its own, or the newest whole one of its history. */
export function runAt(folder: string): string {
  const at = settledFolder(folder);
  if (at !== folder) return at;
  const run = shownIn(runsIn(folder), folder);
  return run === undefined ? folder : settledFolder(run.path);
}

/** Of the runs of a folder, the one that it shows. */
export function shownIn(runs: readonly Kept[], folder: string): Kept | undefined {
  return runs.find(({ path }) => path === folder) ?? runs.find(({ kind }) => kind === 'whole');
}

/** The folder whose history a run belongs to, judged by its path. */
export function rootOf(folder: string): string | undefined {
  return basename(dirname(folder)) === 'history' ? dirname(dirname(folder)) : undefined;
}

function keptAt(path: string, stamp: string, read: () => RunKind): Kept {
  let kind: RunKind | undefined;
  return {
    ...{ path, stamp },
    get kind() {
      return (kind ??= read());
    },
  };
}

const newestFirst = (one: Kept, other: Kept): number => (one.stamp < other.stamp ? 1 : -1);

const bySecond = (stamp: string): string => stamp.replace(/\.\d+/, '');

/** Whether a run is the one of a stamp. */
export const isOfRun = (kept: Kept, stamp: string): boolean => bySecond(kept.stamp) === bySecond(stamp);

/** What tells a run from others, in the order of time; of results that cannot be read, the time at which they were written. */
export function stampOf(folder: string): string {
  const { id = 'unknown', finishedAt } = looseResults(folder)?.run ?? {};
  const given = Date.parse(finishedAt ?? '');
  return stampFor(id, Number.isNaN(given) ? statSync(join(folder, resultsName)).mtime : new Date(given));
}

export function stampFor(id: string, at: Date): string {
  return `${at.toISOString().replace(/[-:]/g, '')}-${id.replace(/\W/g, '').slice(0, 8)}`;
}

/** Of results of any version; `undefined` where they tell nothing. */
function kindAt(folder: string): RunKind | undefined {
  return attempt(() => kindOf(looseResults(folder) as unknown as Results));
}

/** The bytes of the files in a folder and below; none where another process removes it meanwhile. */
export function folderSize(folder: string): number {
  const sizes = attempt(() =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ parentPath, name }) => statSync(join(parentPath, name)).size),
  );
  return (sizes ?? []).reduce((sum, size) => sum + size, 0);
}
