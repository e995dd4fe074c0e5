import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ObligationId } from '../../support/obligations';
import type { Waiver } from '../../support/targets/load-waivers';
import type { ObligationResult } from '../../support/judging/verdict';
import { allVerdicts } from '../../support/judging/verdict';
import { waiverRows } from '../../support/judging/notes';
import { decideCase } from './rows';

const row = (change: Partial<ObligationResult> = {}): ObligationResult => ({
  ...decideCase('SES-05'),
  planned: true,
  ...change,
});
const waiver = (id: ObligationId = 'SES-05', expires = '2026-12-31'): Waiver => ({
  id,
  reason: 'known',
  approver: 'A. Reviewer',
  expires,
});
const noon = new Date('2026-12-31T12:00:00Z');
const stateOf = (change: Partial<ObligationResult>, waived = waiver(), startedAt = noon) =>
  waiverRows([waived], [row(change)], startedAt)[0]?.state;

describe('a waiver', () => {
  it('is used where what it waives is broken, unused where it is kept', () => {
    assert.equal(stateOf({ verdict: 'failed' }), 'used');
    assert.equal(stateOf({ level: 'should', verdict: 'warning' }), 'used');
    assert.equal(stateOf({ verdict: 'passed' }), 'unused');
  });

  it('is neither where nothing was learnt of it', () => {
    const open = allVerdicts.filter((each) => !['failed', 'warning', 'passed'].includes(each));
    for (const verdict of open) assert.equal(stateOf({ verdict }), undefined, verdict);
    for (const verdict of allVerdicts) assert.equal(stateOf({ verdict, planned: false }), undefined, verdict);
    assert.equal(stateOf({ verdict: 'failed', planned: false }, waiver('SES-05', '2020-01-01')), undefined);
  });

  it('counts on its last day to the end, in UTC, and not on the next', () => {
    for (const [startedAt, state] of [
      ['2026-12-31T23:59:59.999Z', 'used'],
      ['2027-01-01T00:00:00.000Z', 'expired'],
      ['2027-01-01T00:30:00+05:30', 'used'],
      ['2026-12-31T23:30:00-01:00', 'expired'],
    ] as const)
      assert.equal(stateOf({ verdict: 'failed' }, waiver(), new Date(startedAt)), state, startedAt);
  });

  it('that has expired is told whether or not it would be used', () => {
    for (const verdict of ['failed', 'passed', 'inconclusive'] as const)
      assert.equal(stateOf({ verdict }, waiver('SES-05', '2026-12-30')), 'expired', verdict);
  });
});
