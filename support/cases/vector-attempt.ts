import type { VectorKind, VectorKinds } from './vector-file';

/**
 * Output values by name, such as `salt` or `IV`. Empty if the case only tests whether the input is accepted.
 */
export type AttemptResult = Readonly<Record<string, string | null>>;

/** The output of an implementation, or `undefined` if the implementation rejects the input. */
export type VectorAnswer = AttemptResult | undefined;

/** An error that is neither an output nor a rejection, such as an internal error of the adapter. */
export class UnclearAnswer {
  constructor(readonly reason: string) {}
}

/** One test vector, ready to run on one implementation. */
export interface VectorAttempt {
  /** Name of the implementation: `noble`, `node:crypto`, `adapter` … */
  readonly implementation: string;
  /** The correct output of a valid case. Ignored for an invalid case, which must be rejected. */
  readonly wanted: AttemptResult;
  readonly answer: () => VectorAnswer | Promise<VectorAnswer | UnclearAnswer>;
  /**
   * If true, the implementation may refuse the case even though it is valid: a client need not accept this
   * plaintext.
   */
  readonly mayRefuse?: boolean;
}

/** Result of running one case on one implementation. */
export interface CaseOutcome {
  readonly id: string;
  /** Description of the case, usually the mistake that it detects. */
  readonly comment: string;
  readonly implementation: string;
  /** `inconclusive` if the answer shows neither an output nor a rejection. */
  readonly state: 'passed' | 'failed' | 'inconclusive' | 'not-applicable';
  /** The expected output, in words. Like `got` (the actual output), set only if the case failed or is inconclusive. */
  readonly expected?: string;
  readonly got?: string;
}

/**
 * Maps each kind of vector file to a function. Given one case, the function returns an attempt for each
 * implementation that can run it.
 */
export type VectorAttempts = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly VectorAttempt[];
};
