import { EnvironmentError } from '../contract/outcome';

/** Something that a run waits for. */
interface Wait {
  /** As in `the adapter: otp.verify`. */
  readonly what: string;
  /** When it began, in milliseconds of this process. */
  readonly since: number;
  /** What may keep it from coming, if that is known by now. */
  readonly hint?: (() => string | undefined) | undefined;
}

/** A wait that is worth telling. */
export interface LongWait {
  readonly what: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** What may keep it from coming; not before it has taken long enough for that. */
  readonly hint?: string;
}

/** How long a run that is stopped still waits for what is on its way, in milliseconds. */
const graceMs = 2000;

/** After so many milliseconds a wait is told, and after so many more what may be the reason. */
const toldAfterMs = 700;
const hintAfterMs = 5000;

/** What a run waits for just now. Everything that another party may keep it waiting for goes through here. */
export class PendingWaits {
  /** Each with what gives it up. */
  readonly #open = new Map<Wait, (reason: Error) => void>();
  #isCut = false;
  /** The one that may be told, with what will tell it. */
  #watched: { readonly wait: Wait; readonly timers: readonly NodeJS.Timeout[] } | undefined;
  #isTold = false;
  /** Told of what has been waited for the longest, once that takes long, and with nothing once it is over. */
  whenLong: ((wait?: LongWait) => void) | undefined;

  /** @param stopped aborts when the run is stopped: what has not come soon after is not waited for any more */
  constructor(stopped?: AbortSignal, grace = graceMs) {
    const cut = (): void => {
      // What holds a process open is what goes on, and not this.
      setTimeout(() => {
        this.#cut();
      }, grace).unref();
    };
    stopped?.addEventListener('abort', cut, { once: true });
    if (stopped?.aborted === true) cut();
  }

  /** Throws an EnvironmentError where the run is stopped meanwhile: that is no failure of any party. */
  async during<Value>(
    { what, hint }: Pick<Wait, 'what' | 'hint'>,
    act: () => Promise<Value>,
  ): Promise<Value> {
    if (this.#isCut) throw stoppedError();
    const wait: Wait = { what, since: performance.now(), hint };
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    this.#open.set(wait, reject);
    this.#watch();
    try {
      return await Promise.race([act(), givenUp]);
    } finally {
      this.#open.delete(wait);
      this.#watch();
    }
  }

  /** Starts the clock of what has been waited for the longest. */
  #watch(): void {
    const [oldest] = this.#open.keys();
    if (oldest === this.#watched?.wait) return;
    for (const timer of this.#watched?.timers ?? []) clearTimeout(timer);
    this.#watched = oldest && {
      wait: oldest,
      timers: [toldAfterMs, hintAfterMs].map((ms) => this.#tellAt(oldest, ms)),
    };
    if (this.#isTold) this.whenLong?.();
    this.#isTold = false;
  }

  #tellAt({ what, since, hint }: Wait, afterMs: number): NodeJS.Timeout {
    const tell = (): void => {
      this.#isTold = true;
      const likely = afterMs < hintAfterMs ? undefined : hint?.();
      const began = Math.round(performance.timeOrigin + since);
      this.whenLong?.({ what, since: began, ...(likely !== undefined && { hint: likely }) });
    };
    return setTimeout(tell, Math.max(0, since + afterMs - performance.now())).unref();
  }

  #cut(): void {
    this.#isCut = true;
    for (const giveUp of this.#open.values()) giveUp(stoppedError());
  }
}

const stoppedError = (): EnvironmentError => new EnvironmentError('the run was stopped', 'interrupted');
