import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BreachError, StepDifferenceError, EnvironmentError } from '../../support/contract/outcome';
import { collect, outcomeOf, passed, planned, ran, step } from '../judging/envelopes';

const ending = (...about: Parameters<typeof outcomeOf>): (string | undefined)[] => {
  const outcome = outcomeOf(...about);
  return [outcome?.verdict, outcome?.message];
};

test('a scenario passes where every step did', () => {
  assert.deepEqual(outcomeOf({ steps: [passed, passed] }), {
    name: 'A scenario',
    location: 'features/a.feature:7',
    tags: ['SES-05', 'service'],
    verdict: 'passed',
  });
});

test('a breach is failed, and an environment error inconclusive, each with its message', () => {
  assert.deepEqual(ending({ steps: [passed, step('FAILED', BreachError.name)] }), ['failed', 'it says why']);
  assert.deepEqual(ending({ steps: [step('FAILED', EnvironmentError.name), step('SKIPPED')] }), [
    'inconclusive',
    'it says why',
  ]);
});

test('whatever else is thrown is a fault of the suite', () => {
  for (const type of ['Error', 'TypeError', 'AssertionError', 'NotTestedError', 'ConfigurationError'])
    assert.deepEqual(ending({ steps: [passed, step('FAILED', type), step('SKIPPED')] }), [
      'inconclusive',
      'fault of the suite: it says why',
    ]);
  assert.deepEqual(ending({ steps: [{ ...step('FAILED'), message: 'text alone' }] }), [
    'inconclusive',
    'fault of the suite: text alone',
  ]);
});

test('steps that are undefined, ambiguous, pending or unknown are a fault of the suite', () => {
  for (const status of ['UNDEFINED', 'AMBIGUOUS', 'PENDING', 'UNKNOWN'] as const)
    assert.deepEqual(ending({ steps: [passed, step(status), step('SKIPPED')] }), [
      'inconclusive',
      `fault of the suite: a step is ${status.toLowerCase()}`,
    ]);
});

test('a skipped step says why, else it is a fault of the suite', () => {
  for (const verdict of ['not-tested', 'not-applicable'])
    assert.deepEqual(
      ending({ reason: { verdict, reason: 'no OTP' }, steps: [passed, step('SKIPPED'), step('SKIPPED')] }),
      [verdict, 'no OTP'],
    );
  assert.deepEqual(ending({ steps: [passed, step('SKIPPED')] }), [
    'inconclusive',
    'fault of the suite: a step was skipped without a reason',
  ]);
});

test('a skipped step passes on what its reason is about', () => {
  const reason = { verdict: 'not-tested', kind: 'not-exercised', topic: 'self-trigger', reason: 'no query' };
  assert.equal(outcomeOf({ reason, steps: [step('SKIPPED')] })?.topic, 'self-trigger');
});

test('a scenario without steps is a fault of the suite', () => {
  assert.deepEqual(ending({ steps: [] }), ['inconclusive', 'fault of the suite: the scenario has no steps']);
});

test('the worst of its steps decides', () => {
  const reason = { verdict: 'not-tested', reason: 'no OTP' };
  const breach = step('FAILED', BreachError.name);
  const afterwards = step('FAILED', 'Error', 'a hook failed');
  assert.equal(outcomeOf({ reason, steps: [step('SKIPPED'), breach] })?.verdict, 'failed');
  assert.equal(outcomeOf({ steps: [afterwards, breach] })?.verdict, 'failed');
  assert.equal(outcomeOf({ steps: [breach, afterwards] })?.verdict, 'failed');
  assert.deepEqual(ending({ reason, steps: [step('SKIPPED'), afterwards] }), [
    'inconclusive',
    'fault of the suite: a hook failed',
  ]);
  assert.equal(outcomeOf({ steps: [passed, afterwards] })?.verdict, 'inconclusive');
});

const stepsOf = (...about: Parameters<typeof outcomeOf>) => outcomeOf(...about)?.steps;

test('a step that differs beside a judge without a breach is a fault of the suite, with both sides', () => {
  const differs = step('FAILED', StepDifferenceError.name, 'a step does not see: status 401');
  const steps = [passed, differs, step('SKIPPED'), passed];
  assert.deepEqual(outcomeOf({ steps }), {
    name: 'A scenario',
    location: 'features/a.feature:7',
    tags: ['SES-05', 'service'],
    verdict: 'inconclusive',
    kind: 'prevented',
    message: 'fault of the suite: a step does not see: status 401, and the judge finds no breach',
    bySuite: true,
    steps: { kind: 'differ', text: 'a step does not see: status 401' },
  });
});

