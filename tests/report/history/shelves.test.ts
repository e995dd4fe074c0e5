import assert from 'node:assert/strict';
import { it } from 'node:test';
import { otpObligations } from '../../../support/run/nightly';
import type { Results } from '../../../support/judging/results';
import { destinationOf, folderOf, isWhole, rootOf } from '../../../support/report/history/shelves';
import { defaultKeep, parseKeep } from '../../../support/run/keep';
import { sampleResults } from '../sample-results';

const without = (ids: readonly string[], run: Partial<Results['run']> = {}): Results => {
  const results = sampleResults({}, run);
  const obligations = results.obligations.map((row) =>
    ids.includes(row.id) ? { ...row, planned: false } : row,
  );
  return { ...results, obligations };
};

it('a run is whole that leaves out nothing, or by night what takes an OTP', () => {
  assert.ok(isWhole(without([])));
  assert.ok(!isWhole(without(['SES-05'])));
  assert.ok(isWhole(without(['SES-05'], { subjects: ['integrator'] })), 'it is of the service');
  const night = { profile: 'nightly' };
  assert.ok(isWhole(without(otpObligations, night)));
  assert.ok(!isWhole(without(otpObligations)));
  assert.ok(!isWhole(without([...otpObligations, 'SES-05'], night)));
  assert.ok(!isWhole(without([], { traffic: { note: 'traffic', files: [] } })));
});

it('a run goes beside the whole ones where it is none, unless the very folder is named', () => {
  const to = (results: Results, keep?: typeof defaultKeep): string =>
    folderOf(destinationOf({ reports: 'reports', keep }, results));
  assert.equal(to(without([]), defaultKeep), 'reports');
  assert.equal(to(without(['SES-05']), defaultKeep), 'reports/partial');
  assert.equal(to(without(['SES-05'])), 'reports');
});

it('the folder whose history a report is of is told by its path', () => {
  const roots = ['reports', 'reports/partial', 'reports/audit', 'reports/history/x', '/tmp/a'].map(rootOf);
  assert.deepEqual(roots, ['reports', 'reports', 'reports', 'reports', '/tmp/a']);
});

it('what is to be kept is a number of runs, a size, or both', () => {
  assert.deepEqual(parseKeep('20'), { runs: 20, bytes: 500e6 });
  assert.deepEqual(parseKeep('2GB'), { runs: 50, bytes: 2e9 });
  assert.deepEqual(parseKeep('0,10MB'), { runs: 0, bytes: 10e6 });
  for (const text of ['', ',', '-1', '5,', ',5MB', '5MB,5', '5 MB', '5KB', 'all', '2020MB'.repeat(3)])
    assert.equal(parseKeep(text), undefined, text);
});
