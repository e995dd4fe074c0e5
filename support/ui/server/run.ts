import type { Evidence } from '../../exchange/evidence';
import { certifyWith } from '../../library/certify-with';
import { Budget } from '../../run/budget';
import type { RunSettings } from '../../run/plan';
import { asDiskTrouble } from '../../targets/disk-trouble';
import { ConfigurationError } from '../../targets/errors';
import type { PageRunEvent, Preview, StartRun } from '../api';
import { Busy, wordsOf } from './errors';
import type { Hand } from './hand';
import type { Hub } from './hub';
import { previewOf, settingsFor } from './run-asked';
import { endedEvent } from './run-end';
import { RunTold } from './run-told';
import type { TypedVariables } from './typed-variables';
import type { EditedTarget } from './target';

interface RunParts {
  readonly hub: Hub;
  readonly secrets: TypedVariables;
  readonly target: EditedTarget;
  readonly hand: Hand;
  readonly reports: string;
}

/** The runs of the page: one at a time, told to all pages. They go on whatever page is closed. */
export class Runs {
  readonly #parts: RunParts;
  readonly #certify: typeof certifyWith;
  #going: { readonly budget: Budget; readonly ended: Promise<void> } | undefined;
  #isPreparing = false;
  #isClosed = false;
  /** Of the run that goes on, or of the last. */
  #told: RunTold | undefined;

  /** @param certify a seam for tests */
  constructor(parts: RunParts, certify: typeof certifyWith = certifyWith) {
    this.#parts = parts;
    this.#certify = certify;
  }

  preview(): Preview {
    return previewOf(this.#parts);
  }

  /** Starts a run. Throws a `Busy` while one goes on, and a ConfigurationError for what is known to be wrong before. */
  async start(asked: StartRun): Promise<void> {
    if (this.#isPreparing || this.#going !== undefined)
      throw new Busy('a run is going on', 'stop it first, or wait for its end');
    this.#isPreparing = true;
    try {
      const settings = await settingsFor(asked, this.#parts);
      if (!this.#isClosed) this.#begin(settings, asked.selfTest === true);
    } finally {
      this.#isPreparing = false;
    }
  }

  /** Ends the run soon: what is left is not tested. */
  stop(): void {
    if (this.#going === undefined) throw new Busy('no run is going on', 'it has ended');
    this.#told?.stopping();
    this.#going.budget.stop();
  }

  /** What the run that goes on, or the last one, has recorded under a number. Throws a ConfigurationError where that is nothing. */
  exchange(seq: number): Evidence {
    const found = this.#told?.evidence[seq - 1];
    if (found !== undefined) return found;
    throw new ConfigurationError(
      'is no exchange of this run',
      { at: `#${seq}` },
      'the page names those of each failure',
    );
  }

  /** Stops what goes on, and waits for its report. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#going?.budget.stop();
    await this.#going?.ended;
  }

  #begin(settings: RunSettings, selfTest: boolean): void {
    const { hub, hand } = this.#parts;
    const [budget, told] = [new Budget(), new RunTold(hub, settings, selfTest)];
    this.#told = told;
    const follow = told.take.bind(told);
    const ended = this.#certify({ ...settings, person: hand.begin() }, { budget, follow })
      .then((written): PageRunEvent => endedEvent(written, budget.stopped.aborted))
      .catch((error: unknown) => this.#failure(error, told))
      .then((event) => {
        // Who is told of the end may start the next.
        this.#going = undefined;
        told.end(event);
      });
    this.#going = { budget, ended };
  }

  /** What ended a run before its report. */
  #failure(error: unknown, { log }: RunTold): PageRunEvent {
    const isFault = !(error instanceof ConfigurationError) && asDiskTrouble(error) === undefined;
    const { message, ...words } = wordsOf(error, this.#parts.secrets);
    const told = [message, ...(isFault ? log.faults : [])].join('\n');
    return { type: 'failed', at: Date.now(), isFault, words: { message: told, ...words } };
  }
}
