import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import { Budget } from '../../support/run/budget';
import type { Results } from '../../support/judging/results';
import { loadTarget } from '../../support/run/targets';
import { writeMockTarget } from '../cli/targets';
import { runningMock } from '../mock/running-mock';
import { finishRun, overallVerdictTexts } from '../report/embedded-run';
import { plainTextOrEmpty } from '../plain';

describe('a time budget', () => {
  it('is spent once its time has gone by, and counts what is left', async () => {
    let now = 5000;
    const budget = new Budget();
    budget.begin(90_000, () => now);
    assert.equal(await budget.leave(), undefined);
    now += 89_999;
    assert.equal(await budget.leave(), undefined);
    assert.equal(budget.left, 0);
    now += 1;
    assert.equal(await budget.leave(), 'the time budget of 90 s was spent');
    assert.equal(await budget.leave(), 'the time budget of 90 s was spent');
    assert.equal(budget.left, 2);
  });

  it('is told in minutes where it is so many', async () => {
    const budget = new Budget();
    budget.begin(20 * 60_000, secondByLook(20 * 60_000));
    assert.match((await budget.leave()) ?? '', /of 20 min was spent/);
  });

  it('tells what first left a scenario, where the run is stopped later', async () => {
    const budget = new Budget();
    budget.begin(1000, secondByLook());
    await budget.leave();
    budget.stop();
    assert.equal(await budget.leave(), 'the run was stopped');
    assert.deepEqual([budget.left, budget.reason], [2, 'the time budget of 1 s was spent']);
  });

  it('bounds nothing that was not bounded', async () => {
    assert.equal(await new Budget().leave(), undefined);
  });
});

/**
 * A clock that is a second, or a step, further each time it is looked at: once at the start, then before each scenario.
 */
function secondByLook(step = 1000): () => number {
  let now = 0;
  return () => (now += step) - step;
}

/** A budget for so many scenarios. */
const forScenarios = (count: number) => ({
  budgetMs: count * 1000 + 500,
  seams: { clock: secondByLook() },
});

const scenariosOf = (results: Results) =>
  results.obligations.flatMap(({ id, scenarios }) => scenarios.map((each) => ({ id, ...each })));

test('once it is spent, no scenario begins; those before ran to their end, and reports are written', async (t) => {
  const { results, printed } = await finishRun(t, forScenarios(4));
  const late = scenariosOf(results).filter(({ message = '' }) => message.includes('time budget'));
  const ran = scenariosOf(results).filter(({ verdict }) => verdict === 'passed');
  assert.equal(ran.length, 4);
  assert.ok(late.length > 10);
  for (const { verdict, message } of late)
    assert.deepEqual([verdict, message], ['not-tested', 'the time budget of 4.5 s was spent']);
  for (const { id } of late) {
    const row = results.obligations.find((each) => each.id === id);
    assert.deepEqual([row?.planned, row?.verdict], [true, 'not-tested'], id);
    assert.match(plainTextOrEmpty(row?.reason), /time budget/, id);
  }
  const { plan, warnings, faults } = results.run;
  assert.deepEqual(warnings, [
    `the time budget of 4.5 s was spent: ${late.length} of ${plan.scenarios} scenarios were left`,
  ]);
  assert.deepEqual([overallVerdictTexts(results), faults], [{ service: 'incomplete' }, []]);
  assert.equal(exitCodeOfResults(results), 3);
  assert.equal(plan.left, late.length);
  assert.match(
    stripVTControlCharacters(printed),
    /^! the time budget of 4\.5 s was spent: \d+ of \d+ scenarios were left$/m,
  );
});

test('one that suffices leaves no trace', async (t) => {
  const { results } = await finishRun(t, forScenarios(1000));
  assert.deepEqual(
    [overallVerdictTexts(results), results.run.warnings, results.run.plan.left],
    [{ service: 'no failure' }, undefined, undefined],
  );
  assert.equal(exitCodeOfResults(results), 0);
});

test('no run conforms while scenarios of its plan are left, even if these only note', async (t) => {
  const { results } = await finishRun(t, { ...forScenarios(1), only: ['SES-05', 'SES-11'] });
  const verdicts = ['SES-05', 'SES-11'].map(
    (id) => results.obligations.find((row) => row.id === id)?.verdict,
  );
  assert.deepEqual(verdicts, ['passed', 'not-tested']);
  assert.deepEqual(overallVerdictTexts(results), { service: 'incomplete' });
  assert.equal(exitCodeOfResults(results), 3);
});

test('what was broken before stays broken', async (t) => {
  const mock = await runningMock(t, { seams: { certificate: { registry: () => 'no key today' } } });
  const { file, env } = await writeMockTarget(t, mock);
  const target = loadTarget(file, env);
  const only = ['CRT-02', 'SES-05'] as const;
  const { results } = await finishRun(t, { ...forScenarios(1), target, profile: 'sandbox', only });
  assert.deepEqual(overallVerdictTexts(results), { service: 'does not conform' });
  assert.equal(exitCodeOfResults(results), 1);
});
