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

/** Body of `POST /api/run`. Without `subject`, the target or the ids in `only` determine the subjects. */
export interface StartRun {
  /** Run the suite's own client against its own mock. Such a run is never a certificate. */
  readonly selfTest?: true;
  readonly subject?: Subject | 'both';
  /** Ids of obligations; the run is then a partial one. */
  readonly only?: readonly string[];
  readonly nightly?: true;
  readonly nonce?: string;
  /** Whether approved exceptions in `waivers.yaml` beside the target apply. Default: true. */
  readonly exceptions?: boolean;
  /** Continue an interrupted run by hand. */
  readonly resume?: true;
}

/** Answer of `GET /api/run/preview`: the run that would start now */
export interface Preview {
  /** `undefined` if a run would refuse the target (see `problem`), or if no target file exists yet. */
  readonly target?: AboutTarget;
  readonly problem?: ErrorText;
  /** An interrupted run by hand exists and can be continued. */
  readonly canResume: boolean;
}

export interface AboutTarget {
  readonly name: string;
  readonly environment: string;
  /** The subjects that are judged if the user chooses none */
  readonly subjects: readonly Subject[];
  readonly roles: readonly string[];
  /** Base addresses by service. The object is empty if the run uses the suite's own mock. */
  readonly services: Readonly<Record<string, string>>;
  /** The way in which the suite makes the client act; `undefined` if the target does not name a client. */
  readonly client?: 'adapter' | 'byHand' | 'overHttp' | 'own';
}

/** Events of a run, in the form that the page needs */
export type PageRunEvent =
  | RunBegan
  | RunPlanned
  | { readonly type: 'stopping' }
  | RunScenario
  /** The run has been waiting for something for a while. Without `what`, the wait is over. */
  | ({ readonly type: 'waits' } & Partial<LongWait>)
  /** All obstacles so far; replaces the previous list. */
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | RunEnded
  /** The run ended without a report. */
  | { readonly type: 'failed'; readonly at: number; readonly isFault: boolean; readonly words: ErrorText };

export interface RunOrigin {
  /** Start of the run, in epoch milliseconds */
  readonly at: number;
  /** The target file; `undefined` for a self-test. */
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
  readonly partial: boolean;
  readonly areas: readonly { readonly name: string; readonly title: string }[];
  readonly obligations: readonly PlannedObligation[];
}

export interface PlannedObligation extends Pick<Obligation, 'area' | 'id' | 'level' | 'subject' | 'title'> {
  /** Number of planned scenarios about this obligation */
  readonly scenarios: number;
}

/** A scenario that has started. With a `verdict`, it has finished. */
export interface RunScenario {
  readonly type: 'scenario';
  /** Position in the run, counted from 1 */
  readonly number: number;
  readonly name: string;
  /** Ids. The list is empty if the scenario checks the suite itself. */
  readonly obligations: readonly string[];
  readonly verdict?: ScenarioVerdict;
  readonly message?: string;
  readonly failures?: readonly BrokenObligation[];
  /** Skipped because the run was stopped or its time budget was spent */
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
  /** Ids of failures that are consequences of this one */
  readonly brings: readonly string[];
}

/** The run has ended and its report is written. */
export interface RunEnded extends Pick<Report, 'counts' | 'headlines' | 'warnings'> {
  readonly type: 'ended';
  /** The id of the run in `/report/:run` */
  readonly run: string;
  readonly at: number;
  readonly stopped: boolean;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly failures: readonly BrokenObligation[];
  /** Ids of obligations that did not pass but may pass in another run */
  readonly again: readonly string[];
  readonly faults: readonly string[];
}
