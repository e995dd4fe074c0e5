import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitCodeOfResults, exitCodeOf } from '../../support/cli/report-outcome';
import type { Results, WaiverRow } from '../../support/judging/results';
import { copyCachedRun } from '../runs/kept';
import { sampleOverall } from '../report/sample-results';

test('waivers settle failures, and nothing else', async (t) => {
  const { results } = await copyCachedRun('certificates', t);
  const waiver: WaiverRow = {
    obligation: 'SES-05',
    reason: 'known',
    approver: 'A. Reviewer',
    expires: '2999-12-31',
    state: 'used',
  };
  const failing = (run: Partial<Results['run']>): Results => ({
    ...results,
    run: { ...results.run, overall: { service: sampleOverall('does-not-conform', true) }, ...run },
    obligations: results.obligations.map((row) =>
      row.id === 'SES-05' ? { ...row, verdict: 'failed' } : row,
    ),
  });
  assert.equal(exitCodeOfResults(results), 0);
  assert.equal(exitCodeOfResults(failing({})), 1);
  assert.equal(exitCodeOfResults(failing({ waivers: [] })), 1);
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver] })), 0);
  for (const state of ['unused', 'expired'] as const) {
    assert.equal(exitCodeOfResults(failing({ waivers: [{ ...waiver, state }] })), 1, state);
    const kept = { ...results, run: { ...results.run, waivers: [{ ...waiver, state }] } };
    assert.equal(exitCodeOfResults(kept), 1, `${state}, and all was kept`);
  }
  // What hides something without waivers hides it with them.
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver], faults: ['a hook broke'] })), 3);
  const plan = { ...results.run.plan, left: 1 };
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver], plan })), 3, 'the time budget left something');
  const file = { name: 'a.har', form: 'har', exchanges: 1, others: 0, broken: [], brokenCount: 0 } as const;
  const traffic = (cut: object) => ({ note: 'recorded', files: [{ ...file, ...cut }] });
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver], traffic: traffic({}) })), 0);
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver], traffic: traffic({ cut: 'it ends' }) })), 3);
  const both = {
    service: sampleOverall('does-not-conform', true),
    integrator: sampleOverall('incomplete', true),
  };
  assert.equal(exitCodeOfResults(failing({ waivers: [waiver], overall: both })), 3);
});

test('the exit code is that of the worst subject', () => {
  assert.equal(exitCodeOf(['conforms']), 0);
  assert.equal(exitCodeOf(['does-not-conform']), 1);
  assert.equal(exitCodeOf(['incomplete']), 3);
  assert.equal(exitCodeOf(['conforms', 'conforms']), 0);
  assert.equal(exitCodeOf(['conforms', 'incomplete']), 3);
  assert.equal(exitCodeOf(['incomplete', 'does-not-conform']), 1);
  assert.equal(exitCodeOf(['does-not-conform', 'incomplete']), 1);
  assert.equal(exitCodeOf([]), 3);
});
