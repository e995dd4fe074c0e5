import type { CaseOutcome } from '../run/cases/attempt';

/** What became of the cases of one file, over all implementations. */
export interface VectorSummary {
  readonly run: number;
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
  /** What did not come out right, with everything that explains it. */
  readonly failures: readonly CaseOutcome[];
}

export function summaryOf(outcomes: readonly CaseOutcome[]): VectorSummary {
  const count = (state: CaseOutcome['state']): number =>
    outcomes.filter((each) => each.state === state).length;
  const notApplicable = count('not-applicable');
  return {
    run: outcomes.length - notApplicable,
    passed: count('passed'),
    failed: count('failed'),
    notApplicable,
    failures: outcomes.filter(({ state }) => state === 'failed'),
  };
}
