import type { Envelope, Pickle, TestStepResult, Timestamp } from '@cucumber/messages';
import { TestStepResultStatus, TimeConversion } from '@cucumber/messages';
import type { StepResult } from 'allure-js-commons';
import { Stage, Status } from 'allure-js-commons';
import type { ObligationResult, ScenarioVerdict } from '../../judging/verdict';

const statuses: Readonly<Record<ScenarioVerdict, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

/** How a scenario went. */
interface Course {
  readonly start: number;
  stop: number;
  /** Hooks are among them; most have no name. */
  readonly steps: { readonly text: string | undefined; readonly result: TestStepResult }[];
}

/** Each scenario by its location, as in `features/session/session-answer.feature:12`: results name it by that. */
export function coursesIn(envelopes: readonly Envelope[]): ReadonlyMap<string, Course> {
  const pickles = new Map(envelopes.flatMap(({ pickle }) => (pickle ? [[pickle.id, pickle] as const] : [])));
  const cases = new Map<string, Pickle>();
  const texts = new Map<string, string>();
  const hooks = new Map(envelopes.flatMap(({ hook }) => (hook?.name ? [[hook.id, hook.name] as const] : [])));
  for (const testCase of envelopes.flatMap((each) => each.testCase ?? [])) {
    const pickle = pickles.get(testCase.pickleId);
    if (pickle === undefined) continue;
    cases.set(testCase.id, pickle);
    for (const { id, pickleStepId, hookId = '' } of testCase.testSteps) {
      const text = hooks.get(hookId) ?? pickle.steps.find((each) => each.id === pickleStepId)?.text;
      if (text !== undefined) texts.set(id, text);
    }
  }
  return runThrough(envelopes, cases, texts);
}

function runThrough(
  envelopes: readonly Envelope[],
  cases: ReadonlyMap<string, Pickle>,
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<string, Course> {
  const [courses, running] = [new Map<string, Course>(), new Map<string, Course>()];
  for (const { testCaseStarted: begun, testStepFinished: step, testCaseFinished: ended } of envelopes) {
    const pickle = cases.get(begun?.testCaseId ?? '');
    if (begun !== undefined && pickle !== undefined) {
      const course = { start: msOf(begun.timestamp), stop: msOf(begun.timestamp), steps: [] };
      running.set(begun.id, course);
      courses.set(`${pickle.uri.replaceAll('\\', '/')}:${pickle.location?.line ?? 0}`, course);
    }
    if (step !== undefined)
      running.get(step.testCaseStartedId)?.steps.push({
        text: texts.get(step.testStepId),
        result: step.testStepResult,
      });
    const course = running.get(ended?.testCaseStartedId ?? '');
    if (ended !== undefined && course !== undefined) course.stop = msOf(ended.timestamp);
  }
  return courses;
}

const msOf = (timestamp: Timestamp): number => TimeConversion.timestampToMillisecondsSinceEpoch(timestamp);

/** A scenario of an obligation as a step of its test, with the texts of its own steps below it. */
export function scenarioStep(
  { name, location, verdict, message }: ObligationResult['scenarios'][number],
  { start, stop, steps }: Course,
): StepResult {
  const status = statuses[verdict];
  return {
    ...stepOf(`${name} (${location})`, status),
    statusDetails: message === undefined ? {} : { message },
    steps: steps.flatMap(({ text, result }) =>
      text === undefined ? [] : [stepOf(text, statusAfter(result, status))],
    ),
    ...{ start, stop },
  };
}

/** Cucumber has no words for most verdicts: what stopped the scenario has that of the scenario, or saw something else. */
function statusAfter({ status, exception }: TestStepResult, ofScenario: Status): Status {
  if (status === TestStepResultStatus.PASSED) return Status.PASSED;
  if (status === TestStepResultStatus.SKIPPED) return Status.SKIPPED;
  return exception?.type === 'Difference' ? Status.FAILED : ofScenario;
}

const stepOf = (name: string, status: Status): StepResult => ({
  ...{ name, status, stage: Stage.FINISHED, statusDetails: {} },
  ...{ steps: [], attachments: [], parameters: [] },
});
