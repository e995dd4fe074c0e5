import type { CoordinatorContext, Plugin } from '@cucumber/cucumber/api';
import { SingleBar } from 'cli-progress';
import type { Writable } from 'node:stream';
import type { RunHandle } from '../../run/handles';
import { slotForHandle } from '../../run/handles';
import type { Run } from '../../run/run';
import type { RunEvent } from '../../run/run-events';
import type { LongWait } from '../../run/pending-waits';

type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

const everyMs = { terminal: 500, lines: 10_000 };
const barWidth = 16;
const besideBar = ' 100 of 100 scenarios  '.length;
const usualColumns = 80;

/**
 * Shows a run's progress as a bar on a terminal. Elsewhere, prints a line every ten seconds, so short runs
 * print nothing.
 */
export class Progress {
  readonly #screen: Screen;
  #bar: SingleBar | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  #begun = 0;
  #all = 0;
  #current: string | undefined;
  #wait: LongWait | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
    this.#bar = screen.isTTY === true ? barOn(screen) : undefined;
    const show = () => {
      this.#show();
    };
    this.#timer = setInterval(show, this.#bar === undefined ? everyMs.lines : everyMs.terminal).unref();
  }

  take(event: RunEvent): void {
    if (event.type === 'waiting') this.#waitFor(event.wait);
    if (event.type !== 'scenario-started') return;
    [this.#begun, this.#all, this.#current] = [event.number, event.of, event.scenario.name];
    if (this.#bar !== undefined) this.#show();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#bar?.stop();
  }

  #waitFor(wait: LongWait | undefined): void {
    this.#wait = wait;
    if (this.#bar === undefined || wait?.hint === undefined) return;
    // Stop the bar first and start a new one below the hint, so that the hint stays visible.
    this.#bar.stop();
    this.#screen.write(`${waitingFor(wait)}: ${wait.hint}\n`);
    this.#bar = barOn(this.#screen);
    this.#show();
  }

  #show(): void {
    const wait = this.#wait;
    const isWaiting = wait !== undefined && Date.now() - wait.since >= 1000;
    const telling = [
      ...(isWaiting ? [waitingFor(wait)] : []),
      ...(this.#current === undefined ? [] : [this.#current]),
    ];
    if (this.#bar === undefined) {
      const passed = Math.floor((performance.now() - this.#startedAt) / 1000);
      const count = `${passed} s: scenario ${this.#begun} of ${this.#all}`;
      const hint = wait?.hint === undefined ? [] : [wait.hint];
      this.#screen.write(`${[count, ...telling, ...hint].join('; ')}\n`);
      return;
    }
    this.#bar.setTotal(this.#all);
    this.#bar.update(this.#begun, { telling: this.#fitting(telling.join('; ')) });
  }

  /**
   * Shortens a status message so that the line fits on the screen. If the line wrapped, the bar would erase
   * only a part of it.
   */
  #fitting(text: string): string {
    const room = Math.max(0, (this.#screen.columns ?? usualColumns) - barWidth - besideBar - 1);
    return text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text;
  }
}

function barOn(screen: Screen): SingleBar {
  const bar = new SingleBar({
    format: '{bar} {value} of {total} scenarios  {telling}',
    stream: screen,
    barsize: barWidth,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // Otherwise cli-progress turns off line wrapping in the terminal, and wrapping stays off if a signal ends
    // the process.
    linewrap: true,
  });
  bar.start(1, 0, { telling: '' });
  return bar;
}

function waitingFor({ what, since }: LongWait): string {
  return `waiting ${Math.floor((Date.now() - since) / 1000)} s for ${what}`;
}

/** The Cucumber plugin that shows the progress of a run. */
export const plugin: Plugin<RunHandle> = {
  type: 'plugin',
  coordinator({ on, operation, options }: CoordinatorContext<RunHandle>) {
    if (operation !== 'runCucumber') return undefined;
    const slot = slotForHandle(options);
    let progress: Progress | undefined;
    slot.events.follow((event) => {
      progress ??= slot.run && progressOf(slot.run);
      progress?.take(event);
    });
    on('message', ({ testRunFinished }) => {
      // End the bar before anything else is printed.
      if (testRunFinished !== undefined) progress?.end();
    });
    return () => progress?.end();
  },
};

/** Returns `undefined` without a stream for progress, or if a person reads instructions in the terminal. */
function progressOf({ plan, target }: Run): Progress | undefined {
  if (plan.progress === undefined || target.integrator?.manual === true) return undefined;
  return new Progress(plan.progress);
}
