import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { ClientRow, Results } from '../../support/judging/results';
import type { ReportDifference } from '../../support/report/diff/compare';
import { temporaryFolder } from '../report/embedded-run';
import { sampleResults } from '../report/sample-results';
import { conform } from './conform';

const client = (label: string, failed: readonly string[] = []): ClientRow => ({
  label,
  by: 'client id',
  exchanges: 30,
  overall: { integrator: failed.length > 0 ? 'does-not-conform' : 'incomplete' },
  failed,
  broken: failed.map((id) => ({ id, count: 3, exchange: 7 })),
});

/** Of 300 clients the first ones break what all together broke before. */
const clients = (breaking: number): ClientRow[] =>
  Array.from({ length: 300 }, (_none, index) =>
    client(`SBX_${index + 100}`, index < breaking ? ['HDR-05'] : []),
  );

const failing: Results = sampleResults({ 'HDR-05': { verdict: 'failed', reason: { text: 'broken' } } });

/** Compares results that stand alone. */
async function diff(t: TestContext, old: Results, now: Results, ...options: readonly string[]) {
  const folder = temporaryFolder(t);
  const files = [old, now].map((results, index) => {
    const file = join(folder, `${index}.json`);
    writeFileSync(file, JSON.stringify(results));
    return file;
  });
  return conform(['diff', ...files, ...options]);
}

describe('diff of the traffic of several clients', () => {
  it('names a client that newly breaks what others broke before, and alerts once', async (t) => {
    const [old, now] = [
      { ...failing, clients: clients(1) },
      { ...failing, clients: clients(2) },
    ];
    const { code, stdout } = await diff(t, old, now);
    assert.equal(code, 1, stdout);
    assert.match(stdout, /^Clients that newly break something: 1\n {2}SBX_101 \(by client id\): HDR-05 3×$/m);
    assert.match(stdout, /^Changed in the suite: /m, 'why a client may differ');
    assert.match(stdout, /^0 verdicts changed;.*\n(.*\n)?Clients compared by name: 300\.\n/m);
    assert.match(stdout, /^A regression\.$/m);
    assert.equal((await diff(t, now, now)).code, 0);

    const back = await diff(t, now, old);
    assert.equal(back.code, 0);
    assert.match(back.stdout, /^Clients that are no longer seen to break what they broke: 1\n {2}SBX_101 /m);
  });

  it('counts first, names ten, the worst first, and says where the others are', async (t) => {
    const now = clients(40).map((row) =>
      row.label === 'SBX_139' ? client(row.label, ['HDR-05', 'HDR-07']) : row,
    );
    const [old, later] = [
      { ...failing, clients: clients(0) },
      { ...failing, clients: now },
    ];
    const { stdout } = await diff(t, old, later);
    assert.match(
      stdout,
      /^Clients that newly break something: 40\n {2}SBX_139 .*: HDR-05 3×, HDR-07 3×\n {2}SBX_100 /m,
    );
    assert.equal(stdout.match(/by client id/g)?.length, 10);
    assert.match(stdout, /\n {2}and 30 more; --json names them all\n/);
    const { clients: told } = JSON.parse((await diff(t, old, later, '--json')).stdout) as ReportDifference;
    assert.equal(told?.worse.length, 40);
    assert.deepEqual(told.worse[0], {
      label: 'SBX_139',
      by: 'client id',
      obligations: ['HDR-05', 'HDR-07'].map((id) => ({ id, count: 3, exchange: 7, level: 'must' })),
    });
  });

  it('alerts of no client that merely appears or is gone, and of no exception', async (t) => {
    const [A, B] = [client('SBX_A'), client('SBX_B', ['HDR-05'])];
    const [old, now] = [
      { ...failing, clients: [A] },
      { ...failing, clients: [B] },
    ];
    const { code, stdout } = await diff(t, old, now);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Clients only in the new report: 1\n {2}SBX_B \(by client id\): HDR-05 3×$/m);
    assert.match(stdout, /^Clients only in the old report: 1\n {2}SBX_A \(by client id\)$/m);

    const waiver = { obligation: 'HDR-05', reason: 'known', approver: 'A', expires: '2999-12-31' } as const;
    const run = { ...failing.run, waivers: [{ ...waiver, state: 'used' as const }] };
    const [before, after] = [
      { ...failing, run, clients: [client('SBX_B')] },
      { ...failing, run, clients: [B] },
    ];
    const waived = await diff(t, before, after);
    assert.equal(waived.code, 0, waived.stdout);
    assert.match(waived.stdout, /SBX_B \(by client id\): HDR-05 3× \(approved exception\)$/m);
  });

  it('says nothing of clients where a report lists none', async (t) => {
    const { code, stdout } = await diff(t, failing, { ...failing, clients: clients(2) });
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /[Cc]lients/);
  });
});
