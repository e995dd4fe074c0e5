import type { Attachment, Envelope, Pickle, TestStepResult } from '@cucumber/messages';
import { TestStepResultStatus as Status } from '@cucumber/messages';
import type { ReasonKind, ReasonTopic } from '../contract/reasons';
import { reasonKinds } from '../contract/reasons';
import { suiteFaultPrefix, testsSuiteItself } from '../judging/regularity';
import type { ScenarioOutcome, ScenarioVerdict, StepsResult } from '../judging/verdict';
import { contractObligations } from '../obligations';
import { UnmatchedStepReader, unmatchedStepLine } from './unmatched-steps';

/** A scenario as the feature files have it. */
export interface Scenario {
  readonly name: string;
  /** `features/session/session-answer.feature:12` */
  readonly location: string;
  /** Of the scenario, its rule and its feature, without `@`. */
  readonly tags: readonly string[];
  /** The ids among them; none where the suite itself is put to the test. */
  readonly obligations: readonly string[];
  readonly isOwnCheck: boolean;
}

/** What Cucumber's messages tell of a run. */
export type ScenarioEvent =
  | { readonly type: 'planned'; readonly selected: readonly Scenario[]; readonly loaded: readonly Scenario[] }
  | {
      readonly type: 'scenario-started';
      readonly scenario: Scenario;
      /** Counts from 1. */
      readonly number: number;
      /** How many were selected. */
      readonly of: number;
    }
  | ScenarioFinished
  | { readonly type: 'fault'; readonly message: string };

interface ScenarioFinished extends Ending {
  readonly type: 'scenario-finished';
  readonly scenario: Scenario;
  readonly number: number;
}

interface Ending extends Pick<
  ScenarioOutcome,
  'verdict' | 'kind' | 'by' | 'optional' | 'topic' | 'elsewhere' | 'message' | 'bySuite' | 'steps'
> {
  /** It was not begun any more: the run was stopped, or its time was spent. */
  readonly left?: true;
}

/** What is attached to a scenario that was skipped. */
export type SkipReason =
  | { readonly verdict: 'not-applicable'; readonly reason: string }
  | {
      readonly verdict: 'not-tested';
      readonly kind: ReasonKind;
      readonly reason: string;
      /** The setting that left the scenario out. */
      readonly by?: string;
      /** The scenario needs a method or a reading that the target may leave out. */
      readonly optional?: true;
      /** The topic of the reason, if code looks for it. */
      readonly topic?: ReasonTopic;
      /** Other scenarios show what this one does not. */
      readonly elsewhere?: true;
      readonly left?: true;
    };

/** Media type of the attachment that says why a scenario was skipped. */
export const reasonMediaType = 'application/x.conform.reason+json';

/** Media type of the attachment that tells the kind of an obstacle, if it is not `prevented`. */
export const obstacleKindMediaType = 'application/x.conform.obstacle-kind+text';

/** Media type of the attachment that names the breach of another obligation that a step met. */
export const explainedMediaType = 'application/x.conform.explained+text';

/** Media type of the attachment with a sentence about steps that hold beside a breach. */
export const stepsHoldMediaType = 'application/x.conform.steps-hold+text';

/** Media type of the attachment with {@link nothingComparedSentence}. */
export const nothingComparedMediaType = 'application/x.conform.nothing-compared+text';

/** The note about a scenario in which no Then step had evidence to compare with. */
export const nothingComparedSentence =
  'This scenario compared nothing, because it found no such request or answer of the client. Only the judge saw ' +
  'evidence, elsewhere in the run.';

interface Running {
  readonly scenario: Scenario;
  readonly number: number;
  readonly results: TestStepResult[];
  reason?: SkipReason;
  obstacleKind?: ReasonKind;
  isExplained?: true;
  /** The sentence about steps that hold beside a breach. */
  hold?: string;
  /** The sentence about a scenario that compared nothing. */
  missed?: string;
}

