import type { Subject } from '../contract/words';
import type { Obstacle } from '../judging/notes';
import type { PlacedBreach, ScenarioVerdict, Verdict } from '../judging/verdict';
import type { Obligation } from '../obligations';
import type { Report } from '../report/model/report';
import type { LongWait } from '../run/waits';

/** What kept something from being done. */
export interface Words {
  readonly message: string;
  readonly hint?: string;
}

/** `POST /api/run`; what is absent is left to the target. */
export interface StartRun {
  /** On the suite's own mock with its own client: no certificate. */
  readonly selfTest?: true;
  readonly subject?: Subject | 'both';
  /** Ids of obligations: a partial run. */
  readonly only?: readonly string[];
  readonly nightly?: true;
  readonly nonce?: string;
  /** Whether the exceptions beside the target count; they do unless this is false. */
  readonly exceptions?: boolean;
  /** A run by hand goes on where it stopped. */
  readonly resume?: true;
}

/** What would be run: `GET /api/run/preview`. */
export interface Preview {
  /** Absent: there is none, or a run would refuse it. */
  readonly target?: AboutTarget;
  readonly problem?: Words;
  /** An interrupted run by hand can go on. */
  readonly canResume: boolean;
}

export interface AboutTarget {
  readonly name: string;
  readonly environment: string;
  /** What is certified where nothing else is chosen. */
  readonly subjects: readonly Subject[];
  readonly roles: readonly string[];
  /** Addresses by name; none: the mock takes their place. */
  readonly services: Readonly<Record<string, string>>;
  /** How the client is asked to act; absent: there is none. */
  readonly client?: 'adapter' | 'byHand' | 'overHttp' | 'own';
}

/** What the page needs of the events of a run. */
export type PageRunEvent =
  | RunBegan
  | RunPlanned
  | { readonly type: 'stopping' }
  | RunScenario
  /** What it waits for just now; without `what` the wait is over. */
  | ({ readonly type: 'waits' } & Partial<LongWait>)
  /** All that got in its way so far. */
  | { readonly type: 'obstacles'; readonly obstacles: readonly Obstacle[] }
  | RunEnded
  /** It ended without a report. */
  | { readonly type: 'failed'; readonly at: number; readonly isFault: boolean; readonly words: Words };

export interface Begun {
  /** Epoch milliseconds, as all moments here. */
  readonly at: number;
  /** Of the target; absent: a self-test. */
  readonly file?: string;
}

export interface RunBegan extends Begun {
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
  /** How many are about it. */
  readonly scenarios: number;
}

/** A scenario has begun; with a verdict it has ended. */
export interface RunScenario {
  readonly type: 'scenario';
  /** Counts from 1. */
  readonly number: number;
  readonly name: string;
  /** None: the suite itself is put to the test. */
  readonly obligations: readonly string[];
  readonly verdict?: ScenarioVerdict;
  readonly message?: string;
  readonly failures?: readonly RunFailure[];
  /** It was not begun any more. */
  readonly left?: true;
}

/** A broken obligation, as the report tells it. */
export interface RunFailure extends Pick<
  PlacedBreach,
  'cause' | 'exchanges' | 'expected' | 'places' | 'seen' | 'sent'
> {
  readonly id: string;
  readonly title: string;
  readonly verdict: 'failed' | 'warning';
  /** Ids of the failures that follow from it. */
  readonly brings: readonly string[];
}

/** Its report is written. */
export interface RunEnded extends Pick<Report, 'counts' | 'headlines' | 'warnings'> {
  readonly type: 'ended';
  /** By which `/report/:run` knows it. */
  readonly run: string;
  readonly at: number;
  readonly stopped: boolean;
  /** By id. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly failures: readonly RunFailure[];
  /** Ids of what did not pass, and may in another run. */
  readonly again: readonly string[];
  readonly faults: readonly string[];
}
