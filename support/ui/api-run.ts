import type { Subject } from '../contract/words';
import type { Obstacle } from '../judging/notes';
import type { PlacedBreach, ScenarioVerdict, Verdict } from '../judging/verdict';
import type { Obligation } from '../obligations';
import type { Report } from '../report/model/report';
import type { LongWait } from '../run/pending-waits';

/** An error message for the page, with a hint on how to solve the problem */
export interface ErrorText {
  readonly message: string;
  readonly hint?: string;
}

/**
 * The body of `POST /api/run`, which starts a run. If `subject` is not set, the ids in `only` determine the
 * subjects. If `only` is not set either, the target file determines them.
 */
export interface StartRun {
  /**
   * Whether to run the suite's own client against the suite's own mock. A self-test is never a certificate.
   */
  readonly selfTest?: true;
  readonly subject?: Subject | 'both';
  /** Ids of the obligations to test. If set, the run is narrowed. */
  readonly only?: readonly string[];
  readonly nightly?: true;
  readonly nonce?: string;
  /** Whether to apply the approved exceptions in `waivers.yaml`, next to the target file. Default: true. */
  readonly exceptions?: boolean;
  /** Whether to continue an interrupted run in which a person operates the client by hand */
  readonly resume?: true;
}

/** Response to `GET /api/run/preview`: the run that would start now */
export interface Preview {
  /**
   * The target of the run; `undefined` if a run would refuse the target file (see `problem`), or if no file
   * exists yet
   */
  readonly target?: AboutTarget;
  readonly problem?: ErrorText;
  /** Whether an interrupted run by hand exists and can be continued */
  readonly canResume: boolean;
}

export interface AboutTarget {
  readonly name: string;
  readonly environment: string;
  /** The subjects that a run judges if the user does not choose a subject */
  readonly subjects: readonly Subject[];
  readonly roles: readonly string[];
  /** Base URLs by service. Empty if the run uses the suite's own mock. */
  readonly services: Readonly<Record<string, string>>;
  /**
   * The method that the suite uses to make the client under test send requests; `undefined` if the target
   * file does not configure a client
   */
  readonly client?: 'adapter' | 'byHand' | 'overHttp' | 'own';
}

/** An event of a run, in the form that the page needs */
export type PageRunEvent =
  | RunBegan
  | RunPlanned
  | { readonly type: 'stopping' }
  | RunScenario
  /**
   * The run has been waiting for `what` for some time, for example for a response from the adapter. If `what`
   * is not set, the wait is over.
   */
  | ({ readonly type: 'waits' } & Partial<LongWait>)
  /** All obstacles to the run so far, such as an adapter crash. The list replaces the previous one. */
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | RunEnded
  /** The run ended without a report. `isFault` is true if the cause is a bug in the suite. */
  | { readonly type: 'failed'; readonly at: number; readonly isFault: boolean; readonly words: ErrorText };

export interface RunOrigin {
  /** Start of the run, in epoch milliseconds */
  readonly at: number;
  /** Path of the target file; `undefined` for a self-test */
  readonly file?: string;
}

export interface RunBegan extends RunOrigin {
  readonly type: 'began';
  readonly target: string;
  readonly selfTest: boolean;
  readonly subjects: readonly Subject[];
  readonly byHand: boolean;
}

export interface RunPlanned {
  readonly type: 'planned';
  readonly scenarios: number;
  readonly narrowed: boolean;
  readonly areas: readonly { readonly name: string; readonly title: string }[];
  readonly obligations: readonly PlannedObligation[];
}

export interface PlannedObligation extends Pick<Obligation, 'area' | 'id' | 'level' | 'subject' | 'title'> {
  /** Number of planned scenarios that test this obligation */
  readonly scenarios: number;
}

/** A scenario that has started. If `verdict` is set, the scenario has finished. */
export interface RunScenario {
  readonly type: 'scenario';
  /** Position of the scenario in the run, counted from 1 */
  readonly number: number;
  readonly name: string;
  /** Ids of the obligations that the scenario tests. Empty if the scenario checks the suite itself. */
  readonly obligations: readonly string[];
  readonly verdict?: ScenarioVerdict;
  readonly message?: string;
  readonly failures?: readonly BrokenObligation[];
  /** Set if the scenario was skipped because the run was stopped or its time budget was spent */
  readonly left?: true;
}

/** A broken obligation, with the same details as in the report */
export interface BrokenObligation extends Pick<
  PlacedBreach,
  'cause' | 'exchanges' | 'expected' | 'places' | 'seen' | 'sent'
> {
  readonly id: string;
  readonly title: string;
  readonly verdict: 'failed' | 'warning';
  /** Ids of the obligations that failed as a consequence of this failure */
  readonly brings: readonly string[];
}

/** The last event of a run, sent after its report has been written */
export interface RunEnded extends Pick<Report, 'counts' | 'headlines' | 'warnings'> {
  readonly type: 'ended';
  /** Id of the run, as in the address `/report/:run` */
  readonly run: string;
  readonly at: number;
  readonly stopped: boolean;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly failures: readonly BrokenObligation[];
  /** Ids of obligations that did not pass but may pass in another run */
  readonly again: readonly string[];
  readonly faults: readonly string[];
}
