import type { Envelope } from '@cucumber/messages';

/** Counts the scenarios of a run as Cucumber tells of them. */
export class ScenarioCount {
  readonly #names = new Map<string, string>();
  /** Names of scenarios by the id of their test case. */
  readonly #cases = new Map<string, string>();
  #begun = 0;
  #current: string | undefined;

  get all(): number {
    return this.#cases.size;
  }

  get begun(): number {
    return this.#begun;
  }

  /** Name of the one that has begun last. */
  get current(): string | undefined {
    return this.#current;
  }

  observe({ pickle, testCase, testCaseStarted }: Envelope): void {
    if (pickle !== undefined) this.#names.set(pickle.id, pickle.name);
    if (testCase !== undefined) this.#cases.set(testCase.id, this.#names.get(testCase.pickleId) ?? '');
    if (testCaseStarted === undefined) return;
    this.#begun += 1;
    this.#current = this.#cases.get(testCaseStarted.testCaseId);
  }
}
