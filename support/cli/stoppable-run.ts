import { constants } from 'node:os';
import { join } from 'node:path';
import { formatCount } from '../contract/format-count';
import { printableLine } from '../contract/printable';
import { Budget } from '../run/budget';
import type { RunSettings } from '../run/plan';
import type { RunEvent, WrittenReport } from '../run/run-events';
import type { JudgingOptions } from './judging-options';
import { certifyAndPrint } from './report-outcome';
import { beforeEndBySignal, handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/** If a stopped run has not written its report after so many milliseconds, it ends without one. */
const patienceMs = 15_000;

/**
 * Certifies until a signal such as Ctrl-C stops the run. The suite then judges the evidence so far, and writes a
 * report with the verdict `incomplete` at best. A signal before the end of the first scenario ends the process, and
 * nothing is written. In both cases, one line on stderr names the signal, the progress and the report.
 *
 * In a run by hand, a person has done something before the first scenario ends, so a signal never ends the process.
 */
export async function certifyUntilStopped(
  settings: RunSettings,
  given: JudgingOptions,
  surroundings: Surroundings,
): Promise<WrittenReport | undefined> {
  const isByHand = settings.target?.integrator?.manual === true;
  const run = new StoppableRun(surroundings);
  if (isByHand) run.stopOnSignal();
  else run.endOnSignal();
  try {
    const written = await certifyAndPrint(
      { ...settings, budget: run.budget },
      given,
      surroundings,
      (event) => {
        run.count(event);
        // The container's own handler removes the container and ends the process.
        if (run.ended > 0 && settings.container !== true) run.stopOnSignal();
      },
    );
    if (written !== undefined) run.describeStop(written, isByHand);
    return written;
  } finally {
    run.release();
  }
}

class StoppableRun {
  readonly budget = new Budget();
  readonly #surroundings: Surroundings;
  #total = 0;
  #ended = 0;
  #isWritten = false;
  #unheard: (() => void) | undefined;
  #stop: ReturnType<typeof handleStopSignals> | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** The number of scenarios that have ended. Excludes those that a stopped run leaves out. */
  get ended(): number {
    return this.#ended;
  }

  count(event: RunEvent): void {
    if (event.type === 'planned') this.#total = event.selected.length;
    if (event.type === 'scenario-finished' && event.left !== true) this.#ended += 1;
    if (event.type === 'finished') this.#isWritten = true;
  }

  /** From now on, a signal ends the process after one line. */
  endOnSignal(): void {
    this.#unheard = beforeEndBySignal((signal) => {
      this.#print(`Stopped by ${signal} before the first scenario ended: nothing was written.`);
    });
  }

  /** From now on, a signal stops the run, and the report is written. */
  stopOnSignal(): void {
    if (this.#stop !== undefined) return;
    this.#unheard?.();
    this.#stop = handleStopSignals();
    void this.#stop.come.then(() => {
      this.budget.stop();
      setTimeout(() => {
        this.#giveUp();
      }, patienceMs).unref();
    });
  }

  #giveUp(): void {
    const signal = this.#stop?.signal();
    if (this.#isWritten || signal === undefined) return;
    this.#print(`Stopped by ${signal} after ${this.#progress()}, which did not end: nothing was written.`);
    // The handlers of `exit` end the adapter.
    process.exit(128 + constants.signals[signal]);
  }

  describeStop({ folder }: WrittenReport, isByHand: boolean): void {
    const signal = this.#stop?.signal();
    if (signal === undefined) return;
    const report = printableLine(join(folder, 'compliance.html'));
    const next = isByHand ? '; --resume continues the run' : '';
    this.#print(
      `Stopped by ${signal} after ${this.#progress()}: the report was written to ${report}${next}.`,
    );
  }

  release(): void {
    this.#unheard?.();
    this.#stop?.release();
  }

  #progress(): string {
    return `${this.#ended} of ${formatCount(this.#total, 'scenario')}`;
  }

  #print(line: string): void {
    printErrorLine(this.#surroundings, line);
  }
}