test('a step that differs is no fault where a breach explains it, or where something worse is told', () => {
  const differs = step('FAILED', StepDifferenceError.name, 'status 401');
  const steps = [passed, differs, step('SKIPPED'), passed];
  assert.deepEqual(ending({ steps, isExplained: true }), ['passed', undefined]);
  assert.equal(stepsOf({ steps, isExplained: true }), undefined);
  const reason = { verdict: 'not-tested', reason: 'no OTP' };
  for (const [worse, verdict] of [
    [{ steps: [...steps, step('FAILED', EnvironmentError.name)] }, 'inconclusive'],
    [{ steps: [...steps, step('FAILED', 'Error')] }, 'inconclusive'],
    [{ steps: [...steps, step('SKIPPED')], reason }, 'not-tested'],
  ] as const) {
    assert.equal(outcomeOf(worse)?.verdict, verdict);
    assert.equal(stepsOf(worse), undefined);
  }
});

test('beside a breach, an outcome says whether the steps differ, hold, or broke down', () => {
  const breach = step('FAILED', BreachError.name);
  const differs = step('FAILED', StepDifferenceError.name, 'status 401');
  const hold = 'every step holds';
  for (const [scenario, steps] of [
    [{ steps: [passed, breach] }, undefined],
    [{ steps: [differs, breach] }, { kind: 'differ', text: 'status 401' }],
    [
      { steps: [passed, breach], hold },
      { kind: 'hold', text: hold },
    ],
    [
      { steps: [step('FAILED', 'TypeError', 'x is undefined'), breach] },
      { kind: 'broke-down', text: 'fault of the suite: x is undefined' },
    ],
  ] as const) {
    assert.equal(outcomeOf(scenario)?.verdict, 'failed');
    assert.deepEqual(stepsOf(scenario), steps);
  }
});

test('a scenario keeps its tags without their sign, and is told by its file in any system', () => {
  const tags = ['SES-05', 'SES-06', 'XYZ-99', 'service', 'docker'];
  assert.deepEqual(outcomeOf({ tags, steps: [passed] })?.tags, tags);
  assert.equal(outcomeOf({ uri: 'features\\a.feature', steps: [passed] })?.location, 'features/a.feature:7');
});

test('scenarios that interleave keep apart, in the order in which they ended', () => {
  const [first, second] = [planned('1', { name: 'one' }), planned('2', { name: 'two' })];
  const [start1, ...rest1] = ran('1', { steps: [step('FAILED', BreachError.name)] });
  const [start2, ...rest2] = ran('2', {
    reason: { verdict: 'not-tested', reason: 'x' },
    steps: [step('SKIPPED')],
  });
  assert.ok(start1 !== undefined && start2 !== undefined);
  const { outcomes } = collect([...first, ...second, start1, start2, ...rest2, ...rest1]);
  assert.deepEqual(
    outcomes.map(({ name, verdict }) => [name, verdict]),
    [
      ['two', 'not-tested'],
      ['one', 'failed'],
    ],
  );
});

test('an attempt that failed is not hidden by one that passed', () => {
  const { outcomes } = collect([
    ...planned('1'),
    ...ran('1', { attempt: 0, steps: [step('FAILED', BreachError.name)] }),
    ...ran('1', { attempt: 1, steps: [passed] }),
  ]);
  assert.deepEqual(
    outcomes.map(({ verdict }) => verdict),
    ['failed', 'passed'],
  );
});

test('loaded is all, planned what was selected, outcomes what ended', () => {
  const [pickle] = planned('2');
  const [started] = ran('3', { steps: [] });
  assert.ok(pickle !== undefined && started !== undefined);
  const log = collect([...planned('1'), pickle, ...planned('3'), ...ran('1', { steps: [passed] }), started]);
  assert.deepEqual([log.loaded.length, log.planned.length, log.outcomes.length], [3, 2, 1]);
});

test('hooks around the run are told of where they fail', () => {
  const hook = (result: ReturnType<typeof step>) => ({
    testRunHookFinished: { testRunHookStartedId: 'h', result, timestamp: { seconds: 0, nanos: 0 } },
  });
  const { faults } = collect([
    hook(passed),
    hook(step('FAILED', 'Error', 'no port')),
    hook({ ...step('FAILED'), message: 'text alone' }),
    hook(step('FAILED')),
  ]);
  assert.deepEqual(faults, ['no port', 'text alone', 'unknown error']);
});

test('a check of the suite is no part of plan and outcomes; where it does not pass it is a fault, in one line', () => {
  const own = { name: 'A known answer', tags: ['vectors', 'integrator', 'HDR-07'] };
  const wrong = step('FAILED', 'Error', 'on noble: got 1\non mock: got 2');
  const broken = step('FAILED', 'TypeError', 'x is undefined');
  const all = collect([
    ...planned('1'),
    ...['2', '3', '4'].flatMap((id) => planned(id, own)),
    ...ran('1', { steps: [passed] }),
    ...ran('2', { steps: [passed] }),
    ...ran('3', { steps: [passed, wrong] }),
    ...ran('4', { steps: [broken] }),
  ]);
  assert.deepEqual(
    all.outcomes.map(({ name }) => name),
    ['A scenario'],
  );
  assert.deepEqual([all.loaded.length, all.planned.length, all.all], [1, 1, 4]);
  assert.deepEqual(all.faults, [
    'A known answer (features/a.feature:7): on noble: got 1; on mock: got 2',
    'A known answer (features/a.feature:7): x is undefined',
  ]);
});
