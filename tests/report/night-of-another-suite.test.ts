import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exitCodeOfResults } from '../../support/cli/report-outcome';
import type { Results } from '../../support/judging/results';
import { withChanges } from '../../support/report/runs/changes';
import { conform } from '../cli/conform';
import { temporaryFolder } from './embedded-run';
import { brokenRow, sampleResults } from './sample-results';

describe('the first night of another version of the suite', () => {
  const waiver = { obligation: 'SES-08', reason: 'known', approver: 'A. B.', expires: '2026-12-31' } as const;
  const before = sampleResults(
    { 'SES-08': brokenRow('SES-08') },
    { waivers: [{ ...waiver, state: 'used' }] },
  );
  const known = before.obligations.find(({ id }) => id === 'SES-08');
  const id = '7b0c4d52-1c7e-4a37-9a66-3f1d2a9d5b10';

  it('alarms about an obligation that is new and failed, and not about one that is new and passed', async (t) => {
    assert.ok(known !== undefined);
    const diff = (verdict: 'failed' | 'passed') => {
      const fresh = { ...known, id: 'SES-99', title: 'A demand that was overlooked', verdict };
      const plan = { ...before.run.plan, obligations: [...before.run.plan.obligations, fresh.id] };
      const now = {
        ...before,
        suite: { ...before.suite, version: '9.0.0' },
        run: { ...before.run, id, plan },
        obligations: [...before.obligations, fresh],
      };
      const files = [before, now].map((results, index) => {
        const file = join(temporaryFolder(t), `results-${index}.json`);
        writeFileSync(file, JSON.stringify(results));
        return file;
      });
      return conform(['diff', ...files]);
    };
    const failed = await diff('failed');
    assert.equal(failed.code, 1, failed.stderr);
    assert.match(failed.stdout, /^Worse:\n {2}SES-99 {2}new in this version → failed {2}A demand that was /m);
    assert.match(failed.stdout, /^A regression\.$/m);
    const kept = await diff('passed');
    assert.equal(kept.code, 0, kept.stderr);
    assert.doesNotMatch(kept.stdout, /SES-99/);
  });

  it('warns of an exception that the new version finds unused, until the version after that', () => {
    const first = before.suite.version;
    const nightOf = (version: string, night: string): Results => ({
      ...before,
      suite: { ...before.suite, version },
      run: { ...before.run, id: night, overall: {}, waivers: [{ ...waiver, state: 'unused' }] },
    });
    const failsIn = (results: Results): boolean => exitCodeOfResults(results) === 1;
    const same = withChanges(nightOf(first, id), before);
    assert.ok(failsIn(same), 'the suite is the same: the system changed');
    const second = withChanges(nightOf('9.0.0', id), before);
    assert.deepEqual([second.run.changes?.unusedBySuite, failsIn(second)], [['SES-08'], false]);
    const third = withChanges(nightOf('9.0.0', '0e5a7c1e-6a56-4f0b-8f0e-2d8a3f9b6c21'), second);
    assert.ok(!failsIn(third));
    const next = withChanges(nightOf('9.1.0', '5f3d0a9c-9d39-4a4e-a5a5-0b6c3e8d7f32'), third);
    assert.ok(failsIn(next));
  });
});
