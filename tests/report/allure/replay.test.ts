import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Envelope } from '@cucumber/messages';
import type { StepResult } from 'allure-js-commons';
import { replay } from '../../../support/report/allure/replay';
import { scenarioStep } from '../../../support/report/allure/scenario-step';
import { ScenarioCollector } from '../../../support/judging/scenarios';
import { temporaryFolder } from '../embedded-run';
import { cucumberRun } from './cucumber-run';

const feature = `Feature: Some
  Example: good
    Given a step
  Example: undefined
    Given nobody knows it
  Example: ambiguous
    Given two
  Example: pending
    Given later
    Given a step
  @hooked
  Example: hook
    Given a step
  Example: breach
    Given a breach
    Given a step
  Example: environment
    Given no answer
  Example: reason
    Given it is skipped
  Scenario Outline: row <n>
    Given a step <n>
    Examples:
      | n |
      | 1 |
      | 2 |
`;

const support = `
const named = (name, message) => Object.assign(new Error(message), { name });
Given('a step', () => {});
Given('a step {int}', (n) => {});
Given('two', () => {});
Given(/^tw.$/, () => {});
Given('later', () => 'pending');
Given('a breach', () => { throw Object.assign(new (class BreachError extends Error {})('broken'), { name: 'BreachError' }); });
Given('no answer', () => { throw Object.assign(new (class EnvironmentError extends Error {})('nobody answers'), { name: 'EnvironmentError' }); });
Given('it is skipped', function () {
  this.attach(JSON.stringify({ verdict: 'not-tested', reason: 'no OTP' }), 'application/x.conform.reason+json');
  return 'skipped';
});
Before({ tags: '@hooked' }, () => { throw named('TypeError', 'the hook is broken'); });
After(() => {});
`;

/** Scenarios as steps, by name, with what Allure's own reporter said of each. */
function told(messages: readonly Envelope[]) {
  const { scenarios, attachments } = replay(messages);
  const collector = new ScenarioCollector();
  for (const message of messages) collector.observe(message);
  const steps = new Map<string, { before: string | undefined; step: StepResult }>();
  for (const outcome of collector.outcomes) {
    const replayed = scenarios.get(outcome.location);
    assert.ok(replayed, outcome.location);
    steps.set(outcome.name, { before: replayed.test.status, step: scenarioStep(outcome, replayed) });
  }
  return { steps, attachments };
}

describe('a run that is replayed through allure-cucumberjs', () => {
  it('has the verdicts of the suite, where the reporter has others', async (t) => {
    const { steps } = told(await cucumberRun(temporaryFolder(t), feature, support));
    const statuses = [...steps].map(([name, { before, step }]) => [name, before, step.status]);
    assert.deepEqual(statuses, [
      ['good', 'passed', 'passed'],
      // What allure-cucumberjs says of these four is not so.
      ['undefined', 'passed', 'broken'],
      ['ambiguous', 'passed', 'broken'],
      ['pending', 'skipped', 'broken'],
      ['hook', 'skipped', 'broken'],
      ['breach', 'broken', 'failed'],
      ['environment', 'broken', 'broken'],
      ['reason', 'skipped', 'skipped'],
      ['row 1', 'passed', 'passed'],
      ['row 2', 'passed', 'passed'],
    ]);
    assert.deepEqual(
      ['undefined', 'pending', 'breach', 'reason'].map((name) => steps.get(name)?.step.statusDetails.message),
      [
        'fault of the suite: a step is undefined',
        'fault of the suite: a step is pending',
        // These are the words of the scenario; decide() leaves them out where a breach tells the same.
        'broken',
        'no OTP',
      ],
    );
    assert.match(steps.get('breach')?.step.steps[0]?.statusDetails.message ?? '', /broken/);
  });

  it('shows the step that stopped each scenario, the hook that failed, and attachments', async (t) => {
    const { steps, attachments } = told(await cucumberRun(temporaryFolder(t), feature, support));
    const below = (name: string) =>
      steps.get(name)?.step.steps.map((step) => `${step.name}: ${step.status ?? '?'}`);
    assert.deepEqual(below('undefined'), ['Given nobody knows it: broken']);
    assert.deepEqual(below('pending'), ['Given later: broken', 'Given a step: skipped']);
    assert.deepEqual(below('breach'), ['Given a breach: failed', 'Given a step: skipped']);
    assert.deepEqual(below('good'), ['Given a step: passed']);
    assert.match(below('hook')?.[0] ?? '', /^hook.*: broken$/);
    assert.deepEqual(
      steps.get('row 2')?.step.parameters.map(({ value }) => value),
      ['2'],
    );
    assert.ok(Object.values(attachments).some((content) => content.toString().includes('no OTP')));
  });
});
