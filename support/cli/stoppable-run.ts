import { constants } from 'node:os';
import { join } from 'node:path';
import { formatCount } from '../contract/format-count';
import { printableLine } from '../contract/printable';
import { Budget } from '../run/budget';
import { isRunInterrupted } from '../run/manual-progress';
import type { RunSettings } from '../run/plan';
import type { RunEvent, WrittenReport } from '../run/run-events';
import type { JudgingOptions } from './judging-options';
import { certifyAndPrint } from './report-outcome';
import { beforeEndBySignal, describeStop, handleStopSignals } from './stop';
import type { Surroundings } from './surroundings';
import { printErrorLine } from './surroundings';

/** If a stopped run has not written its report after so many milliseconds, it ends without one. */
const patienceMs = 15_000;

/**
 * Certifies until a signal such as Ctrl-C stops the run. The suite then judges the evidence so far, and writes a
 * report with the verdict `incomplete` at best. A signal before the end of the first scenario ends the process, and
 * nothing is written. In both cases, one line on stderr names the reason, the progress and the report. If the signal is
 * repeated, or if the report is not written in time, the process ends without a report, and the line gives the reason.
 *
 * In a run by hand, a person has done something before the first scenario ends, so a first signal never ends the
 * process.
 */
export async function certifyUntilStopped(
  settings: RunSettings,
  given: JudgingOptions,
  surroundings: Surroundings,
): Promise<WrittenReport | undefined> {
  const isByHand = settings.target?.integrator?.manual === true;
  const run = new StoppableRun(surroundings, isByHand ? settings.reports : undefined);
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
    if (written !== undefined) run.describeReport(written);
    return written;
  } finally {
    run.release();
  }
}

/** The progress of a run, and the line that describes its end if a signal stops it. */
export class StoppableRun {
  readonly budget = new Budget();
  readonly #surroundings: Surroundings;
  /** The folder in which a run by hand keeps its progress; `undefined` for other runs. */
  readonly #progressFolder: string | undefined;
  #total = 0;
  #ended = 0;
  #isWritten = false;
  #unheard: (() => void) | undefined;
  #stop: ReturnType<typeof handleStopSignals> | undefined;

  constructor(surroundings: Surroundings, progressFolder: string | undefined) {
    this.#surroundings = surroundings;
    this.#progressFolder = progressFolder;
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
      this.#print(`${describeStop(signal)} ${this.#describeLoss()}.`);
    });
  }

  /** Describes the progress and the result of a run that a signal ends. Only a run in a container has any progress. */
  #describeLoss(): string {
    if (this.#ended === 0) return 'before the first scenario ended: nothing was written';
    if (this.#isWritten) return `${this.#describeProgress()}: the report had been written`;
    return `${this.#describeProgress()}: a run in a container writes nothing`;
  }

  /** From now on, a signal stops the run, and the report is written. */
  stopOnSignal(): void {
    if (this.#stop !== undefined) return;
    this.#unheard?.();
    this.#stop = handleStopSignals({
      giveUp: (signal) => {
        this.#giveUp('because the signal was repeated', signal);
      },
    });
    void this.#stop.come.then(() => {
      this.budget.stop();
      setTimeout(() => {
        if (!this.#isWritten) this.#giveUp(`because the run did not end within ${patienceMs / 1000} s`);
      }, patienceMs).unref();
    });
  }

  /** Ends the process, and prints a line if the report is not written. */
  #giveUp(why: string, signal = this.#stop?.reason()?.signal ?? 'SIGTERM'): void {
    const folder = this.#progressFolder;
    const kept =
      folder !== undefined && isRunInterrupted(folder)
        ? `. The recording so far is in ${printableLine(folder)}; --resume continues the run`
        : '';
    if (!this.#isWritten) this.#printStop(`no report was written, ${why}${kept}.`);
    // Do not end by the signal itself: the handlers of `exit` end the adapter.
    process.exit(128 + constants.signals[signal]);
  }

  /** Prints the line of a stopped run that has written its report. */
  describeReport({ folder }: WrittenReport): void {
    const report = printableLine(join(folder, 'compliance.html'));
    const next = this.#progressFolder === undefined ? '' : '; --resume continues the run';
    this.#printStop(`the report was written to ${report}${next}.`);
  }

  release(): void {
    this.#unheard?.();
    this.#stop?.release();
  }

  /** Prints the reason of the stop, the progress and the result, if a signal stopped the run. */
  #printStop(result: string): void {
    const reason = this.#stop?.reason();
    if (reason === undefined) return;
    this.#print(`${reason.text} ${this.#describeProgress()}: ${result}`);
  }

  #describeProgress(): string {
    return `after ${this.#ended} of ${formatCount(this.#total, 'scenario')}`;
  }

  #print(line: string): void {
    printErrorLine(this.#surroundings, line);
  }
}
