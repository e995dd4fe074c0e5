import type { Subject } from '../contract/words';
import type { Results } from '../judging/results';
import type { OverallVerdict } from '../judging/verdict';
import { failsRun, overallButFor } from '../judging/notes';
import { exitCodes } from './exit-codes';

/** From the worst on. */
const bySeverity = ['does-not-conform', 'incomplete', 'conforms'] as const;

/** The exit code of a run: that of its worst subject; without a subject it is incomplete. */
export function exitCodeOf(overall: readonly OverallVerdict[]): number {
  return exitCodes[bySeverity.find((each) => overall.includes(each)) ?? 'incomplete'];
}

/**
 * The exit code of results, partial or not. Failures that are waived count as settled; a waiver
 * that is not needed, or no longer counts, is a failure of its own.
 */
export function exitCodeFor(results: Results): number {
  const { overall, waivers = [] } = results.run;
  if (waivers.some((each) => failsRun(each, results.run))) return exitCodes['does-not-conform'];
  return exitCodeOf(
    Object.entries(overall).map(([subject, { verdict }]) =>
      verdict === 'does-not-conform' && waivers.length > 0 ? butFor(subject as Subject, results) : verdict,
    ),
  );
}

function butFor(subject: Subject, { run, obligations }: Results): OverallVerdict {
  const found = overallButFor(run.waivers ?? [], subject, obligations);
  // As without waivers: a fault of the suite, scenarios that were left, or a part of the traffic that is missing hides
  // what else there is.
  const isWhole =
    run.faults.length === 0 &&
    (run.plan.left ?? 0) === 0 &&
    (run.traffic?.files ?? []).every(({ cut }) => cut === undefined);
  return found === 'conforms' && !isWhole ? 'incomplete' : found;
}
