import { basename, dirname, join } from 'node:path';
import { contractObligations } from '../../obligations';
import type { Results } from '../../judging/results';
import type { Keep } from '../../run/keep';
import type { RunSettings } from '../../run/run';

/** Where a report stands in a folder: `here` is the folder itself, which has no history. */
export const shelves = ['here', 'whole', 'partial', 'audit', 'proxy', 'mock'] as const;

export type Shelf = (typeof shelves)[number];

/** Where a report goes. */
export interface Destination {
  /** The folder that holds the latest reports and their history. */
  readonly root: string;
  readonly shelf: Shelf;
  /** Absent: what stood there before is replaced, and no history is kept. */
  readonly keep?: Keep | undefined;
}

/** The report goes into exactly this folder. */
export const exactly = (root: string): Destination => ({ root, shelf: 'here' });

/** Where a run goes: into the folder itself, unless that one keeps a history. */
export function destinationOf(
  { reports, keep }: Pick<RunSettings, 'reports' | 'keep'>,
  results: Results,
): Destination {
  return keep === undefined
    ? exactly(reports)
    : { root: reports, shelf: isWhole(results) ? 'whole' : 'partial', keep };
}

export function folderOf({ root, shelf }: Pick<Destination, 'root' | 'shelf'>): string {
  return shelf === 'here' || shelf === 'whole' ? root : join(root, shelf);
}

/** The folder whose history a report belongs to, judged by its path. */
export function rootOf(folder: string): string {
  if (basename(dirname(folder)) === 'history') return dirname(dirname(folder));
  return shelves.some((shelf) => shelf === basename(folder)) ? dirname(folder) : folder;
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
