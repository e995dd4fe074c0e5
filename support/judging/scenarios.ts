import type { Envelope, Pickle, TestStepResult } from '@cucumber/messages';
import { TestStepResultStatus as Status } from '@cucumber/messages';
import { plainText } from '../exchange/text';
import type { Settled } from './regularity';
import type { ScenarioOutcome, ScenarioVerdict } from './verdict';

/** How the message begins of what ended by a fault of the suite. */
export const faultMark = 'fault of the suite: ';

/** Media type of the attachment that says why a scenario was skipped. */
export const reasonMediaType = 'application/x.conform.reason+json';

/** The tag of scenarios that put the suite itself to the test: they show nothing of a subject, and belong to no plan. */
const ownCheck = '@judge';

/** Whether a scenario puts the suite itself to the test. */
export function isOwnCheck(pickle: Pickle): boolean {
  return pickle.tags.some(({ name }) => name === ownCheck);
}

interface Running {
  readonly pickle: Pickle;
  results: TestStepResult[];
  reason?: { readonly verdict: 'not-tested' | 'not-applicable'; readonly reason: string };
}

const severity: readonly ScenarioVerdict[] = [
  'failed',
  'inconclusive',
  'not-tested',
  'not-applicable',
  'passed',
];

/** Follows Cucumber's messages and sorts how each scenario ended. */
export class ScenarioCollector {
  readonly #pickles = new Map<string, Pickle>();
  readonly #cases = new Map<string, Pickle>();
  readonly #running = new Map<string, Running>();
  readonly #outcomes: ScenarioOutcome[] = [];
  readonly #ownOutcomes: ScenarioOutcome[] = [];
  readonly #hookErrors: string[] = [];

  /** Ended scenarios about a subject, in their order. */
  get outcomes(): readonly ScenarioOutcome[] {
    return this.#outcomes;
  }

  /** Ended scenarios about the suite itself. */
  get ownOutcomes(): readonly ScenarioOutcome[] {
    return this.#ownOutcomes;
  }

  /** The scenarios about a subject that were selected, whether they have run or not. */
  get planned(): readonly Pickle[] {
    return [...this.#cases.values()].filter((pickle) => !isOwnCheck(pickle));
  }

  /** All scenarios about a subject in the feature files that were loaded. */
  get loaded(): readonly Pickle[] {
    return [...this.#pickles.values()].filter((pickle) => !isOwnCheck(pickle));
  }

  /** What is wrong with the suite: before the first or after the last scenario, and where it was put to the test. */
  get faults(): readonly string[] {
    const failed = this.#ownOutcomes.filter(({ verdict }) => verdict !== 'passed');
    return [...this.#hookErrors, ...failed.map(faultOf)];
  }

  observe(envelope: Envelope): void {
    if (envelope.pickle) this.#pickles.set(envelope.pickle.id, envelope.pickle);
    if (envelope.testCase) this.#plan(envelope.testCase.id, envelope.testCase.pickleId);
    if (envelope.testCaseStarted)
      this.#start(envelope.testCaseStarted.id, envelope.testCaseStarted.testCaseId);
    if (envelope.attachment?.mediaType === reasonMediaType) this.#explain(envelope.attachment);
    if (envelope.testStepFinished)
      this.#running
        .get(envelope.testStepFinished.testCaseStartedId)
        ?.results.push(envelope.testStepFinished.testStepResult);
    if (envelope.testCaseFinished) this.#finish(envelope.testCaseFinished.testCaseStartedId);
    const hook = envelope.testRunHookFinished?.result;
    if (hook?.status === Status.FAILED)
      this.#hookErrors.push(hook.exception?.message ?? hook.message ?? 'unknown error');
  }

  #plan(caseId: string, pickleId: string): void {
    const pickle = this.#pickles.get(pickleId);
    if (pickle !== undefined) this.#cases.set(caseId, pickle);
  }

  #start(startedId: string, caseId: string): void {
    const pickle = this.#cases.get(caseId);
    if (pickle !== undefined) this.#running.set(startedId, { pickle, results: [] });
  }

  #explain({ testCaseStartedId, body }: { testCaseStartedId?: string; body: string }): void {
    const running = this.#running.get(testCaseStartedId ?? '');
    if (running !== undefined) running.reason = JSON.parse(body) as NonNullable<Running['reason']>;
  }

  #finish(startedId: string): void {
    const running = this.#running.get(startedId);
    if (running === undefined) return;
    this.#running.delete(startedId);
    const { pickle } = running;
    const outcomes = isOwnCheck(pickle) ? this.#ownOutcomes : this.#outcomes;
    outcomes.push({
      name: pickle.name,
      location: `${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`,
      tags: pickle.tags.map(({ name }) => name.slice(1)),
      ...sortOut(running),
    });
  }
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

type Ending = Pick<ScenarioOutcome, 'verdict' | 'message'>;

function sortOut({ results, reason }: Running): Ending {
  const endings = results.map((result) => endingOf(result, reason));
  for (const verdict of severity) {
    const found = endings.find((ending) => ending.verdict === verdict);
    if (found !== undefined) return found;
  }
  return suiteFault('the scenario has no steps');
}

function endingOf(result: TestStepResult, reason: Running['reason']): Ending {
  const message = result.exception?.message ?? result.message ?? '';
  if (result.status === Status.PASSED) return { verdict: 'passed' };
  if (result.status === Status.SKIPPED)
    return reason === undefined
      ? suiteFault('a step was skipped without a reason')
      : { verdict: reason.verdict, message: reason.reason };
  if (result.status !== Status.FAILED) return suiteFault(`a step is ${result.status.toLowerCase()}`);
  const { type } = result.exception ?? {};
  if (type === 'BreachError') return { verdict: 'failed', message };
  if (type === 'EnvironmentError') return { verdict: 'inconclusive', message };
  return suiteFault(message);
}

function suiteFault(what: string): Ending {
  return { verdict: 'inconclusive', message: `${faultMark}${what}` };
}

/** A check of the suite that did not pass, in one line. */
function faultOf({ name, location, verdict, message = verdict }: ScenarioOutcome): string {
  const why = message.startsWith(faultMark) ? message.slice(faultMark.length) : message;
  return `${name} (${location}): ${why.replaceAll('\n', '; ')}`;
}
