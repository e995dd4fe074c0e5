/** A party that is not the subject got in the way: the obligation is `inconclusive`. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** The suite could have asked and did not, for the reason given: the obligation is `not-tested`. */
export class NotTestedError extends Error {
  override readonly name = 'NotTestedError';
}

/** It does not concern this integrator, as shows only once it has said what it offers. */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError';
}

/** The subject was seen to break an obligation. The message answers the six questions. */
export class BreachError extends Error {
  override readonly name = 'BreachError';
}

/** A step compared what it names with what was seen, and they differ. Whether that is a breach, the judge decides. */
export class Difference extends Error {
  override readonly name = 'Difference';
}

/** A step has nothing to compare. The judge says why; where it finds nothing wrong, this reason stands. */
export class NothingToCompare extends Error {
  override readonly name = 'NothingToCompare';

  constructor(readonly reason: Error) {
    super(reason.message);
  }
}
