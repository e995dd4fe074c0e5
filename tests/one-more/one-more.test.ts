import { test } from 'node:test';
import assert from 'node:assert/strict';
import { editRequests } from '../../mutants/integrator/edits';
import { startClientWithSeams } from '../../mutants/integrator/stage';
import { toPlainText } from '../../support/exchange/text';
import type { ObligationResult } from '../../support/judging/verdict';
import { Catalogue, contractObligations } from '../../support/obligations';
import { finishRun } from '../report/embedded-run';
import { bareSessionAddress, oneMore } from './session-address';

const more = {
  catalogue: new Catalogue([...contractObligations.all, ...oneMore]),
  features: ['tests/one-more/*.feature'],
  steps: ['tests/one-more/one-more.steps.ts'],
};

/** The rows of a run on a client, in a plan of that obligation alone. */
async function rowsOf(
  t: Parameters<typeof finishRun>[0],
  start: ReturnType<typeof startClientWithSeams>,
): Promise<readonly ObligationResult[]> {
  const stage = await start();
  t.after(() => stage.close());
  const { target, client } = stage;
  const only = [bareSessionAddress.id];
  const { results } = await finishRun(t, {
    target,
    subjects: ['integrator'],
    only,
    seams: { more, ...(client && { client }) },
  });
  return results.obligations.filter(({ planned }) => planned);
}

test('an obligation with a home and a feature is planned, run and passed by the client of the suite', async (t) => {
  const [row, ...others] = await rowsOf(t, startClientWithSeams({}));
  assert.equal(others.length, 0);
  assert.equal(row?.id, 'XTR-01');
  assert.equal(row.verdict, 'passed');
  assert.equal(row.quote, bareSessionAddress.quote);
  assert.ok(row.evidence.length > 0);
  assert.equal(row.scenarios.length, 1);
});

test('its mutant fails it, and the report says what was sent and where to look', async (t) => {
  const withQuery = editRequests(['session'], (request) => ({ ...request, url: `${request.url}?trace=1` }));
  const [row] = await rowsOf(t, startClientWithSeams(withQuery));
  assert.equal(row?.verdict, 'failed');
  const [breach] = row.breaches ?? [];
  assert.ok(breach);
  assert.equal(toPlainText(breach.seen), '?trace=(digits,1-digit)');
  assert.deepEqual(breach.places, [{ at: 'request line', needed: false }]);
});
