import { EnvironmentError } from '../contract/outcome';

/** Something that a run waits for. */
export interface Wait {
  /** As in `the adapter: otp.verify`. */
  readonly what: string;
  /** When it began, in milliseconds of this process. */
  readonly since: number;
  /** What may keep it from coming, if that is known by now. */
  readonly hint?: (() => string | undefined) | undefined;
}

/** How long a run that is stopped still waits for what is on its way, in milliseconds. */
const graceMs = 2000;

/** What a run waits for just now. Everything that another party may keep it waiting for goes through here. */
export class Waits {
  /** Each with what gives it up. */
  readonly #open = new Map<Wait, (reason: Error) => void>();
  #isCut = false;

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

  /** What has been waited for the longest. */
  get oldest(): Wait | undefined {
    const [oldest] = this.#open.keys();
    return oldest;
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
    try {
      return await Promise.race([act(), givenUp]);
    } finally {
      this.#open.delete(wait);
    }
  }

  #cut(): void {
    this.#isCut = true;
    for (const giveUp of this.#open.values()) giveUp(stoppedError());
  }
}

const stoppedError = (): EnvironmentError => new EnvironmentError('the run was stopped');
