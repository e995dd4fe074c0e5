import { EnvironmentError } from '../contract/outcome';
import type { AdapterAnswer, Sent } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { isAccepted } from '../exchange/exchange';

/** What a scenario is about: its Givens and Whens select it, and its Thens look at that. */
export class Scene {
  #all: readonly Sent[] = [];
  #negative: Exchange | undefined;
  #obstacle: Error | undefined;
  /** The adapter's answers that the last When step was about; none where no call was made, or none is offered. */
  answers: readonly AdapterAnswer[] = [];
  /** Whether something that a step names was not seen: what hangs on it cannot be compared. */
  hasGap = false;
  /** Whether a turn of a conversation is missing, or cannot be told from those of others: it may be anywhere. */
  isPartial = false;

  /** In the order of the recording. */
  get all(): readonly Sent[] {
    return this.#all;
  }

  /** A conversation of which no turn was seen is another role's. */
  get isComparable(): boolean {
    return !this.hasGap && !(this.isPartial && this.#all.length === 0);
  }

  /** What went over the wire. Throws before anything was looked for. */
  get exchanges(): readonly Exchange[] {
    if (this.#all.length === 0 && !this.hasGap && !this.isPartial)
      throw new Error('Nothing selected yet: a Given or When step must run first');
    return this.#all.filter((each) => each.kind === undefined);
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

  /** Takes what a step is about, each once. */
  add(found: readonly Sent[]): void {
    this.#all = [...new Set([...this.#all, ...found])].sort((one, other) => one.seq - other.seq);
  }

  /** Takes what got in the way; gives it where it is another party's doing. */
  meet(obstacle: Error | undefined): EnvironmentError | undefined {
    this.#obstacle ??= obstacle;
    return obstacle instanceof EnvironmentError ? obstacle : undefined;
  }
}
