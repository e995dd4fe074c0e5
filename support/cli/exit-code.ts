import type { Subject } from '../contract/words';
import type { Results } from '../judging/results';
import { exitCodeOf } from '../judging/overall';
import type { OverallVerdict } from '../judging/verdict';
import { overallButFor } from '../judging/waivers';

/** What does not conform, whatever else there is. */
const nonconforming = exitCodeOf(['does-not-conform']);

/**
 * The exit code that results stand for, be they partial or not. Failures that are waived count as settled; a waiver
 * that is not needed, or no longer counts, is a failure of its own.
 */
export function exitCodeFor(results: Results): number {
  const { overall, waivers = [] } = results.run;
  if (waivers.some(({ state }) => state !== 'used')) return nonconforming;
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
