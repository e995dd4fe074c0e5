import type { CycleState } from '../../adapter/protocol';

/** A value that an act takes. */
export interface CopyableValue {
  readonly label: string;
  readonly value: string;
}

/** What a person is asked to have their system do. */
export interface PlannedAct {
  /** Counts from 1 in a run. */
  readonly id: number;
  /** As in `2 certificate.fetch identity`. */
  readonly label: string;
  /** In its journey; there are at most so many. */
  readonly number: number;
  readonly of: number;
  readonly journey: string;
  /** What to do, in one plain sentence. */
  readonly sentence: string;
  readonly values: readonly CopyableValue[];
  /** What the request is to look like from outside. */
  readonly address: { readonly method: string; readonly url: string };
  /** The same in one paragraph with values and address, for a terminal. */
  readonly line: string;
}

/** What only the person can know: how their system shows a cycle. */
export interface CycleStateQuestion {
  /** Counts from 1 in a run, together with the acts. */
  readonly id: number;
  /** In plain sentences. */
  readonly sentence: string;
  readonly choices: readonly CycleState[];
}
