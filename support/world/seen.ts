import { EnvironmentError } from '../contract/outcome';
import type { AdapterAnswer } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { isAccepted } from '../exchange/exchange';

/** What the steps of one scenario have seen so far. */
export class Seen {
  readonly #exchanges: Exchange[] = [];
  #negative: Exchange | undefined;
  #obstacle: Error | undefined;
  /** The adapter's answers that the last When step was about; none where no call was made, or none is offered. */
  answers: readonly AdapterAnswer[] = [];

  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The request that was sent to be refused. Throws while there is none. */
  get negative(): Exchange {
    if (this.#negative === undefined) throw new Error('No negative sent yet: a When step must run first');
    return this.#negative;
  }

  set negative(negative: Exchange) {
    this.#negative = negative;
  }

  get hasNegative(): boolean {
    return this.#negative !== undefined;
  }

  /** What was answered, to the negative if there is one: else to the valid requests that were accepted. */
  get answered(): readonly Exchange[] {
    if (this.#negative !== undefined) return [this.#negative];
    return this.exchanges.filter((each) => each.asked?.part === 'valid' && isAccepted(each));
  }

  /** What first kept the scenario from going on. */
  get obstacle(): Error | undefined {
    return this.#obstacle;
  }

  /** Takes exchanges, each once. */
  add(exchanges: readonly Exchange[]): void {
    this.#exchanges.push(...exchanges.filter((each) => !this.#exchanges.includes(each)));
  }

  /** Takes what got in the way; gives it where it is another party's doing. */
  meet(obstacle: Error | undefined): EnvironmentError | undefined {
    this.#obstacle ??= obstacle;
    return obstacle instanceof EnvironmentError ? obstacle : undefined;
  }
}
