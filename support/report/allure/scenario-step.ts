import type { FixtureResult, StepResult } from 'allure-js-commons';
import { Stage, Status } from 'allure-js-commons';
import type { ObligationResult, ScenarioVerdict } from '../../judging/verdict';
import type { ReplayedScenario } from './replay';

type Scenario = ObligationResult['scenarios'][number];

/**
 * Allure's statuses of our verdicts on scenarios. Its reporter for Cucumber calls undefined and ambiguous steps passed,
 * and failed hooks and pending steps skipped: what the suite found takes their place.
 */
const statuses: Readonly<Record<ScenarioVerdict, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

/** A scenario of an obligation as a step of its test, with the steps of its own below it. */
export function scenarioStep(
  { name, location, verdict, message }: Scenario,
  replayed: ReplayedScenario,
): StepResult {
  const { test, befores, afters } = replayed;
  const status = statuses[verdict];
  return {
    name: `${name} (${location})`,
    status,
    stage: Stage.FINISHED,
    statusDetails: message === undefined ? {} : { message },
    steps: [...hookSteps(befores), ...corrected(test.steps, status), ...hookSteps(afters)],
    attachments: test.attachments,
    parameters: test.parameters,
    ...times(test),
  };
}

/** Hooks that passed without a word are left out: most scenarios have one. */
function hookSteps(fixtures: readonly FixtureResult[]): StepResult[] {
  return fixtures
    .filter(
      ({ status, attachments, steps }) => status !== Status.PASSED || attachments.length + steps.length > 0,
    )
    .map((fixture) => ({
      ...fixture,
      name: `hook ${fixture.name ?? ''}`.trim(),
      status: knownStatus(fixture.status),
    }));
}

/** Each step as the scenario was judged: the one that stopped it has the status of the scenario. */
function corrected(steps: readonly StepResult[], scenario: Status): StepResult[] {
  const stopped = steps.findIndex(({ status }) => status !== Status.PASSED);
  return steps.map((step, index) => {
    const status = index === stopped && scenario !== Status.PASSED ? scenario : knownStatus(step.status);
    // The stack says again, and longer, what the message of the scenario says.
    const { trace, ...statusDetails } = step.statusDetails;
    return { ...step, status, statusDetails };
  });
}

/** Steps without a definition, or with several, have none. */
function knownStatus(status: Status | undefined): Status {
  return status ?? Status.BROKEN;
}

function times({ start, stop }: { start?: number; stop?: number }): { start?: number; stop?: number } {
  return { ...(start !== undefined && { start }), ...(stop !== undefined && { stop }) };
}
