import type { Pickle } from '@cucumber/messages';
import { plainText } from '../exchange/text';
import type { Settled } from './regularity';
import type { ScenarioOutcome } from './verdict';

/** How the message begins of what ended by a fault of the suite. */
export const faultMark = 'fault of the suite: ';

/** How the warning begins of a step that saw something else than it names, though the judge finds nothing wrong. */
export const differenceMark = 'a step and the judge disagree, please report it: ';

/** The tag of scenarios that put the suite itself to the test: they show nothing of a subject, and belong to no plan. */
const ownCheck = '@vectors';

/** Whether a scenario puts the suite itself to the test. */
export function isOwnCheck(pickle: Pickle): boolean {
  return pickle.tags.some(({ name }) => name === ownCheck);
}

/**
 * A scenario that failed by what turned out to be irregular later on: it says no more than the recording. What was broken
 * besides fails it all the same.
 */
export function unlessIrregular(
  outcome: ScenarioOutcome,
  conclusions: ReadonlyMap<string, Settled>,
): ScenarioOutcome {
  if (outcome.verdict !== 'failed' && outcome.verdict !== 'inconclusive') return outcome;
  const about = outcome.tags.flatMap((id) => conclusions.get(id) ?? []);
  const why = about.find(({ irregular }) => irregular !== undefined)?.irregular;
  if (why === undefined || about.some(({ breachCount }) => breachCount > 0)) return outcome;
  return { ...outcome, verdict: 'inconclusive', message: plainText(why) };
}
