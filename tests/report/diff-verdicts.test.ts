import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { meaningOfChange } from '../../support/report/diff/verdicts';
import type { Verdict } from '../../support/judging/verdict';
import { allVerdicts } from '../../support/judging/verdict';

describe('a verdict that changed', () => {
  const keeps: readonly Verdict[] = ['passed', 'declared', 'observed'];
  const opens: readonly Verdict[] = ['inconclusive', 'not-tested'];

  it('is worse once something kept is broken or unknown', () => {
    for (const from of keeps)
      for (const to of ['failed', 'warning', ...opens] as const)
        assert.equal(meaningOfChange(from, to), 'worse', `${from} ${to}`);
    for (const from of opens)
      for (const to of ['failed', 'warning'] as const)
        assert.equal(meaningOfChange(from, to), 'worse', `${from} ${to}`);
    assert.equal(meaningOfChange('warning', 'failed'), 'worse');
  });

  it('is better once it is kept, and not where a breach is merely not seen', () => {
    for (const to of keeps)
      for (const from of ['failed', 'warning', ...opens] as const)
        assert.equal(meaningOfChange(from, to), 'better', `${from} ${to}`);
    for (const to of opens)
      for (const from of ['failed', 'warning'] as const)
        assert.equal(meaningOfChange(from, to), 'other', `${from} ${to}`);
    assert.equal(meaningOfChange('failed', 'warning'), 'better');
  });

  it('is neither where it stays as good, or does not apply', () => {
    for (const each of allVerdicts) {
      assert.equal(meaningOfChange(each, 'not-applicable'), 'other', each);
      assert.equal(meaningOfChange('not-applicable', each), 'other', each);
    }
    for (const group of [keeps, opens])
      for (const from of group) for (const to of group) assert.equal(meaningOfChange(from, to), 'other');
  });

  it('is never worse both ways', () => {
    for (const from of allVerdicts)
      for (const to of allVerdicts)
        assert.ok(
          !(meaningOfChange(from, to) === 'worse' && meaningOfChange(to, from) === 'worse'),
          `${from} ${to}`,
        );
  });
});
