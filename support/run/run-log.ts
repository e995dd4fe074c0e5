import { suiteFaultPrefix } from '../judging/regularity';
import type { ScenarioOutcome } from '../judging/verdict';
import type { RunEvent } from './run-events';
import type { Scenario } from './scenario-events';

/** What a run came to, as its events tell it: what its plan, its results and a page about it are made of. */
export class RunLog {
  #selected: readonly Scenario[] = [];
  #loaded: readonly Scenario[] = [];
  readonly #outcomes: ScenarioOutcome[] = [];
  readonly #ownOutcomes: ScenarioOutcome[] = [];
  readonly #faults: string[] = [];
  readonly #obstacles: string[] = [];

  /** How many scenarios were selected, those about the suite itself included. */
  get all(): number {
    return this.#selected.length;
  }

  /** The scenarios about a subject that were selected, whether they have run or not. */
  get planned(): readonly Scenario[] {
    return this.#selected.filter(({ isOwnCheck }) => !isOwnCheck);
  }

  /** All scenarios about a subject in the feature files that were loaded. */
  get loaded(): readonly Scenario[] {
    return this.#loaded.filter(({ isOwnCheck }) => !isOwnCheck);
  }

  /** Ended scenarios about a subject, in their order. */
  get outcomes(): readonly ScenarioOutcome[] {
    return this.#outcomes;
  }

  /** What cut a journey short, each told once. */
  get obstacles(): readonly string[] {
    return this.#obstacles;
  }

  /** What is wrong with the suite: before the first or after the last scenario, and where it was put to the test. */
  get faults(): readonly string[] {
    const failed = this.#ownOutcomes.filter(
      ({ verdict, kind }) => verdict !== 'passed' && kind !== 'interrupted',
    );
    return [...this.#faults, ...failed.map(faultOf)];
  }

  add(event: RunEvent): void {
    if (event.type === 'planned') [this.#selected, this.#loaded] = [event.selected, event.loaded];
    if (event.type === 'fault') this.#faults.push(event.message);
    if (event.type === 'obstacle') this.#obstacles.push(event.what);
    if (event.type !== 'scenario-finished') return;
    const { scenario, verdict, kind, by, optional, topic, elsewhere, message, bySuite, steps } = event;
    const { name, location, tags, isOwnCheck } = scenario;
    const outcomes = isOwnCheck ? this.#ownOutcomes : this.#outcomes;
    outcomes.push({
      ...{ name, location, tags, verdict },
      ...(kind !== undefined && { kind }),
      ...(by !== undefined && { by }),
      ...(optional && { optional }),
      ...(topic !== undefined && { topic }),
      ...(elsewhere && { elsewhere }),
      ...(message !== undefined && { message }),
      ...(bySuite && { bySuite }),
      ...(steps && { steps }),
    });
  }
}

/** A check of the suite that did not pass, in one line. */
function faultOf({ verdict, message = verdict, name, location }: ScenarioOutcome): string {
  const what = message.startsWith(suiteFaultPrefix) ? message.slice(suiteFaultPrefix.length) : message;
  return `${name} (${location}): ${what.replaceAll('\n', '; ')}`;
}
