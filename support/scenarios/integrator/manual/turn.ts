import { EnvironmentError } from '../../../contract/outcome';
import type { Person, PersonInput } from '../../../run/hand/person';
import { resumeHint } from '../../../run/hand/person';

/** Why nothing more is done by hand. The same for all that it prevents: one obstacle. */
export const stoppedByHand = () =>
  new EnvironmentError(`the run was stopped while it waited for a person: ${resumeHint}`, 'interrupted');

/** What every turn of a person may end by. */
export interface TurnBounds {
  readonly person: Person;
  /** Aborts once nothing more is to be done by hand. */
  readonly stop: AbortController;
  /** How long it may take, in milliseconds. */
  readonly limitMs: number;
}

/** Something that a person is waited for. It ends by what arrives, by what they say, at its limit, or by a stop. */
export class PersonTurn<Value> {
  readonly #bounds: TurnBounds;
  readonly #ending = Promise.withResolvers<Value>();
  readonly #closers: (() => void)[] = [];
  readonly #atLimit: () => Value | Error;
  #limit: NodeJS.Timeout | undefined;
  #isOver = false;

  /** @param atLimit what it comes to when the time is up */
  constructor(bounds: TurnBounds, hear: (saying: PersonInput) => void, atLimit: () => Value | Error) {
    this.#bounds = bounds;
    this.#atLimit = atLimit;
    const { person, stop } = bounds;
    const end = (): void => {
      this.fail(stoppedByHand());
    };
    stop.signal.addEventListener('abort', end, { once: true });
    const silence = person.listen((saying) => {
      if (saying.say === 'stop') stop.abort();
      else hear(saying);
    });
    this.#closers.push(silence, () => {
      stop.signal.removeEventListener('abort', end);
    });
    if (stop.signal.aborted) end();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Gives it its whole time, from now on. Gives its end, in epoch milliseconds. */
  begin(): number {
    clearTimeout(this.#limit);
    const { limitMs } = this.#bounds;
    if (!this.#isOver)
      this.#limit = setTimeout(() => {
        const value = this.#atLimit();
        if (value instanceof Error) this.fail(value);
        else this.end(value);
      }, limitMs);
    return Date.now() + limitMs;
  }

  /** Does something once it is over, however it ended. */
  finally(close: () => void): void {
    if (this.#isOver) close();
    else this.#closers.push(close);
  }

  end(value: Value): void {
    this.#close();
    this.#ending.resolve(value);
  }

  fail(error: Error): void {
    this.#close();
    this.#ending.reject(error);
  }

  get ended(): Promise<Value> {
    return this.#ending.promise;
  }

  #close(): void {
    this.#isOver = true;
    clearTimeout(this.#limit);
    for (const close of this.#closers.splice(0)) close();
  }
}
