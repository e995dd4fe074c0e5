import type { Writable } from 'node:stream';
import type { AdapterHandlers } from '../adapter/handlers';
import type { Recording } from '../exchange/recording';
import type { ConnectionLimits } from '../mock/connection';
import type { StartedPayer } from '../mock/started-payer';
import type { Catalogue } from '../obligations';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';
import type { AnsweredChallenge } from '../cases/answered-challenge';
import type { Budget } from './budget';
import type { Person } from './hand/person';
import type { Terminal } from './hand/terminal-person';
import type { HistoryRetention } from './history-retention';
import type { TestData } from '../cases/test-data';
import type { Resumption } from './manual-progress';
import type { RunEventEmitter } from './run-events';
import type { Selection } from './selection';

/** What a run holds back from, or binds itself to, besides what its target says. */
interface Restraint {
  /** No OTP is sent to the services under certification. */
  readonly sparesOtps?: true;
  /** Logins are probed gently, whatever the target says. What an OTP is spent on stays for the target to say. */
  readonly probes?: 'gentle';
  /** A service that refuses the configured credentials ends the run as bad input, and no report is written. */
  readonly endsWhenRefused?: true;
  /** Milliseconds from the start of the run, after which no further scenario begins. */
  readonly budgetMs?: number | undefined;
  /** Makes the test data that the suite makes up the same from run to run; without one it cannot be predicted. */
  readonly seed?: number | undefined;
}

/** Makes one process of a client that lives in this one; what it logs goes to `log`. */
export type ClientFactory = (log: (line: string) => void) => AdapterHandlers;

/** What tests put in place of a part of a run. */
export interface Seams {
  /** Milliseconds that only ever grow, for the time budget. */
  readonly clock?: () => number;
  /** How long clients of the services that we play may take. */
  readonly mockLimits?: Partial<ConnectionLimits>;
  /** The client to certify where the target names no adapter; the suite's own by default. */
  readonly client?: ClientFactory;
  /** The way to a payer that the target names by address alone. */
  readonly payer?: StartedPayer;
  /** Obligations beyond those of the contract, with their features and steps. */
  readonly more?: {
    readonly catalogue: Catalogue;
    readonly features: readonly string[];
    readonly steps: readonly string[];
  };
  /** Other scenarios than all, or in another order, as Cucumber takes them (`random:7`). */
  readonly selection?: { readonly paths?: readonly string[]; readonly order?: `random:${number}` };
}

/** What a run is asked to do. */
export interface RunSettings extends Selection, Restraint {
  /** Absent: the mock. */
  readonly target?: Target | undefined;
  /** The mock runs in a container instead of this process. */
  readonly container?: true | undefined;
  /**
   * What the report calls it, and goes by where it says how to run it again: `sandbox`, `nightly`, `container`,
   * `audit`.
   */
  readonly profile: string;
  /** The suite is put to the test, too: by the scenarios with the tag `@vectors`. */
  readonly checksItself?: boolean;
  /** Approved exceptions; they change no verdict. */
  readonly waivers?: readonly Waiver[];
  /** The certifier's challenge nonce: it shows that the run was made for them. */
  readonly nonce?: string | undefined;
  /** Folder for the reports. */
  readonly reports: string;
  /** How much of their history it keeps, narrowed runs apart; absent: the report goes into exactly this folder. */
  readonly keep?: HistoryRetention | undefined;
  /** Where exchanges go; absent: into memory alone. */
  readonly recording?: Recording;
  /** How many secrets that a client shows are sought everywhere, where it may work for hours; absent: all. */
  readonly mostKnown?: number;
  /** What an interrupted run by hand had come to, and this one goes on from. */
  readonly resumed?: Resumption | undefined;
  /** Where a person is told what to do; that of the process by default. */
  readonly terminal?: Terminal | undefined;
  /** Who works the client by hand; absent: who sits at the terminal. */
  readonly person?: Person | undefined;
  /** Where it shows how far it has come; nowhere where that is absent. */
  readonly progress?: Writable | undefined;
  /** Answers that take the place of an adapter: nothing is started, and nothing is asked. */
  readonly challenge?: AnsweredChallenge;
  /** Of a program that watches the run, to hold it up or stop it; absent: none does. */
  readonly budget?: Budget;
  /** Tells what happens; absent: nothing is told. */
  readonly events?: RunEventEmitter;
  readonly seams?: Seams;
}

/** What a run is asked to do, with all that follows from it before the run begins. */
export interface Plan extends RunSettings {
  /** The obligations that the run knows. */
  readonly catalogue: Catalogue;
  /** Where the test data comes from that the suite makes up. */
  readonly madeUp: TestData;
  /** Whether the next scenario may begin. */
  readonly budget: Budget;
}
