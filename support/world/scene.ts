import { EnvironmentError } from '../contract/outcome';
import type { AdapterAnswer, SentEvidence } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { isAccepted } from '../exchange/exchange';

/** The evidence that a scenario is about. Given and When steps select it, and Then steps check it. */
export class Scene {
  #all: readonly SentEvidence[] = [];
  #negative: Exchange | undefined;
  #obstacle: Error | undefined;
  /**
   * The adapter's answers that the last When step selected. Empty if the suite made no call, or if the
   * adapter does not offer the method.
   */
  answers: readonly AdapterAnswer[] = [];
  /** Whether a step found no evidence. If so, Then steps cannot compare anything. */
  hasGap = false;
  /**
   * Whether a message of a payer cycle is missing or cannot be assigned to one cycle. If so, a breach
   * anywhere in the recording may explain a mismatch.
   */
  isPartial = false;

  /** The selected evidence, in the order of the recording. */
  get all(): readonly SentEvidence[] {
    return this.#all;
  }

  /**
   * Whether Then steps have something to compare. A payer conversation without any message is not comparable,
   * because the client does not play that role.
   */
  get isComparable(): boolean {
    return !this.hasGap && !(this.isPartial && this.#all.length === 0);
  }

  /** The selected exchanges. Throws if no step has selected any evidence yet. */
  get exchanges(): readonly Exchange[] {
    if (this.#all.length === 0 && !this.hasGap && !this.isPartial)
      throw new Error('Nothing selected yet: a Given or When step must run first');
    return this.#all.filter((each) => each.kind === undefined);
  }

  /** The request with a mistake, which the service should refuse. Throws if no step has sent one yet. */
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

  /**
   * The exchanges with the answers that Then steps check: the request with a mistake, if there is one,
   * otherwise the accepted valid requests.
   */
  get answered(): readonly Exchange[] {
    if (this.#negative !== undefined) return [this.#negative];
    return this.exchanges.filter((each) => each.asked?.part === 'valid' && isAccepted(each));
  }

  /** The first error that interrupted the scenario. */
  get obstacle(): Error | undefined {
    return this.#obstacle;
  }

  /** Adds evidence in the order of the recording, without duplicates. */
  add(found: readonly SentEvidence[]): void {
    this.#all = [...new Set([...this.#all, ...found])].sort((one, other) => one.seq - other.seq);
  }

  /**
   * Stores the error that interrupted the scenario, unless an earlier one is already stored. Returns
   * `obstacle` if it is an EnvironmentError, which means that a party other than the subject caused it.
   */
  meet(obstacle: Error | undefined): EnvironmentError | undefined {
    this.#obstacle ??= obstacle;
    return obstacle instanceof EnvironmentError ? obstacle : undefined;
  }
}
