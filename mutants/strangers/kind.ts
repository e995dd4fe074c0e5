import type { ObligationId } from '../../support/obligations';
import type { Results } from '../../support/judging/results';
import type { DimensionValue, Space } from './dimension';
import type { Problem } from './judge';

/** A known fault that a subject can have. */
export interface StrangerFault {
  /** Small letters, digits and hyphens, as in `no-refresh-token`. */
  readonly name: string;
  /** The obligations that end as failed or warning because of the fault, if the subject gives it occasion. */
  readonly breaks: readonly ObligationId[];
  /** Values of the space with which the fault cannot act, such as a subject without the service that has the fault. */
  readonly excludes: readonly { readonly words: readonly string[]; readonly reason: string }[];
}

/** A run of the suite on one subject. */
export interface StrangerRun {
  readonly results: Results;
  /** Whether the fault changed anything that the subject did. Absent for a right subject. */
  readonly acted?: boolean;
}

/** The outcome of a run on a subject with one fault. */
export interface FaultOutcome {
  /** False if the subject gave the fault no occasion, so that its run is not evidence. */
  readonly acted: boolean;
  readonly problems: readonly Problem[];
  /** The obligations that are judged on the same subject without the fault, and not with it. */
  readonly hides: readonly string[];
}

/** One kind of random subjects: its dimensions and faults, and how a subject is run and judged. */
export interface StrangerKind<Part> {
  /** Subjects of this kind, in the plural, as in `services`. */
  readonly subjects: string;
  readonly space: Space<Part>;
  readonly faults: readonly StrangerFault[];
  /** Set if the seed decides more than the values do, so that each seed has its own plain subject. */
  readonly seeded?: true;
  /** Runs the suite on the subject that has all these changes, and this fault. */
  readonly run: (
    parts: readonly Part[],
    seed: number,
    fault: StrangerFault | undefined,
  ) => Promise<StrangerRun>;
  /** Returns the wrong results on a right subject. `plain` are the results on the plain subject with the same offer. */
  readonly problemsOf: (
    results: Results,
    plain: Results,
    values: readonly DimensionValue<Part>[],
  ) => readonly Problem[];
  /** Judges a run with a fault. `right` are the results on the same subject without the fault. */
  readonly judgeFault: (
    run: StrangerRun,
    right: Results,
    fault: StrangerFault,
    values: readonly DimensionValue<Part>[],
  ) => FaultOutcome;
}
