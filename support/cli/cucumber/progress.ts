import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { Wait, Waits } from '../../run/waits';
import type { ScenarioCount } from './scenario-count';

type Screen = Writable & { readonly isTTY?: boolean; readonly columns?: number };

interface Followed {
  readonly waits: Waits;
  readonly scenarios: ScenarioCount;
}

/** A wait that is shorter needs no explanation. */
const hintAfterMs = 5000;
const everyMs = { terminal: 500, lines: 10_000 };
const barWidth = 16;
const besideBar = ' 100 of 100 scenarios  '.length;
const usualColumns = 80;

/** How far a run has come: a bar on a terminal, elsewhere a line each ten seconds, so that short runs tell nothing. */
export class Progress {
  readonly #screen: Screen;
  readonly #followed: Followed;
  #bar: SingleBar | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = performance.now();
  /** What was hinted at already. */
  #hinted: Wait | undefined;

  constructor(screen: Screen, followed: Followed) {
    this.#screen = screen;
    this.#followed = followed;
    this.#bar = screen.isTTY === true ? barOn(screen) : undefined;
    const show = () => {
      this.#show();
    };
    this.#timer = setInterval(show, this.#bar === undefined ? everyMs.lines : everyMs.terminal).unref();
  }

  /** A scenario has begun. */
  next(): void {
    if (this.#bar !== undefined) this.#show();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#bar?.stop();
  }

  #show(): void {
    const { waits, scenarios } = this.#followed;
    const wait = waits.oldest;
    const hint = wait !== undefined && msSince(wait.since) >= hintAfterMs ? wait.hint?.() : undefined;
    const waited = wait === undefined ? 0 : seconds(wait.since);
    const telling = [
      ...(wait === undefined || waited === 0 ? [] : [`waiting ${waited} s for ${wait.what}`]),
      ...(scenarios.current === undefined ? [] : [scenarios.current]),
    ];
    if (this.#bar === undefined) {
      const count = `${seconds(this.#startedAt)} s: scenario ${scenarios.begun} of ${scenarios.all}`;
      this.#screen.write(`${[count, ...telling, ...(hint === undefined ? [] : [hint])].join('; ')}\n`);
      return;
    }
    // It stays to be read, above a new bar; once for each wait.
    if (wait !== undefined && hint !== undefined && wait !== this.#hinted) {
      this.#hinted = wait;
      this.#bar.stop();
      this.#screen.write(`waiting ${waited} s for ${wait.what}: ${hint}\n`);
      this.#bar = barOn(this.#screen);
    }
    this.#bar.setTotal(scenarios.all);
    this.#bar.update(scenarios.begun, { telling: this.#fitting(telling.join('; ')) });
  }

  /** What is wider than the screen would leave its rest behind. */
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
    // Wrapping that is turned off would stay off after a signal.
    linewrap: true,
  });
  bar.start(1, 0, { telling: '' });
  return bar;
}

const msSince = (since: number): number => performance.now() - since;
const seconds = (since: number): number => Math.floor(msSince(since) / 1000);
