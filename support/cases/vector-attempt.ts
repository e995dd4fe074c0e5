import type { VectorKind, VectorKinds } from './vector-file';

/** Output values by name, such as `salt` or `IV`. Empty if the case only asks for acceptance. */
export type AttemptResult = Readonly<Record<string, string | null>>;

/** `undefined` if the implementation refuses the input. */
export type VectorAnswer = AttemptResult | undefined;

/** One implementation, ready to answer one known-answer case. */
export interface VectorAttempt {
  /** Name of the implementation: `noble`, `node:crypto`, `adapter` … */
  readonly implementation: string;
  /** The right output if the case is valid. Invalid cases must be refused. */
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
  /** Set if the case failed; `got` is the actual result. */
  readonly expected?: string;
  readonly got?: string;
}

/**
 * Maps each kind of vector file to a function that returns an attempt for each implementation that can answer
 * a case.
 */
export type VectorAttempts = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly VectorAttempt[];
};
