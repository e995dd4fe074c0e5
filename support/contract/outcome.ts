import type { ReasonKind, ReasonTopic } from './reasons';

/** Details of the event that prevented a check. */
interface EnvironmentDetails {
  /** The code of the JSON-RPC error with which the adapter answered. */
  readonly adapterCode?: number;
}

/**
 * Thrown if a party other than the subject prevents a check. The obligation becomes `inconclusive`. Cucumber reports
 * only the name of a class, so steps throw {@link withoutSubclass} in place of an error of a subclass.
 */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(
    message: string,
    readonly kind: ReasonKind = 'prevented',
    readonly details: EnvironmentDetails = {},
  ) {
    super(message);
  }
}

/** Returns an `EnvironmentError` with the same content in place of an error of a subclass, and any other error itself. */
export function withoutSubclass(error: unknown): unknown {
  if (!(error instanceof EnvironmentError) || error.constructor === EnvironmentError) return error;
  const { message, kind, details, stack } = error;
  return Object.assign(new EnvironmentError(message, kind, details), { stack });
}

/** More about why a check was not made. */
interface NotTestedDetails {
  /** The setting that left the check out. */
  readonly by?: string;
  /** The target may leave out the method or the reading that the check needs. */
  readonly optional?: boolean;
  /** The topic of the reason, if code looks for it. */
  readonly topic?: ReasonTopic;
}

/**
 * Thrown if a check applies to the target but the suite does not make it, for example because of
 * `limits.probes`. The message is the reason, and the obligation becomes `not-tested`.
 */
export class NotTestedError extends Error {
  override readonly name = 'NotTestedError';

  constructor(
    readonly kind: ReasonKind,
    message: string,
    readonly details: NotTestedDetails = {},
  ) {
    super(message);
  }
}

/**
 * Thrown if a scenario does not show its obligation, but other scenarios do. The scenario is then ignored.
 */
export class ShownElsewhereError extends Error {
  override readonly name = 'ShownElsewhereError';
}

/**
 * Thrown if a check does not concern this target, because the target does not play the role or does not have
 * the service. The obligation becomes `not-applicable`.
 */
export class NotApplicableError extends Error {
  override readonly name = 'NotApplicableError';
}

/** Thrown if the subject breaks an obligation. `exchanges` contains the numbers of the exchanges that show it. */
export class BreachError extends Error {
  override readonly name = 'BreachError';

  constructor(
    message: string,
    readonly exchanges: readonly number[] = [],
  ) {
    super(message);
  }
}

/**
 * Thrown by a step if the observed behaviour differs from the expected behaviour. The judge decides whether
 * the difference is a breach.
 */
export class StepDifferenceError extends Error {
  override readonly name = 'StepDifferenceError';
}

/**
 * Thrown by a step if the run has not produced the data that the step compares. If the judge finds no breach,
 * the scenario is skipped, and `reason` explains why.
 */
export class NothingToCompareError extends Error {
  override readonly name = 'NothingToCompareError';

  constructor(readonly reason: Error) {
    super(reason.message);
  }
}
