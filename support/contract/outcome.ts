/** Thrown if a party other than the subject prevents a check. The obligation becomes `inconclusive`. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Thrown if the suite does not make a check that would be possible. The message is the reason, and the
 * obligation becomes `not-tested`.
 */
export class NotTestedError extends Error {
  override readonly name = 'NotTestedError';
}

/**
 * Thrown if a check does not concern this target. Often the suite learns this only when the integrator's
 * adapter declares its methods. The obligation becomes `not-applicable`.
 */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError';
}

/** Thrown if the subject breaks an obligation. */
export class BreachError extends Error {
  override readonly name = 'BreachError';
}

/**
 * Thrown by a step if the expected behaviour differs from the observed behaviour. The judge decides whether
 * the difference is a breach.
 */
export class StepDifferenceError extends Error {
  override readonly name = 'StepDifferenceError';
}

/**
 * Thrown by a step if the run has not produced the data that the step compares. If the judge finds no breach,
 * `reason` explains why the scenario was skipped.
 */
export class NothingToCompareError extends Error {
  override readonly name = 'NothingToCompareError';

  constructor(readonly reason: Error) {
    super(reason.message);
  }
}
