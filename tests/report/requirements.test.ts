import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { levels } from '../../support/contract/words';
import type { RequirementCounts } from '../../support/judging/requirements';
import { countRequirements } from '../../support/judging/requirements';
import type { Results } from '../../support/judging/results';
import type { Verdict } from '../../support/judging/verdict';
import { copyCachedRun } from '../runs/kept';
import { chainedResults } from './model/chained';
import { oneOfEach, sampleResults } from './sample-results';

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Checks the sum of each row and of each column, and the number of rows in the results. */
function requireSums({ requirements, obligations, run }: Results): void {
  const rows: readonly RequirementCounts[] = Object.values(requirements);
  for (const { all, ...states } of rows) assert.equal(all, sumOf(Object.values(states)));
  for (const name of Object.keys(requirements.all) as (keyof RequirementCounts)[])
    assert.equal(requirements.all[name], sumOf(levels.map((level) => requirements[level][name])), name);
  const counted = obligations.filter(({ subject }) => run.subjects.includes(subject));
  assert.equal(requirements.all.all, counted.length);
  for (const level of levels)
    assert.equal(requirements[level].all, counted.filter((row) => row.level === level).length, level);
}

/** Checks that the verdicts and the table count the same obligations. */
function requireAgreement({ requirements: { all }, run }: Results): void {
  const scopes = Object.values(run.overall).map(({ scope }) => scope.requirements);
  assert.equal(all.passed + all.broken, sumOf(scopes.map(({ seen }) => seen)));
  assert.equal(all.all - all.notConcerned, sumOf(scopes.map(({ of }) => of)));
}

const counts = (change: Partial<RequirementCounts>): RequirementCounts => ({
  ...{ passed: 0, broken: 0, notSeen: 0, notConcerned: 0, all: 1 },
  ...change,
});

describe('the table of requirements', () => {
  const countOne = (verdict: Verdict, isConcerned = true) =>
    countRequirements({
      rows: [{ id: 'SES-01', level: 'must', subject: 'service', verdict }],
      subjects: ['service'],
      concerns: () => isConcerned,
    });

  it('has a column for each verdict', () => {
    const columns: Readonly<Record<Verdict, keyof RequirementCounts>> = {
      passed: 'passed',
      observed: 'passed',
      failed: 'broken',
      warning: 'broken',
      declared: 'notSeen',
      inconclusive: 'notSeen',
      'not-tested': 'notSeen',
      'not-applicable': 'notConcerned',
    };
    for (const [verdict, column] of Object.entries(columns))
      assert.deepEqual(countOne(verdict as Verdict).must, counts({ [column]: 1 }), verdict);
  });

  it('counts what does not concern the target as such, in the plan or not', () => {
    assert.deepEqual(countOne('not-tested', false).all, counts({ notConcerned: 1 }));
  });

  it('has a row for each level, and leaves out the subjects that the run was not about', () => {
    const table = countRequirements({
      rows: [
        { id: 'SES-01', level: 'must', subject: 'service', verdict: 'passed' },
        { id: 'SES-02', level: 'should', subject: 'service', verdict: 'warning' },
        { id: 'SES-03', level: 'observe', subject: 'service', verdict: 'observed' },
        { id: 'SES-04', level: 'must', subject: 'integrator', verdict: 'passed' },
      ],
      subjects: ['service'],
      concerns: () => true,
    });
    assert.deepEqual(table, {
      must: counts({ passed: 1 }),
      should: counts({ broken: 1 }),
      observe: counts({ passed: 1 }),
      all: counts({ passed: 2, broken: 1, all: 3 }),
    });
  });

  it('adds up, whatever the verdicts are', () => {
    for (const results of [sampleResults(), sampleResults(oneOfEach), chainedResults()]) requireSums(results);
  });

  for (const name of ['service', 'observed', 'self-test'] as const)
    it(`adds up, and the verdicts count the same: ${name}`, async (t) => {
      const { results } = await copyCachedRun(name, t);
      requireSums(results);
      requireAgreement(results);
      assert.ok(results.requirements.all.passed > 0);
    });
});
