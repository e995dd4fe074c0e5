import type { VectorKind, VectorKinds } from './vector-file';

/** What comes out, by its name: `salt`, `IV`. Nothing at all where a value is accepted, and that is it. */
export type AttemptResult = Readonly<Record<string, string | null>>;

/** `undefined`: it refuses. */
export type AttemptOutcome = AttemptResult | undefined;

/** One implementation, ready to answer one case. */
export interface Attempt {
  /** As in `noble`, `node:crypto`, `adapter`. */
  readonly implementation: string;
  /** What a valid case says. */
  readonly wanted: AttemptResult;
  readonly answer: () => AttemptOutcome | Promise<AttemptOutcome>;
  /** A refusal says nothing, whatever the case wants: what it holds need not be taken. */
  readonly mayRefuse?: boolean;
}

/** How a case came out on one implementation. */
export interface CaseOutcome {
  readonly id: string;
  /** The mistake that the case catches. */
  readonly comment: string;
  readonly implementation: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** Of a failed one: what would have been right, and what was seen. */
  readonly expected?: string;
  readonly got?: string;
}

/** Who answers the cases of each kind of file. */
export type Attempts = {
  readonly [Kind in VectorKind]: (
    each: VectorKinds[Kind]['case'],
    group: VectorKinds[Kind]['group'],
  ) => readonly Attempt[];
};
