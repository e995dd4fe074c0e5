import type { Envelope, TestStepResult } from '@cucumber/messages';
import { AttachmentContentEncoding, TestStepResultStatus } from '@cucumber/messages';
import { RunLog } from '../../support/run/run-log';
import {
  ScenarioReader,
  explainedMediaType,
  reasonMediaType,
  stepsHoldMediaType,
} from '../../support/run/scenario-events';
import type { ScenarioOutcome } from '../../support/judging/verdict';

const instant = { seconds: 0, nanos: 0 };

/** A step's result by its status, and what was thrown in it. */
export function step(
  status: keyof typeof TestStepResultStatus,
  type?: string,
  message?: string,
): TestStepResult {
  return {
    status: TestStepResultStatus[status],
    duration: instant,
    ...(type !== undefined && { exception: { type, message: message ?? 'it says why' } }),
  };
}

export const passed = step('PASSED');

interface Scenario {
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly uri?: string;
  readonly steps: readonly TestStepResult[];
  /** Why it was skipped. */
  readonly reason?: object;
  /** A breach of another obligation explains what a step saw. */
  readonly isExplained?: boolean;
  /** The sentence about steps that hold beside a breach. */
  readonly hold?: string;
  readonly attempt?: number;
}

/** What Cucumber tells of a scenario from its loading to its start. */
export function planned(
  id: string,
  { name = 'A scenario', tags = ['SES-05', 'service'], uri = 'features/a.feature' }: Partial<Scenario> = {},
): Envelope[] {
  return [
    {
      pickle: {
        id: `pickle-${id}`,
        uri,
        name,
        language: 'en',
        steps: [],
        astNodeIds: [],
        location: { line: 7, column: 3 },
        tags: tags.map((tag) => ({ name: `@${tag}`, astNodeId: '' })),
      },
    },
    { testCase: { id: `case-${id}`, pickleId: `pickle-${id}`, testSteps: [] } },
  ];
}

/** What it tells while one runs. */
export function ran(id: string, scenario: Scenario): Envelope[] {
  const { steps, reason, isExplained = false, hold, attempt = 0 } = scenario;
  const started = `started-${id}-${attempt}`;
  return [
    { testCaseStarted: { id: started, testCaseId: `case-${id}`, attempt, timestamp: instant } },
    ...(reason === undefined ? [] : [attached(started, JSON.stringify(reason), reasonMediaType)]),
    ...(isExplained ? [attached(started, 'a breach', explainedMediaType)] : []),
    ...(hold === undefined ? [] : [attached(started, hold, stepsHoldMediaType)]),
    ...steps.map((testStepResult) => ({
      testStepFinished: { testCaseStartedId: started, testStepId: 's', testStepResult, timestamp: instant },
    })),
    { testCaseFinished: { testCaseStartedId: started, timestamp: instant, willBeRetried: false } },
  ];
}

function attached(testCaseStartedId: string, body: string, mediaType: string): Envelope {
  return {
    attachment: {
      testCaseStartedId,
      body,
      mediaType,
      contentEncoding: AttachmentContentEncoding.IDENTITY,
    },
  };
}

export function collect(envelopes: readonly Envelope[]): RunLog {
  const reader = new ScenarioReader();
  const log = new RunLog();
  for (const envelope of envelopes) for (const event of reader.read(envelope)) log.add(event);
  return log;
}

/** How one scenario ended. */
export function outcomeOf(scenario: Scenario): ScenarioOutcome | undefined {
  return collect([...planned('1', scenario), ...ran('1', scenario)]).outcomes[0];
}
