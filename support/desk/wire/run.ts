import type { OverallVerdict, ScenarioVerdict, Verdict } from '../../judging/verdict';
import type { Level, Subject } from '../../contract/words';

/** What a run is asked to do; all that is absent is left to the target. */
export interface StartRun {
  /** On the mock, with the suite's own client: not a certificate. */
  readonly selfTest?: boolean;
  /** Absent: what the target is about, see `subjects` of the preview; `both`: the mock, too, where it names no services. */
  readonly subject?: Subject | 'both';
  /** Ids of obligations: a partial run. */
  readonly only?: readonly string[];
  /** What did not pass in the last run of this desk, or else in the last whole report on the target. */
  readonly failedOnly?: boolean;
  /** The path of a file of approved exceptions. */
  readonly waivers?: string;
  readonly nonce?: string;
  /** What can be run unattended every night, without one-time passwords. */
  readonly nightly?: boolean;
  /** A run by hand goes on from what it had come to. */
  readonly resume?: boolean;
}

/** What would be run, before anything is. */
export interface RunPreview {
  /** Absent: it cannot be read; `problem` says why. */
  readonly target?: RunTarget;
  readonly problem?: { readonly message: string; readonly hint?: string };
  /** Whether an interrupted run by hand can go on. */
  readonly canResume: boolean;
  /** How many obligations did not pass in the last run; absent: there is none to go by. */
  readonly open?: number;
  /** How the target that is open differs from what was run last; absent: it does not. */
  readonly since?: 'another' | 'changed';
}

export interface RunTarget {
  readonly name: string;
  readonly environment: string;
  /** What is certified where nothing else is chosen. */
  readonly subjects: readonly Subject[];
  readonly roles: readonly string[];
  /** Addresses of the services under certification by their names; none: the mock takes their place. */
  readonly services: Readonly<Record<string, string>>;
  /** How the client is asked to act; absent: there is none. */
  readonly client?: 'adapter' | 'byHand' | 'overHttp' | 'own';
}

export type RunStanding = 'ended' | 'paused' | 'pausing' | 'preparing' | 'running' | 'stopping';

/** Parties of the conversation: the client, the gateway with the identity service, the registry, the payer. */
export type Lane = 'client' | 'gateway' | 'payer' | 'registry';

/** An obligation of the plan. */
export interface PlannedLight {
  readonly id: string;
  readonly title: string;
  readonly area: string;
  readonly subject: Subject;
  readonly level: Level;
  /** How many scenarios are about it. */
  readonly scenarios: number;
}

/** A run has been asked for. */
export interface RunBegun {
  readonly type: 'run.begun';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly selfTest: boolean;
  readonly target: string;
  readonly subjects: readonly Subject[];
  readonly byHand: boolean;
}

/** It is open, and its plan is fixed. */
export interface RunPlanned {
  readonly type: 'run.planned';
  /** How many scenarios were selected. */
  readonly scenarios: number;
  /** Whether something is left out of it. */
  readonly partial: boolean;
  readonly roles: readonly string[];
  readonly plan: readonly PlannedLight[];
  readonly areas: readonly { readonly name: string; readonly title: string }[];
}

export interface RunStands {
  readonly type: 'run.stands';
  readonly standing: RunStanding;
}

/** A scenario has begun, or has ended where it has a verdict. */
export interface RunScenario {
  readonly type: 'run.scenario';
  /** Counts from 1. */
  readonly number: number;
  readonly name: string;
  /** Ids that it is about; none: it puts the suite itself to the test. */
  readonly obligations: readonly string[];
  readonly verdict?: ScenarioVerdict;
  readonly message?: string;
  /** It was not begun any more, as the run was stopped. */
  readonly left?: true;
}

export interface RunExchange {
  readonly type: 'run.exchange';
  /** Counts from 1, as in the recording. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Milliseconds until its answer was whole. */
  readonly ms: number;
  readonly from: Lane;
  /** The same as `from`: an answer of the adapter, which crossed no wire to a service. */
  readonly to: Lane;
  /** Whether the suite plays the client, or the payer that calls back. */
  readonly sender: 'integrator' | 'service' | 'suite';
  readonly service?: string;
  readonly operation?: string;
  /** Of HTTP, or of the adapter's protocol. */
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  /** Why there is no answer, as in `timeout`. */
  readonly failure?: string;
  /** It was wrong on purpose. */
  readonly negative?: true;
}

/** What it waits for just now; nothing where `what` is absent. */
export interface RunWaits {
  readonly type: 'run.waits';
  readonly what?: string;
  /** Epoch milliseconds. */
  readonly since?: number;
  readonly hint?: string;
}

/** What got in its way so far, each told once. */
export interface RunObstacles {
  readonly type: 'run.obstacles';
  readonly obstacles: readonly RunObstacle[];
}

export interface RunObstacle {
  readonly what: string;
  readonly detail?: string;
  /** Ids. */
  readonly prevented: readonly string[];
}

/** Why an obligation has not passed. */
export interface OpenRow {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly why: string;
}

/** It has ended, and its report is written. */
export interface RunFinished {
  readonly type: 'run.finished';
  /** Epoch milliseconds. */
  readonly at: number;
  readonly headlines: readonly {
    readonly subject: Subject;
    readonly verdict: OverallVerdict;
    readonly partial: boolean;
    readonly sentence: string;
    readonly basis: string;
  }[];
  readonly selfTest: boolean;
  readonly stopped: boolean;
  readonly counts: readonly { readonly verdict: Verdict; readonly count: number }[];
  /** By id. */
  readonly verdicts: Readonly<Record<string, Verdict>>;
  readonly open: readonly OpenRow[];
  /** How many of them another run can settle: the others wait for a declaration. */
  readonly again: number;
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
  /** What the history calls the report. */
  readonly entry: string;
}

/** It has ended without a report. */
export interface RunFailed {
  readonly type: 'run.failed';
  readonly at: number;
  readonly message: string;
  readonly hint?: string;
  /** The suite itself is at fault. */
  readonly fault: boolean;
}

/** What happens in a run. */
export type RunEvent =
  | RunBegun
  | RunExchange
  | RunFailed
  | RunFinished
  | RunObstacles
  | RunPlanned
  | RunScenario
  | RunStands
  | RunWaits;