/** Reads Cucumber's messages in their order: those of a run that goes on, or those that a pack has kept. */
export class ScenarioReader {
  readonly #loaded = new Map<string, Scenario>();
  readonly #selected = new Map<string, Scenario>();
  readonly #running = new Map<string, Running>();
  readonly #unmatched = new UnmatchedStepReader();
  #number = 0;
  #isPlanTold = false;

  /** The scenarios of the feature files that were read so far. */
  get loaded(): readonly Scenario[] {
    return [...this.#loaded.values()];
  }

  /** What a message tells. The plan comes before the first scenario, or at the end where there was none. */
  read(envelope: Envelope): ScenarioEvent[] {
    const { pickle, testCase, testCaseStarted, attachment, testStepFinished, testCaseFinished } = envelope;
    if (pickle !== undefined) this.#loaded.set(pickle.id, scenarioOf(pickle));
    if (testCase !== undefined) this.#select(testCase.id, testCase.pickleId);
    if (attachment?.mediaType === reasonMediaType) this.#explain(attachment);
    if (attachment?.mediaType === obstacleKindMediaType) this.#noteObstacleKind(attachment);
    if (attachment?.mediaType === explainedMediaType) this.#settle(attachment);
    if (attachment?.mediaType === stepsHoldMediaType) this.#noteSentence('hold', attachment);
    if (attachment?.mediaType === nothingComparedMediaType) this.#noteSentence('missed', attachment);
    const unmatched = this.#unmatched.read(envelope);
    if (testStepFinished !== undefined)
      this.#running.get(testStepFinished.testCaseStartedId)?.results.push({
        ...testStepFinished.testStepResult,
        ...(unmatched !== undefined && { message: unmatchedStepLine(unmatched) }),
      });
    if (testCaseStarted !== undefined)
      return [...this.#plan(), ...this.#start(testCaseStarted.id, testCaseStarted.testCaseId)];
    if (testCaseFinished !== undefined) return this.#finish(testCaseFinished.testCaseStartedId);
    if (envelope.testRunFinished !== undefined) return this.#plan();
    const hook = envelope.testRunHookFinished?.result;
    if (hook?.status !== Status.FAILED) return [];
    return [{ type: 'fault', message: hook.exception?.message ?? hook.message ?? 'unknown error' }];
  }

  #select(caseId: string, pickleId: string): void {
    const scenario = this.#loaded.get(pickleId);
    if (scenario !== undefined) this.#selected.set(caseId, scenario);
  }

  #plan(): ScenarioEvent[] {
    if (this.#isPlanTold) return [];
    this.#isPlanTold = true;
    return [{ type: 'planned', selected: [...this.#selected.values()], loaded: this.loaded }];
  }

  #start(startedId: string, caseId: string): ScenarioEvent[] {
    const scenario = this.#selected.get(caseId);
    if (scenario === undefined) return [];
    this.#number += 1;
    this.#running.set(startedId, { scenario, number: this.#number, results: [] });
    return [{ type: 'scenario-started', scenario, number: this.#number, of: this.#selected.size }];
  }

  #explain({ testCaseStartedId = '', body }: Attachment): void {
    const running = this.#running.get(testCaseStartedId);
    if (running !== undefined) running.reason = JSON.parse(body) as SkipReason;
  }

  #noteObstacleKind({ testCaseStartedId = '', body }: Attachment): void {
    const running = this.#running.get(testCaseStartedId);
    const kind = reasonKinds.find((each) => each === body);
    if (running !== undefined && kind !== undefined) running.obstacleKind ??= kind;
  }

  #settle({ testCaseStartedId = '' }: Attachment): void {
    const running = this.#running.get(testCaseStartedId);
    if (running !== undefined) running.isExplained = true;
  }

  #noteSentence(of: 'hold' | 'missed', { testCaseStartedId = '', body }: Attachment): void {
    const running = this.#running.get(testCaseStartedId);
    if (running !== undefined) running[of] = body;
  }

  #finish(startedId: string): ScenarioEvent[] {
    const running = this.#running.get(startedId);
    if (running === undefined) return [];
    this.#running.delete(startedId);
    const { scenario, number } = running;
    return [{ type: 'scenario-finished', scenario, number, ...sortOut(running) }];
  }
}

