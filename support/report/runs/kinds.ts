import type { Results } from '../../judging/results';
import { contractObligations } from '../../obligations';

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
