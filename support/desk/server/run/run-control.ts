import type { Evidence } from '../../../exchange/evidence';
import type { Watch } from '../../../library/certify-with';
import { certifyWith } from '../../../library/certify-with';
import { Halt } from '../../../run/allowance';
import type { RunSettings } from '../../../run/run';
import type { StartRun } from '../../wire/run';
import { Busy } from '../busy';
import type { DeskContext } from '../context';
import { finishedEvent } from './finished-event';
import type { LastRun } from './last-run';
import { prepareRun } from './prepare';
import type { RanOn } from './ran-on';
import { ranOnNow } from './ran-on';
import { RunTeller } from './run-teller';

/** A run that goes on. */
interface Going {
  readonly halt: Halt;
  readonly teller: RunTeller;
  readonly ended: Promise<void>;
}

/** Starts runs, one at a time, and tells all tabs of them. They go on whatever tab is closed. */
export class RunControl {
  readonly #desk: DeskContext;
  readonly #certify: typeof certifyWith;
  #going: Going | undefined;
  #isPreparing = false;
  #last: LastRun | undefined;
  #ranOn: RanOn | undefined;
  /** Of the run that goes on, or of the last. */
  #teller: RunTeller | undefined;

  /** @param certify a seam for tests */
  constructor(desk: DeskContext, certify: typeof certifyWith = certifyWith) {
    this.#desk = desk;
    this.#certify = certify;
  }

  get last(): LastRun | undefined {
    return this.#last;
  }

  /** What was open as the run began that goes on, or the last one. */
  get ranOn(): RanOn | undefined {
    return this.#ranOn;
  }

  get isBusy(): boolean {
    return this.#isPreparing || this.#going !== undefined;
  }

  /** Starts a run. Throws Busy while one goes on, and a ConfigurationError for what is known to be wrong before. */
  async start(asked: StartRun, more: Partial<RunSettings> = {}): Promise<void> {
    if (this.isBusy) throw new Busy('a run is going on', 'stop it first, or wait for its end');
    this.#isPreparing = true;
    try {
      const settings = await prepareRun(asked, this.#desk, this.#last);
      this.#begin({ ...settings, person: this.#desk.hand.begin(), ...more }, asked.selfTest === true);
    } finally {
      this.#isPreparing = false;
    }
  }

  /** Holds the run before its next scenario. */
  pause(): void {
    const { halt, teller } = this.#needed();
    halt.pause();
    teller.stand('pausing');
  }

  resume(): void {
    const { halt, teller } = this.#needed();
    halt.resume();
    teller.stand(teller.hasBegun ? 'running' : 'preparing');
  }

  /** Ends the run soon: what is left is not tested. */
  stop(): void {
    const { halt, teller } = this.#needed();
    teller.stand('stopping');
    halt.stop();
  }

  /** What the run that goes on, or the last one, has recorded so far; the number of each is its place, from 1. */
  get evidence(): readonly Evidence[] {
    return this.#teller?.evidence ?? [];
  }

  /** Stops what goes on, and waits for its report. */
  async close(): Promise<void> {
    this.#going?.halt.stop();
    await this.#going?.ended;
  }

  #needed(): Going {
    if (this.#going === undefined) throw new Busy('no run is going on', 'it has ended');
    return this.#going;
  }

  #begin(settings: RunSettings, selfTest: boolean): void {
    const [halt, teller] = [new Halt(), new RunTeller(this.#desk.hub, settings)];
    this.#teller = teller;
    this.#ranOn = ranOnNow(this.#desk, selfTest);
    teller.begin(selfTest);
    const { targetFile } = this.#desk;
    const certified = this.#certify(settings, this.#watch(halt, teller)).then((written) => {
      this.#last = { results: written.results, selfTest, targetFile };
      return finishedEvent(written, this.#desk.reports, halt.stopped.aborted);
    });
    const ended = certified
      .catch((error: unknown) => teller.failure(error))
      .then((event) => {
        // Who is told of the end may start the next.
        this.#going = undefined;
        teller.end(event);
      });
    this.#going = { halt, teller, ended };
  }

  #watch(halt: Halt, teller: RunTeller): Watch {
    halt.onHeld = () => {
      teller.stand('paused');
    };
    return {
      halt,
      follow(event) {
        const isFirst = event.type === 'scenario-started' && !teller.hasBegun;
        teller.take(event);
        if (isFirst && !halt.stopped.aborted && !halt.isHolding) teller.stand('running');
      },
    };
  }
}