function scenarioOf(pickle: Pickle): Scenario {
  const tags = pickle.tags.map(({ name }) => name.slice(1));
  const isOwn = testsSuiteItself(pickle);
  return {
    name: pickle.name,
    location: `${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`,
    tags,
    obligations: isOwn ? [] : tags.filter((tag) => contractObligations.find(tag) !== undefined),
    isOwnCheck: isOwn,
  };
}

const severity: readonly ScenarioVerdict[] = [
  'failed',
  'inconclusive',
  'not-tested',
  'not-applicable',
  'passed',
];

function sortOut(running: Running): Ending {
  const { results, reason, obstacleKind } = running;
  const isStopped = results.some(({ status }) => status === Status.FAILED);
  // What follows a step that fails is skipped for no other reason.
  const counting = results.filter(
    ({ status }) => status !== Status.SKIPPED || reason !== undefined || !isStopped,
  );
  const endings = counting.map((result) => endingOf(result, reason, obstacleKind));
  const worst = severity.find((verdict) => endings.some((ending) => ending.verdict === verdict));
  const ending = endings.find(({ verdict }) => verdict === worst) ?? suiteFault('the scenario has no steps');
  const steps = stepsOf(endings, running);
  if (ending.verdict === 'failed') return { ...ending, ...(steps && { steps }) };
  // The judge found no breach, and nothing else explains the difference: the step or the judge is wrong.
  if (ending.verdict === 'passed' && steps?.kind === 'differ')
    return { ...suiteFault(`${steps.text}, and the judge finds no breach`), steps };
  if (ending.verdict === 'passed' && running.missed !== undefined)
    return { ...ending, steps: { kind: 'nothing-compared', text: running.missed } };
  return ending;
}

/** Returns the result of the steps, unless a breach of another obligation explains why a step differs. */
function stepsOf(endings: readonly StepEnding[], { hold, isExplained }: Running): StepsResult | undefined {
  // A crash beside a breach counts too: the step may not cope with what the subject sent.
  const fault = endings.find(({ bySuite }) => bySuite === true)?.message;
  if (fault !== undefined) return { kind: 'broke-down', text: fault };
  const differs = endings.find((each) => each.differs !== undefined)?.differs;
  if (differs !== undefined) return isExplained === true ? undefined : { kind: 'differ', text: differs };
  return hold === undefined ? undefined : { kind: 'hold', text: hold };
}

/** How one step ended. `differs` is the message of a step that observed something other than its words. */
interface StepEnding extends Ending {
  readonly differs?: string;
}

function endingOf(
  result: TestStepResult,
  reason: SkipReason | undefined,
  kind: ReasonKind = 'prevented',
): StepEnding {
  const message = result.exception?.message ?? result.message ?? '';
  if (result.status === Status.PASSED) return { verdict: 'passed' };
  if (result.status === Status.SKIPPED) return skipped(reason);
  if (result.status !== Status.FAILED)
    return suiteFault(message === '' ? `a step is ${result.status.toLowerCase()}` : message);
  const { type } = result.exception ?? {};
  if (type === 'BreachError') return { verdict: 'failed', message };
  // Only where nothing worse is told: the judge decides, and not the step.
  if (type === 'StepDifferenceError') return { verdict: 'passed', differs: message };
  if (type === 'EnvironmentError') return { verdict: 'inconclusive', kind, message };
  return suiteFault(message);
}

function skipped(given: SkipReason | undefined): Ending {
  if (given === undefined) return suiteFault('a step was skipped without a reason');
  if (given.verdict === 'not-applicable') return { verdict: 'not-applicable', message: given.reason };
  const { reason, ...ending } = given;
  return { ...ending, message: reason };
}

function suiteFault(what: string): Ending {
  return { verdict: 'inconclusive', kind: 'prevented', message: `${suiteFaultPrefix}${what}`, bySuite: true };
}
