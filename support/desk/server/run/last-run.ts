import { mayEndOtherwise } from '../../../judging/again';
import type { Results } from '../../../judging/results';
import type { StartRun } from '../../wire/run';
import type { DeskContext } from '../context';
import { openVerdicts } from './finished-event';

/** The run that this desk made last. */
export interface LastRun {
  readonly results: Results;
  readonly selfTest: boolean;
  /** The target file that was open. */
  readonly targetFile: string;
}

/** What did not pass in the last run of this desk, where it was on what is asked for now; what only a person declares is left. */
export function openIn(
  last: LastRun | undefined,
  { selfTest = false, subject }: StartRun,
  { targetFile }: DeskContext,
): string[] | undefined {
  if (last?.selfTest !== selfTest || (!selfTest && last.targetFile !== targetFile)) return undefined;
  const open = last.results.obligations.filter(
    (row) =>
      row.planned &&
      openVerdicts.includes(row.verdict) &&
      mayEndOtherwise(row) &&
      (subject === undefined || subject === 'both' || row.subject === subject),
  );
  return open.length === 0 ? undefined : open.map(({ id }) => id);
}
