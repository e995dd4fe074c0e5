import type { Envelope } from '@cucumber/messages';
import { mapStrings, printable } from '../contract/printable';
import type { Subject } from '../contract/words';
import type { Evidence } from '../exchange/evidence';
import type { Recording } from '../exchange/recording';
import type { SecretRedactor } from '../exchange/secret-redactor';
import type { Results } from '../judging/results';
import type { Breach } from '../obligations';
import { ConfigurationError } from '../targets/errors';
import type { Scenario, ScenarioEvent } from './scenario-events';
import { ScenarioReader } from './scenario-events';
import type { LongWait, PendingWaits } from './pending-waits';

/** The results, with the folder that they were written to. */
export interface WrittenReport {
  readonly results: Results;
  readonly folder: string;
}

/** What happened in a run, told once: without secrets, and without what a screen would not show as it is. */
export type RunEvent =
  | ScenarioEvent
  /** It is open: its services can be asked. */
  | { readonly type: 'opened'; readonly roles: readonly string[] }
  /** As recorded. */
  | { readonly type: 'exchange'; readonly evidence: Evidence }
  /** What it has been waiting for, once that takes long; nothing: the wait is over. */
  | { readonly type: 'waiting'; readonly wait?: LongWait }
  /** What the scenario that runs shows an obligation to have broken; as a failure it tells the same in words. */
  | { readonly type: 'broken'; readonly obligation: string; readonly breaches: readonly Breach[] }
  /** What cut a journey short, with the subject whose it was. */
  | { readonly type: 'obstacle'; readonly what: string; readonly subject: Subject }
  /** Its report is written. Nothing follows. */
  | ({ readonly type: 'finished' } & WrittenReport);

interface Opened {
  readonly secrets: Pick<SecretRedactor, 'text'>;
  readonly roles: readonly string[];
  readonly waits: Pick<PendingWaits, 'whenLong'>;
}

type Follower = (event: RunEvent) => void;

/** Tells of one run. Followers are told at once, in the order in which they came. */
export class RunEventEmitter {
  readonly #followers = new Set<Follower>();
  readonly #reader = new ScenarioReader();
  #redact = (text: string): string => text;
  #isOver = false;

  follow(follower: Follower): void {
    this.#followers.add(follower);
  }

  /** The scenarios of the feature files that were loaded so far. */
  get loaded(): readonly Scenario[] {
    return this.#reader.loaded;
  }

  /** Takes a message of Cucumber. */
  take(envelope: Envelope): void {
    for (const event of this.#reader.read(envelope)) this.#tell(this.#safe(event));
  }

  /** The run is open: from here on nothing is told but without its secrets. */
  open({ secrets, roles, waits }: Opened): void {
    this.#redact = (text) => secrets.text(text);
    waits.whenLong = (wait) => {
      this.#tell({ type: 'waiting', ...(wait && { wait: this.#safeWait(wait) }) });
    };
    this.#tell({ type: 'opened', roles });
  }

  /** The same recording; what it takes is told. */
  ofRecording(recording: Recording): Recording {
    return {
      evidence: recording.evidence,
      exchanges: recording.exchanges,
      append: <Of extends Evidence>(draft: Omit<Of, 'seq'>): Of => {
        const evidence = recording.append<Of>(draft);
        this.#tell({ type: 'exchange', evidence });
        return evidence;
      },
    };
  }

  broken(obligation: string, breaches: readonly Breach[]): void {
    const safe = mapStrings(breaches, (text) => this.#safeText(text));
    this.#tell({ type: 'broken', obligation, breaches: safe });
  }

  obstacle(what: string, subject: Subject): void {
    this.#tell({ type: 'obstacle', what: this.#safeText(what), subject });
  }

  finish(written: WrittenReport): void {
    this.#tell({ type: 'finished', ...written });
    this.#isOver = true;
  }

  /** What ended the run before its report, without secrets. */
  safeError(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ConfigurationError) return error;
    error.message = this.#redact(error.message);
    if (error.stack !== undefined) error.stack = this.#redact(error.stack);
    return error;
  }

  /** A follower that throws follows no more; the others learn of it. */
  #tell(event: RunEvent): void {
    // An answer that comes after the end belongs to no run any more.
    if (this.#isOver) return;
    for (const follower of this.#followers)
      try {
        follower(event);
      } catch (error) {
        this.#followers.delete(follower);
        const message = error instanceof Error ? error.message : String(error);
        this.#tell({ type: 'fault', message: this.#safeText(message) });
      }
  }

  /** Returns an event without secrets or control characters in its texts. */
  #safe(event: ScenarioEvent): ScenarioEvent {
    if (event.type !== 'scenario-finished' && event.type !== 'fault') return event;
    const { message, steps } = { steps: undefined, ...event };
    return {
      ...event,
      ...(message !== undefined && { message: this.#safeText(message) }),
      ...(steps !== undefined && { steps: { ...steps, text: this.#safeText(steps.text) } }),
    };
  }

  #safeWait({ what, since, hint }: LongWait): LongWait {
    return { what: this.#safeText(what), since, ...(hint !== undefined && { hint: this.#safeText(hint) }) };
  }

  #safeText(text: string): string {
    return printable(this.#redact(text));
  }
}
