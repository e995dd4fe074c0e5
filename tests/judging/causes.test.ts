import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withCauses } from '../../support/judging/build-results';
import type { CycleTimeline } from '../../support/judging/cycle-timeline';
import type { ObligationResult } from '../../support/judging/verdict';
import { makeConclusion, breach, decideCase } from './rows';

/** A failed row with a breach for each list of exchanges. */
function failed(id: string, ...breaches: readonly (readonly number[])[]): ObligationResult {
  return failedOften(breaches.length, id, ...breaches);
}

/** The same, where these are the first of so many. */
function failedOften(
  count: number,
  id: string,
  ...breaches: readonly (readonly number[])[]
): ObligationResult {
  const conclusion = makeConclusion({
    observations: count,
    breachCount: count,
    breaches: breaches.map((exchanges) => breach(...exchanges)),
  });
  return decideCase(id, { conclusion });
}

const cycle = (correlationId: string, ...seqs: number[]): CycleTimeline => ({
  correlationId,
  subject: 'integrator',
  steps: seqs.map((seq) => ({ seq, at: '', from: '', to: '', message: '', answer: '' })),
});

const follows: Readonly<Record<string, readonly string[]>> = {
  'FLW-03': ['CBK-03'],
  'FLW-10': ['FLW-03', 'CBK-03'],
};

const causesIn = (rows: readonly ObligationResult[], ...cycles: CycleTimeline[]) =>
  Object.fromEntries(
    withCauses(rows, (id) => follows[id], cycles).map(({ id, follows: found }) => [id, found ?? []]),
  );

describe('a failure follows from another', () => {
  it('where they share an exchange', () => {
    assert.deepEqual(causesIn([failed('FLW-03', [4, 7]), failed('CBK-03', [7])]), {
      'FLW-03': ['CBK-03'],
      'CBK-03': [],
    });
  });

  it('where they share a payer cycle', () => {
    const rows = [failed('FLW-03', [4]), failed('CBK-03', [7])];
    assert.deepEqual(causesIn(rows, cycle('one', 4, 5, 7))['FLW-03'], ['CBK-03']);
    assert.deepEqual(causesIn(rows, cycle('one', 4, 5), cycle('other', 7))['FLW-03'], []);
  });

  it('and stays failed', () => {
    const [row] = withCauses([failed('FLW-03', [4]), failed('CBK-03', [4])], (id) => follows[id], []);
    assert.equal(row?.verdict, 'failed');
  });

  it('only where that may be its cause', () => {
    assert.deepEqual(causesIn([failed('FLW-04', [4]), failed('CBK-03', [4])])['FLW-04'], []);
  });

  it('where the cause has more breaches than are listed, and one comes later than those', () => {
    const later = failed('FLW-03', [4], [9]);
    assert.deepEqual(causesIn([later, failedOften(2, 'CBK-03', [4])])['FLW-03'], ['CBK-03']);
    assert.deepEqual(causesIn([later, failedOften(3, 'CBK-03', [4], [11])])['FLW-03'], []);
    assert.deepEqual(causesIn([failed('FLW-03', [9]), failedOften(2, 'CBK-03', [4])])['FLW-03'], []);
  });

  it('only where each of its breaches does', () => {
    assert.deepEqual(causesIn([failed('FLW-03', [4], [9]), failed('CBK-03', [4])])['FLW-03'], []);
    assert.deepEqual(causesIn([failed('FLW-03', [4], [9]), failed('CBK-03', [4], [9])])['FLW-03'], [
      'CBK-03',
    ]);
  });

  it('never of a breach that has more to it than the other explains', () => {
    const row = failed('FLW-03', [4]);
    const own = { ...row, breaches: row.breaches?.map((each) => ({ ...each, itself: true })) };
    const [found] = withCauses([own as ObligationResult, failed('CBK-03', [4])], (id) => follows[id], []);
    assert.equal(found?.follows, undefined);
    assert.deepEqual(found?.breaches, row.breaches, 'the results do not tell it apart');
  });

  it('and may have several causes, told in the order of its home', () => {
    const rows = [failed('CBK-03', [4]), failed('FLW-03', [4]), failed('FLW-10', [4])];
    assert.deepEqual(causesIn(rows)['FLW-10'], ['FLW-03', 'CBK-03']);
  });

  it('never where the other was kept', () => {
    const keptRow = decideCase('CBK-03', { conclusion: makeConclusion({ observations: 1, evidence: [4] }) });
    assert.deepEqual(causesIn([failed('FLW-03', [4]), keptRow])['FLW-03'], []);
  });
});
