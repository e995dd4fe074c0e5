import type { Writable } from 'node:stream';
import type { AdapterHandlers } from '../adapter/handlers';
import type { FoundForms } from '../adapter/key-forms';
import type { Offer } from '../adapter/roles';
import type { Check, Results } from '../judging/results';
import { targetContext } from '../judging/target-context';
import type { Sender, SenderOptions } from '../client/sender';
import { NotApplicableError } from '../contract/outcome';

import type { Subject } from '../contract/words';
import type { FactFinder, Recorder } from '../exchange/recorder';
import { createRecorder } from '../exchange/recorder';
import type { Keeper } from '../exchange/keep';
import type { Marks } from '../exchange/kept-form';
import type { Recording } from '../exchange/recording';
import { rejectionFinder } from '../exchange/rejects';
import type { Secrets } from '../exchange/secrets';
import type { ConnectionLimits } from '../mock/connection';
import type { Catalogue, RuleContext } from '../obligations';
import type { Budget } from './budget';
import type { AnsweredChallenge } from './answered-challenge';
import type { Keep } from './keep';
import type { Resumption } from './manual-progress';
import type { Person } from './hand/person';
import type { Terminal } from './hand/terminal-person';
import type { Waiver } from '../targets/load-waivers';
import type { Target } from '../targets/target';
import type { PayerLink } from '../mock/payer-link';
import type { MadeUp } from './made-up';
import type { Restraint } from './restraint';
import type { RunEvents } from './run-events';
import type { Waits } from './waits';

/** Makes one process of a client that lives in this one; what it logs goes to `log`. */
export type ClientFactory = (log: (line: string) => void) => AdapterHandlers;

/** What tests put in place of a part of a run. */
export interface Seams {
  /** What stands in the recording for equal values. */
  readonly marks?: Marks;
  /** Milliseconds that only ever grow, for the time budget. */
  readonly clock?: () => number;
  /** How long clients of the services that we play may take. */
  readonly mockLimits?: Partial<ConnectionLimits>;
  /** The client to certify where the target names no adapter; the suite's own by default. */
  readonly client?: ClientFactory;
  /** The way to a payer that the target names by address alone. */
  readonly payer?: PayerLink;
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
export interface RunSettings extends Restraint {
  /** Absent: the mock. */
  readonly target?: Target | undefined;
  /** The mock runs in a container instead of this process. */
  readonly container?: true | undefined;
  readonly profile: string;
  readonly subjects: readonly Subject[];
  /** Narrows the plan; empty: everything. */
  readonly only: readonly string[];
  /** The suite is put to the test, too: by the scenarios with the tag `@vectors`. */
  readonly checksItself?: boolean;
  /** Approved exceptions; they change no verdict. */
  readonly waivers?: readonly Waiver[];
  /** The certifier's challenge nonce: it shows that the run was made for them. */
  readonly nonce?: string | undefined;
  /** Folder for the reports. */
  readonly reports: string;
  /** How much of their history it keeps, partial runs apart; absent: the report goes into exactly this folder. */
  readonly keep?: Keep | undefined;
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
  readonly events?: RunEvents;
  readonly seams?: Seams;
}

/** What a run counts, from 1. */
type Numbered = 'process';

/** One run: its target with the services resolved, its recording, and what its scenarios share. */
export interface Run {
  readonly id: string;
  readonly startedAt: Date;
  readonly settings: RunSettings;
  /** With the mock's addresses and credentials where the mock is the subject. */
  readonly target: Target;
  /** Whether it is the suite's own mock, in this process or in a container. */
  readonly embedded: boolean;
  /** The obligations that it knows. */
  readonly catalogue: Catalogue;
  /** What is wrong and what to do about it, in one line, where no service can answer. */
  readonly unavailable?: string | undefined;
  /** The way to the payer, where the suite started it. */
  readonly payer?: PayerLink | undefined;
  readonly recording: Recording;
  /** What is kept of what crosses the wire. */
  readonly keeper: Keeper;
  /** Hides in any other text the secrets that are known. */
  readonly secrets: Secrets;
  readonly sender: Sender;
  /** Name of the scenario that is running: exchanges are recorded under it. */
  scenario?: string;
  /** Transaction ids that the integrator was given for its OTPs. */
  readonly txnIds: string[];
  /** Calls that the client refused on purpose (-32001), by method, with its reason. */
  readonly refusals: Map<string, string>;
  /** Calls that were not asked for, or that a person skipped, each with its reason. */
  readonly leftOut: string[];
  /** What cut a journey short, each told once, with the subject whose it was: what it showed before stays judged, and the whole is incomplete. */
  readonly obstacles: Map<string, Subject>;
  /** What the integrator's adapter offers; absent until one has introduced itself. */
  offer?: Offer;
  /** The forms of transfer keys that it takes on each side, where they were found out and not declared. */
  readonly foundForms: FoundForms;
  /** What the adapter called itself, without secrets. */
  adapter?: Results['run']['adapter'];
  /** What was found when the target was checked, before the first scenario. */
  diagnosis: readonly Check[];
  /** What will prevent a later run, as a certificate that expires soon. */
  readonly warnings: string[];
  /** What it waits for just now. */
  readonly waits: Waits;
  /** Where the test data comes from that the suite makes up. */
  readonly madeUp: MadeUp;
  /** Whether the next scenario may begin. */
  readonly budget: Budget;
  /** The next number of its kind, from 1; processes of a run that goes on are counted on. */
  next(kind: Numbered): number;
  /** Does a thing once in a run, however often it is asked for; a failure is remembered too. */
  once<Value>(key: string, make: () => Promise<Value>): Promise<Value>;
  /** Closes something at the end of the run. */
  defer(close: () => Promise<void>): void;
  close(): Promise<void>;
}

/** What the rules of a run may know besides the exchanges. */
export function ruleContext({ target, txnIds }: Pick<Run, 'target' | 'txnIds'>): RuleContext {
  return { ...targetContext(target), txnIds };
}

/** Notes what cut a journey short: what it showed before stays judged, and the whole is incomplete. */
export function meetObstacle({ obstacles, settings }: Run, { message }: Error, subject: Subject): void {
  if (!obstacles.has(message)) settings.events?.obstacle(message, subject);
  obstacles.set(message, subject);
}

/** The authority that the target file names, for what is no service: the mock puts its own in its place. */
export function ownAuthority({
  settings,
}: Pick<Run, 'settings'>): Pick<SenderOptions, 'ca' | 'besidePublic'> {
  const ca = settings.target?.ca;
  return ca === undefined ? {} : { ca, besidePublic: true };
}

/** Throws NotApplicableError in production: no fault is played there, and no value sent that is made for tests. */
export function requireSandbox({ target }: Run, what: string): void {
  if (target.environment === 'production')
    throw new NotApplicableError(`the environment is production: ${what} is not tested there`);
}

export function recorderFor(
  run: Pick<Run, 'target' | 'recording' | 'keeper'>,
  finders: readonly FactFinder[] = [],
): Recorder {
  const all = [rejectionFinder(run.target.readings), ...finders];
  return createRecorder(run.recording, run.keeper, all);
}
