import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { behaving } from '../../mutants/integrator/stage';
import { currentEdition, firstEdition } from '../../support/contract/source';
import { Catalogue, contractObligations } from '../../support/obligations';
import { finishRun } from '../report/embedded-run';
import { newId, newer, secondName } from './second';

const more = {
  catalogue: new Catalogue([...contractObligations.all, ...newer]),
  features: ['tests/one-more/*.feature'],
  steps: ['tests/one-more/one-more.steps.ts'],
};

/** A run of a suite that knows an obligation of the second edition, on a target that pins an edition or none. */
async function run(t: TestContext, edition?: string) {
  const stage = await behaving({})();
  t.after(() => stage.close());
  const { results } = await finishRun(t, {
    target: { ...stage.target, ...(edition !== undefined && { edition }) },
    ...(stage.client && { client: stage.client }),
    subjects: ['integrator'],
    only: [newId, 'SES-02'],
    more,
  });
  const row = (id: string) => results.obligations.find((each) => each.id === id);
  return { edition: results.run.edition, newer: row(newId), older: row('SES-02')?.verdict };
}

describe('an obligation that a later edition demands', { timeout: 60_000 }, () => {
  it('is judged where the target pins no edition, or that one', async (t) => {
    const free = await run(t);
    assert.deepEqual([free.edition, free.newer?.verdict, free.older], [currentEdition, 'passed', 'passed']);
    const pinned = await run(t, secondName);
    assert.deepEqual([pinned.edition, pinned.newer?.verdict, pinned.older], [secondName, 'passed', 'passed']);
  });

  it('does not apply to a target that pins an earlier one, to which the others apply', async (t) => {
    const { edition, newer: row, older } = await run(t, firstEdition);
    assert.deepEqual([edition, row?.verdict, older], [firstEdition, 'not-applicable', 'passed']);
    assert.equal(row?.reason, `edition ${secondName} demands it first, and the target pins ${firstEdition}`);
  });
});
