/** What a run holds back from, or binds itself to, besides what its target says. */
export interface Restraint {
  /** Obligations that stand outside the plan, each with the reason. */
  readonly omitted?: ReadonlyMap<string, string>;
  /** No OTP is sent to the services under certification. */
  readonly sparesOtps?: true;
  /** Takes the place of `limits.probes`, whatever the target says. */
  readonly probes?: 'gentle';
  /** A service that refuses the configured credentials ends the run as bad input, and no report is written. */
  readonly endsWhenRefused?: true;
  /** Milliseconds from the start of the run, after which no further scenario begins. */
  readonly budgetMs?: number | undefined;
  /** Makes the test data that the suite makes up the same from run to run; without one it cannot be predicted. */
  readonly seed?: number | undefined;
}
