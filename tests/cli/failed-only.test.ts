import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { failedIn } from '../../support/cli/run';
import { defaultRedactionSettings } from '../../support/exchange/recording';
import type { Results } from '../../support/judging/results';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { findEntry } from '../../support/report/runs/find-run';
import { writeReports } from '../../support/report/runs/write-run';
import { defaultRetention } from '../../support/run/history-retention';
import type { DifferingRows } from '../report/sample-results';
import { brokenRow, sampleResults, sampleTarget } from '../report/sample-results';
import { conform } from './conform';

const ofSelfTest = { ...sampleTarget, name: 'embedded mock', file: null, embedded: true };

/** A folder with the report of a self-test in which all passed but what differs. */
function reportsWith(t: TestContext, differing: DifferingRows, run: Partial<Results['run']> = {}): string {
  const folder = temporaryFolder(t);
  const results = sampleResults(differing, { target: ofSelfTest, ...run });
  writeFileSync(join(folder, 'results.json'), JSON.stringify(results));
  return folder;
}

const some: DifferingRows = {
  'SES-05': brokenRow('SES-05'),
  'ENC-14': brokenRow('ENC-14', { verdict: 'warning' }),
  'HDR-05': { verdict: 'inconclusive', reason: { kind: 'prevented', text: 'nothing answered' } },
  'OTP-01': { verdict: 'not-tested', reason: { kind: 'not-configured', text: 'no OTP' } },
  'OTP-02': { verdict: 'not-tested', reason: { kind: 'left-out', text: 'left out' }, planned: false },
  'TOK-08': { verdict: 'not-tested', reason: { kind: 'not-declared', text: 'not declared' } },
  'HDT-19': brokenRow('HDT-19'),
  'SEC-01': { verdict: 'not-applicable', reason: { text: 'the target has no such service' } },
};

test('what failed, warned or stayed without a verdict in the plan is run again, and nothing else', (t) => {
  const folder = reportsWith(t, some);
  assert.deepEqual(failedIn(folder, undefined), ['SES-05', 'HDR-05', 'ENC-14', 'OTP-01', 'HDT-19']);
  assert.deepEqual(failedIn(folder, undefined, 'service'), ['SES-05']);
});

test('a run of what failed covers just that, and is no certificate', async (t) => {
  const folder = reportsWith(t, { 'SES-05': brokenRow('SES-05'), 'SES-07': brokenRow('SES-07') });
  const out = temporaryFolder(t);
  writeFileSync(join(out, 'results.json'), JSON.stringify(readResults(folder)));
  const { code, stdout } = await conform(['run', '--self-test', '--failed-only', '--reports', out]);
  assert.equal(code, 0, stdout);
  const { run } = readResults(out);
  assert.deepEqual(run.plan.obligations, ['SES-05', 'SES-07']);
  assert.deepEqual(run.plan.narrowedBy, ['--failed-only']);
  assert.equal(run.overall.service?.verdict, 'no-failure');
  assert.match(stdout, /^service: no failure in the 2 of \d+ requirements that were seen$/m);
});

test('where there is nothing to run again one line says why, and nothing is run', async (t) => {
  const cases: readonly (readonly [folder: string, told: RegExp])[] = [
    [temporaryFolder(t), /results\.json: cannot be read \(ENOENT\) — run npx conform run first/],
    [reportsWith(t, {}), /--failed-only has nothing to run again: all that was judged passed/],
    [
      reportsWith(t, {
        'TOK-08': { verdict: 'not-tested', reason: { kind: 'not-declared', text: 'not declared' } },
        'HDT-19': { verdict: 'not-tested', reason: { kind: 'not-declared', text: 'not declared' } },
      }),
      /TOK-08, HDT-19 wait for a declaration in the target file/,
    ],
    [
      reportsWith(t, some, { target: { ...ofSelfTest, name: 'theirs', file: 'their.yaml' } }),
      /--failed-only is about the target theirs/,
    ],
    [
      reportsWith(t, some, { traffic: { note: 'judged', files: [] } }),
      /--failed-only is about traffic or a challenge/,
    ],
  ];
  for (const [reports, told] of cases) {
    const { code, stdout, stderr } = await conform([
      'run',
      '--self-test',
      '--failed-only',
      '--reports',
      reports,
    ]);
    assert.deepEqual([code, stdout, stderr.trim().split('\n').length], [2, '', 1], stderr);
    assert.match(stderr, told);
  }
});

test('--only and --failed-only exclude each other', async () => {
  const { code, stderr } = await conform(['run', '--self-test', '--failed-only', '--only', 'HDR-05']);
  assert.equal(code, 2);
  assert.match(stderr, /'--failed-only' cannot be used with option '--only <ids>'/);
});

test('what failed in the latest whole run is run again beside it, and leaves it alone', async (t) => {
  const cwd = temporaryFolder(t);
  const whole = { ...sampleResults({ 'SES-05': brokenRow('SES-05') }, { target: ofSelfTest }), exchanges: 0 };
  const root = join(cwd, 'reports');
  const folder = writeReports({ root, keep: defaultRetention }, whole, [], defaultRedactionSettings);
  const { code, stderr } = await conform(['run', '--self-test', '--failed-only'], { cwd });
  assert.deepEqual([code, stderr], [0, '']);
  assert.deepEqual([readResults(root), readResults(folder)], [whole, whole]);
  const again = findEntry('narrowed', root);
  assert.deepEqual(readResults(again).run.plan.obligations, ['SES-05']);
});
