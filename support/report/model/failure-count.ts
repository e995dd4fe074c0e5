import { formatCount } from '../../contract/format-count';
import { approvedExceptionText, asDeployedText } from '../wording';
import type { FailureWithConsequences, Report } from './report';
import type { Settlement } from './settlement';

/**
 * Returns the number of failures without a period, as in `2 failures, and 4 that follow` or `1 failure, settled as
 * deployed: it does not count for the exit code`.
 */
export function failureCountText(causes: readonly FailureWithConsequences[]): string {
  const follow = causes.reduce((sum, { consequences }) => sum + consequences.length, 0);
  const settled = causes.flatMap(({ row }) => row.settlement ?? []);
  const count = `${formatCount(causes.length, 'failure')}${settledText(settled, causes.length)}`;
  if (follow === 0) return count;
  return `${count}${settled.length === 0 ? ',' : ';'} and ${followText(follow)}`;
}

/** Returns {@link failureCountText} as a sentence if a failure is settled; an empty list if none is. */
export function settledCountLines({ causes }: Pick<Report, 'causes'>): string[] {
  return causes.some(({ row }) => row.settlement !== undefined) ? [`${failureCountText(causes)}.`] : [];
}

function settledText(settled: readonly Settlement[], failures: number): string {
  if (settled.length === 0) return '';
  const which =
    settled.length < failures ? `${settled.length} of them ` : failures === 1 ? '' : 'all of them ';
  const counts = settled.length === 1 ? 'it does not count' : 'they do not count';
  return `, ${which}settled ${settledHow(settled)}: ${counts} for the exit code`;
}

function settledHow(settled: readonly Settlement[]): string {
  const excepted = settled.filter(({ kind }) => kind === 'exception').length;
  const exceptions = excepted === 1 ? `by an ${approvedExceptionText}` : `by ${approvedExceptionText}s`;
  if (excepted === 0) return asDeployedText;
  return excepted === settled.length ? exceptions : `${exceptions} or ${asDeployedText}`;
}

/** `4 that follow` */
export const followText = (count: number): string => `${count} that ${count === 1 ? 'follows' : 'follow'}`;
