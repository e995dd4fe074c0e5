import type { Envelope, Pickle } from '@cucumber/messages';
import type { ScenarioOutcome } from '../../../judging/verdict';
import { ScenarioCollector } from '../../../judging/scenarios';
import type { RunScenario } from '../../wire/run';

/** Follows Cucumber's messages, and tells of each scenario as it begins and as it ends. */
export class ScenarioLog {
  readonly collector = new ScenarioCollector();
  readonly #pickles = new Map<string, Pickle>();
  readonly #cases = new Map<string, Pickle>();
  readonly #isId: (tag: string) => boolean;
  #number = 0;

  /** @param isId whether a tag is the id of an obligation */
  constructor(isId: (tag: string) => boolean) {
    this.#isId = isId;
  }

  /** How many were selected. */
  get all(): number {
    return this.#cases.size;
  }

  /** By the id of an obligation, how many selected scenarios are about it. */
  get planned(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const pickle of this.collector.planned)
      for (const id of this.#idsIn(tagsOf(pickle))) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** What a message says of a scenario; `undefined` where it says nothing. */
  observe(envelope: Envelope): RunScenario | undefined {
    const { pickle, testCase, testCaseStarted, testCaseFinished } = envelope;
    if (pickle !== undefined) this.#pickles.set(pickle.id, pickle);
    const planned = testCase && this.#pickles.get(testCase.pickleId);
    if (testCase !== undefined && planned !== undefined) this.#cases.set(testCase.id, planned);
    const { collector } = this;
    const before = [collector.outcomes.length, collector.ownOutcomes.length] as const;
    collector.observe(envelope);
    if (testCaseStarted !== undefined) return this.#begun(this.#cases.get(testCaseStarted.testCaseId));
    if (testCaseFinished === undefined) return undefined;
    const ended = collector.outcomes.at(before[0]);
    return this.#ended(ended ?? collector.ownOutcomes.at(before[1]), ended === undefined);
  }

  #begun(pickle: Pickle | undefined): RunScenario | undefined {
    this.#number += 1;
    return pickle && this.#told(pickle.name, this.#idsIn(tagsOf(pickle)));
  }

  #ended(outcome: ScenarioOutcome | undefined, isOwn: boolean): RunScenario | undefined {
    if (outcome === undefined) return undefined;
    const { name, tags, verdict, message } = outcome;
    // What puts the suite to the test is about no obligation of a subject.
    const told = this.#told(name, isOwn ? [] : this.#idsIn(tags));
    return { ...told, verdict, ...(message !== undefined && { message }) };
  }

  #told(name: string, obligations: readonly string[]): RunScenario {
    return { type: 'run.scenario', number: this.#number, name, obligations };
  }

  #idsIn(tags: readonly string[]): string[] {
    return tags.includes(ownCheck) ? [] : tags.filter(this.#isId);
  }
}

const ownCheck = 'judge';
const tagsOf = ({ tags }: Pickle): string[] => tags.map(({ name }) => name.slice(1));
