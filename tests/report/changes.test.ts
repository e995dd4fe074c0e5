import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { changesBetween, earlierResults, withChanges } from '../../support/report/runs/changes';
import type { Results } from '../../support/judging/results';
import { copyCachedRun } from '../runs/kept';
import { finishRun, temporaryFolder } from './embedded-run';

const withVerdict = (results: Results, id: string, verdict: 'failed' | 'passed'): Results => ({
  ...results,
  run: { ...results.run, id: '11111111-1111-4111-8111-111111111111' },
  obligations: results.obligations.map((row) => (row.id === id ? { ...row, verdict } : row)),
});

test('a second run into one folder tells what changed since the first', async (t) => {
  const reports = temporaryFolder(t);
  const first = await finishRun(t, { only: ['SES-05'], reports });
  assert.equal(first.results.run.changes, undefined);
  const second = await finishRun(t, { only: ['SES-05', 'SES-06'], reports });
  const { id, finishedAt } = first.results.run;
  // SES-06 stood in no plan before: it did not change.
  assert.deepEqual(second.results.run.changes, { since: { id, finishedAt }, obligations: [] });

  const { results } = second;
  writeFileSync(join(reports, 'results.json'), JSON.stringify(withVerdict(results, 'SES-06', 'failed')));
  const third = await finishRun(t, { only: ['SES-06'], reports });
  assert.deepEqual(third.results.run.changes?.obligations, [{ id: 'SES-06', from: 'failed', to: 'passed' }]);
});

test('what cannot be compared is not: another target, environment, kind of run, or no results at all', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const earlier = withVerdict(results, 'SES-05', 'failed');
  assert.equal(withChanges(results, earlier).run.changes?.obligations.length, 1);
  for (const run of [
    { target: { ...earlier.run.target, name: 'another' } },
    { environment: 'production' },
    { traffic: { note: 'traffic', files: [] } },
    { id: results.run.id },
  ])
    assert.equal(
      withChanges(results, { ...earlier, run: { ...earlier.run, ...run } }).run.changes,
      undefined,
    );
  assert.equal(withChanges(results, undefined), results);

  const folder = temporaryFolder(t);
  assert.equal(earlierResults(folder), undefined);
  writeFileSync(join(folder, 'results.json'), '{"schemaVersion": 0}');
  assert.equal(earlierResults(folder), undefined);
});

test('traffic is compared by its target, or else by its files', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const file = { form: 'har', exchanges: 1, others: 0, broken: [], brokenCount: 0 } as const;
  const trafficOf = (name: string, target: string | null): Results => ({
    ...results,
    run: {
      ...results.run,
      id: name,
      target: { ...results.run.target, file: target },
      traffic: { note: 'traffic', files: [{ ...file, name }] },
    },
  });
  const isCompared = (earlier: Results, now: Results): boolean =>
    withChanges(now, earlier).run.changes !== undefined;
  const again = trafficOf('a.har', null);
  assert.ok(isCompared({ ...again, run: { ...again.run, id: 'earlier' } }, again));
  assert.ok(!isCompared(trafficOf('a.har', null), trafficOf('b.har', null)));
  assert.ok(isCompared(trafficOf('a.har', 'my.yaml'), trafficOf('b.har', 'my.yaml')));
  assert.ok(!isCompared(trafficOf('a.har', 'my.yaml'), trafficOf('b.har', null)));
});

test('the version of the product then is told', async (t) => {
  const { results } = await copyCachedRun('narrowed', t);
  const earlier = { ...results, run: { ...results.run, product: { name: 'A product', version: '1.9' } } };
  assert.equal(changesBetween(earlier, results).since.version, '1.9');
});
