import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AstBuilder, GherkinClassicTokenMatcher, Parser, compile } from '@cucumber/gherkin';
import type { Envelope } from '@cucumber/messages';
import { IdGenerator, StepDefinitionPatternType, TestStepResultStatus } from '@cucumber/messages';
import type { UnmatchedStep } from '../../support/run/unmatched-steps';
import {
  UnmatchedStepReader,
  unmatchedStepBlock,
  unmatchedStepLine,
} from '../../support/run/unmatched-steps';
import { ScenarioReader } from '../../support/run/scenario-events';

const instant = { seconds: 0, nanos: 0 };
const feature = [
  '@service @SES-05',
  'Feature: Trial',
  '  Background:',
  '    Given a gateway',
  '  Rule: A rule',
  '    Scenario Outline: A trial',
  '      When the suite waits for <what>',
  '      Examples:',
  '        | what |',
  '        | it   |',
].join('\n');
const snippet = "When('the suite waits for it', async function () {\n  return 'pending';\n});";

/** Returns the messages of a scenario. Its last step has this status, and `more` come before this status. */
function messagesOf(status: TestStepResultStatus, more: (stepId: string) => readonly Envelope[]): Envelope[] {
  const newId = IdGenerator.incrementing();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(feature);
  const uri = 'features\\trial.feature';
  const [pickle] = compile(document, uri, newId);
  const step = pickle?.steps.at(-1);
  assert.ok(pickle !== undefined && step !== undefined);
  const stepDefinitionIds = status === TestStepResultStatus.AMBIGUOUS ? ['d1', 'd2'] : [];
  return [
    { gherkinDocument: { ...document, uri } },
    { pickle },
    ...['{word} suite waits for it', 'the suite waits for {word}'].map((source, index) => ({
      stepDefinition: {
        id: `d${index + 1}`,
        pattern: { source, type: StepDefinitionPatternType.CUCUMBER_EXPRESSION },
        sourceReference: { uri: 'steps/trial.steps.ts', location: { line: 10 + index } },
      },
    })),
    {
      testCase: {
        id: 'case',
        pickleId: pickle.id,
        testSteps: [{ id: 's', pickleStepId: step.id, stepDefinitionIds }],
      },
    },
    { testCaseStarted: { id: 'started', testCaseId: 'case', attempt: 0, timestamp: instant } },
    ...more(step.id),
    {
      testStepFinished: {
        ...{ testCaseStartedId: 'started', testStepId: 's', timestamp: instant },
        testStepResult: { status, duration: instant },
      },
    },
    { testCaseFinished: { testCaseStartedId: 'started', timestamp: instant, willBeRetried: false } },
  ];
}

const undefinedOne = messagesOf(TestStepResultStatus.UNDEFINED, (pickleStepId) => [
  { suggestion: { id: 'x', pickleStepId, snippets: [{ language: 'javascript', code: snippet }] } },
]);
const ambiguousOne = messagesOf(TestStepResultStatus.AMBIGUOUS, () => []);

function stepIn(envelopes: readonly Envelope[]): UnmatchedStep {
  const reader = new UnmatchedStepReader();
  const [step, ...others] = envelopes.flatMap((envelope) => reader.read(envelope) ?? []);
  assert.ok(step !== undefined && others.length === 0);
  return step;
}

describe('a step that is not defined exactly once', () => {
  const suggested =
    "a step is undefined: When the suite waits for it (features/trial.feature:7); Cucumber suggests When('the suite waits for it', …)";
  const several =
    'a step is ambiguous: When the suite waits for it (features/trial.feature:7); several definitions match: ' +
    '{word} suite waits for it (steps/trial.steps.ts:10) or the suite waits for {word} (steps/trial.steps.ts:11)';

  it('is described in one line, with its text and place', () => {
    assert.equal(unmatchedStepLine(stepIn(undefinedOne)), suggested);
    assert.equal(unmatchedStepLine(stepIn(ambiguousOne)), several);
  });

  it('is shown with the whole snippet, or with the definitions that match', () => {
    assert.equal(
      unmatchedStepBlock(stepIn(undefinedOne)),
      [
        '? When the suite waits for it # features/trial.feature:7',
        '    Undefined. Implement with the following snippet:',
        '',
        ...snippet.split('\n').map((line) => `    ${line}`),
      ].join('\n'),
    );
    assert.match(
      unmatchedStepBlock(stepIn(ambiguousOne)),
      /^ {4}Multiple step definitions match:\n {6}\{word\}/m,
    );
  });

  it('is a fault of the suite with this line', () => {
    for (const [envelopes, line] of [
      [undefinedOne, suggested],
      [ambiguousOne, several],
    ] as const) {
      const reader = new ScenarioReader();
      const ends = envelopes
        .flatMap((envelope) => reader.read(envelope))
        .flatMap((event) => (event.type === 'scenario-finished' ? event.message : []));
      assert.deepEqual(ends, [`fault of the suite: ${line}`]);
    }
  });
});
