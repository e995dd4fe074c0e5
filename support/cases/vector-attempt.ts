import type { VectorKind, VectorKinds } from './vector-file';

/**
 * Output values by name, such as `salt` or `IV`. Empty if the case only tests whether the input is accepted.
 */
export type AttemptResult = Readonly<Record<string, string | null>>;

/** The output of an implementation. `undefined` if the implementation rejects the input. */
export type VectorAnswer = AttemptResult | undefined;

/** One implementation, with a function that runs it on one test vector. */
export interface VectorAttempt {
  /** Name of the implementation: `noble`, `node:crypto`, `adapter` … */
  readonly implementation: string;
  /** The correct output if the case is valid. An invalid case must be rejected instead. */
  readonly wanted: AttemptResult;
  readonly answer: () => VectorAnswer | Promise<VectorAnswer>;
  /** If true, refusing a valid case is not a failure: a client need not accept its plaintext. */
  readonly mayRefuse?: boolean;
}

/** Result of one case on one implementation. */
export interface CaseOutcome {
  readonly id: string;
  /** The mistake that this case catches. */
  readonly comment: string;
  readonly implementation: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** The expected output, in words. It and `got`, the actual output, are set only if the case failed. */
  readonly expected?: string;
  readonly got?: string;
}

/**
 * Maps each kind of vector file to a function. For one case, the function returns an attempt for each
 * implementation that can run the case.
 */
export type VectorAttempts = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly VectorAttempt[];
};
