import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../../support/judging/results';
import type { Verdict } from '../../../support/judging/verdict';
import type { Entry } from '../../../support/report/history/entries';
import { entriesIn } from '../../../support/report/history/entries';
import { mostRuns, readTrend, targetsOf, trendOf } from '../../../support/report/history/trend';
import { temporaryFolder } from '../embedded-run';
import { keeping, nthRun, publishRun } from './scene';

/** A whole run, in which one obligation has a verdict. */
function runWith(n: number, verdict: Verdict, target = 'north'): Results {
  const results = nthRun(n);
  const [first, ...others] = results.obligations;
  assert.ok(first !== undefined);
  return {
    ...results,
    run: { ...results.run, target: { ...results.run.target, name: target } },
    obligations: [{ ...first, verdict }, ...others].map((row) => ({ ...row, planned: true })),
  };
}

const rowIn = (root: string, target?: string) => readTrend(root, target)?.obligations[0];

test('the verdicts on one target, the oldest first; other targets, partial runs and broken ones stay out', (t) => {
  const root = temporaryFolder(t);
  assert.equal(readTrend(root), undefined);
  const id = runWith(0, 'passed').obligations[0]?.id;
  for (const [n, verdict] of (['passed', 'failed', 'failed', 'passed'] as const).entries())
    publishRun(keeping(root), runWith(n + 1, verdict));
  publishRun(keeping(root), runWith(5, 'warning', 'south'));
  publishRun(keeping(root, 'partial'), runWith(6, 'failed'));
  publishRun(keeping(root), runWith(7, 'passed'));
  assert.deepEqual(rowIn(root), {
    id,
    verdicts: ['passed', 'failed', 'failed', 'passed', 'passed'],
    changes: 2,
  });
  assert.deepEqual(rowIn(root, 'south')?.verdicts, ['warning']);
  assert.deepEqual(targetsOf(entriesIn(root)), ['north', 'south']);
  const trend = readTrend(root);
  assert.deepEqual(
    trend?.runs.map(({ name, id: run }) => [name, Number(run.slice(0, 8))]),
    [
      ['5', 1],
      ['4', 2],
      ['3', 3],
      ['2', 4],
      ['latest', 7],
    ],
  );
  assert.equal(trend.leftOut, 0);

  const broken = entriesIn(root).find(({ name }) => name === '3');
  writeFileSync(
    join(broken?.path ?? '', 'results.json'),
    JSON.stringify({ ...runWith(3, 'failed'), obligations: [{ id, verdict: 'perfect' }] }),
  );
  const without = readTrend(root);
  assert.deepEqual([without?.obligations[0]?.verdicts.length, without?.leftOut], [4, 1]);
});

test('a narrowed run that stands where whole ones do is left out, its twin is not', (t) => {
  const root = temporaryFolder(t);
  const whole = runWith(1, 'failed');
  publishRun(keeping(root), whole);
  const narrowed = {
    ...whole,
    obligations: whole.obligations.map((row, index) => ({ ...row, planned: index === 0 })),
  };
  writeFileSync(join(root, 'results.json'), JSON.stringify(narrowed));
  assert.deepEqual([readTrend(root)?.runs.length, readTrend(root)?.leftOut], [0, 1]);
  writeFileSync(join(root, 'results.json'), JSON.stringify(whole));
  assert.deepEqual([readTrend(root)?.runs.length, readTrend(root)?.leftOut], [1, 0]);
});

test('what was not planned or not known yet has no verdict, and is no change', () => {
  const entry = (n: number): Entry => ({
    name: String(n),
    path: '',
    shelf: 'whole',
    bytes: 0,
    run: { ...nthRun(n).run, target: 'north', partial: false },
  });
  const runs = (
    [
      [{ id: 'A', verdict: 'passed' }],
      [
        { id: 'A', verdict: 'not-tested', planned: false },
        { id: 'B', verdict: 'failed', planned: true },
      ],
      [
        { id: 'B', verdict: 'failed' },
        { id: 'A', verdict: 'passed' },
      ],
      [
        { id: 'B', verdict: 'passed' },
        { id: 'A', verdict: 'warning' },
      ],
    ] as const
  ).map((obligations, n) => ({ entry: entry(n), results: { obligations } }));
  const trend = trendOf('north', runs.toReversed());
  assert.deepEqual(trend.obligations, [
    { id: 'B', verdicts: [null, 'failed', 'failed', 'passed'], changes: 1 },
    { id: 'A', verdicts: ['passed', null, 'passed', 'warning'], changes: 1 },
  ]);
});

test('of very many runs, the latest are read and the rest is told', (t) => {
  const root = temporaryFolder(t);
  for (let n = 1; n <= mostRuns + 3; n += 1)
    publishRun(keeping(root, 'whole', { runs: 99, bytes: 1e9 }), runWith(n, 'passed'));
  const trend = readTrend(root);
  assert.deepEqual([trend?.runs.length, trend?.leftOut], [mostRuns, 3]);
  assert.equal(Number(trend?.runs.at(-1)?.id.slice(0, 8)), mostRuns + 3);
});
