import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import type { OverallResult, OverallWhyKind } from '../../support/judging/overall';
import type { WaiverRow } from '../../support/judging/results';
import { sampleOverall, sampleResults } from '../report/sample-results';

const withWhy = (...kinds: OverallWhyKind[]): OverallResult => ({
  ...sampleOverall('no-failure'),
  why: kinds.map((kind) => ({ kind, text: kind })),
});

/** The exit code of results with these verdicts, in the order service and integrator. */
function codeOf(overall: readonly OverallResult[], waivers?: readonly WaiverRow[]): number {
  const [service, integrator] = overall;
  const { run } = sampleResults();
  return exitCodeOfResults({
    run: {
      ...run,
      overall: { ...(service && { service }), ...(integrator && { integrator }) },
      ...(waivers && { waivers }),
    },
  });
}

describe('the exit code', () => {
  it('is that of the worst subject', () => {
    const [good, bad, open] = [
      sampleOverall('conforms'),
      sampleOverall('does-not-conform'),
      sampleOverall('incomplete'),
    ];
    assert.equal(codeOf([good]), 0);
    assert.equal(codeOf([bad]), 1);
    assert.equal(codeOf([open]), 3);
    assert.equal(codeOf([good, good]), 0);
    assert.equal(codeOf([good, open]), 3);
    assert.equal(codeOf([open, bad]), 1);
    assert.equal(codeOf([bad, open]), 1);
    assert.equal(codeOf([]), 3);
  });

  it('is 0 without a failure if the command asked for less than a whole run', () => {
    for (const kind of ['self-test', 'narrowed', 'traffic', 'mock', 'challenge'] as const)
      assert.equal(codeOf([withWhy(kind)]), 0, kind);
    assert.equal(codeOf([withWhy('narrowed', 'left-out')]), 0);
  });

  it('is 3 if a setting left something out of a whole run', () => {
    assert.equal(codeOf([withWhy('left-out')]), 3);
    assert.equal(codeOf([withWhy('self-test'), withWhy('left-out')]), 3);
  });
});

describe('an approved exception', () => {
  const waiver: WaiverRow = {
    obligation: 'SES-05',
    reason: 'known',
    approver: 'A. Reviewer',
    expires: '2999-12-31',
    state: 'used',
  };
  const failing = sampleOverall('does-not-conform');
  const settledAs = (of: OverallResult): OverallResult => ({ ...failing, settled: of });

  it('settles a failure, and nothing that would remain without it', () => {
    assert.equal(codeOf([failing], [waiver]), 1);
    assert.equal(codeOf([settledAs(sampleOverall('conforms'))], [waiver]), 0);
    assert.equal(codeOf([settledAs(sampleOverall('incomplete'))], [waiver]), 3);
    assert.equal(codeOf([settledAs(withWhy('traffic'))], [waiver]), 0);
    assert.equal(codeOf([settledAs(withWhy('left-out'))], [waiver]), 3);
    const both = [settledAs(sampleOverall('conforms')), sampleOverall('incomplete')];
    assert.equal(codeOf(both, [waiver]), 3);
  });

  it('fails the run if it is unused or has expired', () => {
    for (const state of ['unused', 'expired'] as const)
      assert.equal(codeOf([sampleOverall('conforms')], [{ ...waiver, state }]), 1, state);
  });
});
