import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Results } from '../../support/judging/results';
import { finishRun } from '../report/embedded-run';
import { copyCachedRun } from '../runs/kept';
import { randomInt } from '../seed';

const subjects = ['service', 'integrator'] as const;
const some = 10;

/** The verdict of each obligation. */
const verdictsOf = ({ obligations }: Results): Record<string, string> =>
  Object.fromEntries(obligations.map(({ id, verdict }) => [id, verdict]));

/** The verdict of each scenario, by its place in the features. */
const scenariosOf = ({ obligations }: Results): Map<string, string> =>
  new Map(
    obligations.flatMap(({ scenarios }) =>
      scenarios.map(({ location, verdict }) => [location, verdict] as const),
    ),
  );

describe('the scenarios', () => {
  let whole: Results;
  before(async () => {
    whole = (await copyCachedRun('self-test')).results;
  });

  it('give the same verdicts in any order', async (t) => {
    const order = `random:${randomInt(0, 1000)}` as const;
    const { results } = await finishRun(t, { subjects, seams: { selection: { order } } });
    assert.deepEqual(verdictsOf(results), verdictsOf(whole));
    assert.deepEqual([...scenariosOf(results)].sort(), [...scenariosOf(whole)].sort());
  });

  it('give the same verdicts alone: some of them, all of them with ALONE=all', async (t) => {
    const all = [...scenariosOf(whole)].map((each) => [randomInt(0, 2 ** 30), each] as const);
    const drawn = all.sort(([one], [other]) => one - other).map(([, each]) => each);
    for (const [location, verdict] of process.env.ALONE === 'all' ? drawn : drawn.slice(0, some)) {
      const { results } = await finishRun(t, { subjects, seams: { selection: { paths: [location] } } });
      assert.equal(scenariosOf(results).get(location), verdict, location);
    }
  });
});
