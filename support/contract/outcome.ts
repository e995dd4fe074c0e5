/** Thrown if a party other than the subject prevents a check. The obligation becomes `inconclusive`. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Thrown if the suite could have made a check and did not. The message is the reason, and the obligation
 * becomes `not-tested`.
 */
export class NotTestedError extends Error {
  override readonly name = 'NotTestedError';
}

/**
 * Thrown if a check does not concern this target. Often this shows only after the integrator's adapter has
 * declared its methods. The obligation becomes `not-applicable`.
 */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError';
}

/** Thrown if the subject breaks an obligation. */
export class BreachError extends Error {
  override readonly name = 'BreachError';
}

/**
 * Thrown by a step whose expectation differs from the observation. The judge decides whether this is a
 * breach.
 */
export class StepDifferenceError extends Error {
  override readonly name = 'StepDifferenceError';
}

/**
 * Thrown by a step that has nothing to compare. If the judge finds no breach, `reason` explains why the
 * scenario was skipped.
 */
export class NothingToCompareError extends Error {
  override readonly name = 'NothingToCompareError';

  constructor(readonly reason: Error) {
    super(reason.message);
  }
}
