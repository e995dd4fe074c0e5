import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Evidence } from '../../../support/exchange/evidence';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { asValidEvidence } from '../../../support/exchange/recording';
import { basisTarget } from '../../../support/judging/basis';
import { buildResults } from '../../../support/judging/build-results';
import { differencesIn } from '../../../support/report/pack/judge-pack';
import { trafficResultsInput, trafficBasis } from '../../../support/traffic/ended-traffic';
import { judgeAgain } from '../../../support/traffic/judge-again';
import { TrafficLoop } from '../../../support/traffic/traffic-loop';
import { temporaryFolder } from '../../report/embedded-run';
import { brokenBy, interleaved, trafficOf } from '../several';
import { judgeIn, passing, target } from './live-scene';
import { linesIn } from '../../recorded-lines';

async function live(t: TestContext, seen: readonly WireRecord[]) {
  const { judge, recording, faults } = judgeIn(temporaryFolder(t));
  for (const each of seen) judge.take(...passing(each));
  const shown = [...judge.conclude()].filter(([, { breachCount }]) => breachCount > 0).map(([id]) => id);
  const { judged, client } = await judge.end();
  recording.finish();
  assert.deepEqual(faults, []);
  const basis = trafficBasis({
    profile: 'proxy',
    target: basisTarget(target),
    subjects: ['service', 'integrator'],
    only: [],
    startedAt: new Date(0),
    files: [],
    client,
  });
  const results = buildResults(trafficResultsInput(basis, judged));
  const lines = linesIn(recording.file);
  const evidence = lines.map((line) => asValidEvidence(JSON.parse(line)) ?? assert.fail(line));
  return { shown, results, evidence, again: await judgeAgain(basis, inTurn(evidence)) };
}

async function* inTurn<Of>(all: readonly Of[]): AsyncGenerator<Of> {
  for (const each of all) yield await Promise.resolve(each);
}

const clientSide = (ids: readonly string[]): string[] => ids.filter((id) => !id.startsWith('CRT-0'));

/** A rule that fails on one exchange. */
function failingAt(seq: number) {
  return function (this: TrafficLoop, evidence: Evidence): void {
    if (evidence.seq === seq) throw new Error('injected');
    this.observe(evidence);
  };
}

describe('a proxy', () => {
  it('tells the clients apart that come through it, and judges each by itself in the end', async (t) => {
    const clients = [
      { clientId: 'SBX_1' },
      { clientId: 'SBX_2' },
      { clientId: 'SBX_3', breaks: [{ id: 'HDR-05' as const, at: 20 }] },
    ];
    const { results, again, shown } = await live(t, interleaved(trafficOf(clients)));
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: ['HDR-05'] });
    // While traffic still comes, no client is blamed for another, either.
    assert.deepEqual(clientSide(shown), ['HDR-05']);
    assert.deepEqual(differencesIn(results, again), []);
  });

  it('takes all for the only client that names itself, whatever came before', async (t) => {
    const [seen = []] = trafficOf([{ clientId: 'SBX_1' }]);
    const source = '192.0.2.7';
    const all = [...seen.slice(1, 4), ...seen].map((each) => ({ ...each, source }));
    const { results, again, evidence } = await live(t, all);
    assert.deepEqual(
      results.clients?.map(({ label, exchanges }) => [label, exchanges]),
      [['SBX_1', 33]],
    );
    assert.deepEqual(differencesIn(results, again), []);
    assert.ok(!JSON.stringify(evidence).includes(source));
  });

  it('counts what neither the contract nor the far side knows, also of what it goes on with', async (t) => {
    const [[first = assert.fail(), second = assert.fail()] = []] = trafficOf([{ clientId: 'SBX_1' }]);
    const [front, { response, ...passed }] = passing(first);
    const wire: WireRecord = { ...passed, ...(response && { response: { ...response, status: 404 } }) };
    const lost: WireRecord = { ...wire, request: { ...wire.request, url: '/nowhere' } };
    const { judge: before, recording } = judgeIn(temporaryFolder(t));
    for (const each of [passing(first), [front, lost], passing(second), [front, lost]] as const)
      before.take(...each);
    recording.finish();
    assert.deepEqual([before.passed, before.unmapped], [4, 2]);
    const { judge } = judgeIn(temporaryFolder(t));
    const descriptor = openSync(recording.file, 'r');
    const { exchanges, others } = await judge.continue({ file: recording.file, descriptor }, undefined);
    closeSync(descriptor);
    judge.take(front, lost);
    assert.deepEqual([exchanges, others, judge.passed, judge.unmapped], [4, 2, 1, 1]);
    assert.equal((await judge.end()).judged.count, 5);
  });

  it('blames nobody for marks that another process made', async (t) => {
    const [all = []] = trafficOf([{ clientId: 'SBX_1' }]);
    for (const at of [1, 6, 13, 25]) {
      const { judge: before, recording } = judgeIn(temporaryFolder(t));
      for (const each of all.slice(0, at)) before.take(...passing(each));
      recording.finish();
      const { judge } = judgeIn(temporaryFolder(t));
      const descriptor = openSync(recording.file, 'r');
      await judge.continue({ file: recording.file, descriptor }, undefined);
      closeSync(descriptor);
      for (const each of all.slice(at)) judge.take(...passing(each));
      const { judged } = await judge.end();
      assert.equal(judged.count, all.length);
      const broken = [...judged.conclusions].filter(([, { breachCount }]) => breachCount > 0);
      assert.deepEqual(clientSide(broken.map(([id]) => id)), [], `behind ${at}`);
    }
  });

  it('knows the secret of each client, and takes it for that of no other', async (t) => {
    const clients = Array.from({ length: 6 }, (_none, at) => ({ clientId: `SBX_${at + 1}`, exchanges: 6 }));
    const seen = trafficOf(clients);
    const secretOf = (records: readonly WireRecord[]): string =>
      (JSON.parse(String(records[0]?.request.body)) as { clientSecret: string }).clientSecret;
    const noted = (records: readonly WireRecord[] = [], secret: string): WireRecord => {
      const last = records.at(-1) ?? assert.fail();
      const headers = [...last.request.headers, ['X-Note', secret] as const];
      return { ...last, request: { ...last.request, headers } };
    };
    const [first = [], second = []] = seen;
    const own = noted(first, secretOf(first));
    const foreign = noted(second, secretOf(first));
    const { results } = await live(t, [...interleaved(seen), foreign, own]);
    const told = results.obligations.find(({ id }) => id === 'TOK-04');
    assert.equal(told?.breaches?.length, 1);
  });

  it('tells of what it cannot record or judge, and goes on', async (t) => {
    const { judge, recording, faults } = judgeIn(temporaryFolder(t));
    const [[first = assert.fail()] = []] = trafficOf([{ clientId: 'SBX_1' }]);
    const [front, wire] = passing(first);
    const hostile = {
      ...wire,
      get request(): never {
        throw new Error('injected');
      },
    };
    assert.equal(judge.take(front, hostile), undefined);
    assert.equal(judge.take(front, wire)?.seq, 1);
    assert.deepEqual([judge.passed, judge.unrecorded, recording.count], [2, 1, 1]);
    assert.deepEqual(faults, ['fault of the suite: an exchange could not be recorded (Error: injected)']);
    const { judged } = await judge.end();
    assert.equal(judged.count, 1);
  });

  it('records what a rule fails on, and counts it as not judged in the end', async (t) => {
    t.mock.method(TrafficLoop.prototype, 'take', failingAt(2));
    const { judge, recording, faults } = judgeIn(temporaryFolder(t));
    const [all = []] = trafficOf([{ clientId: 'SBX_1', exchanges: 3 }]);
    for (const each of all) judge.take(...passing(each));
    assert.deepEqual([recording.count, judge.unjudged, faults.length], [3, 0, 1]);
    const { judged } = await judge.end();
    assert.deepEqual([judged.count, judge.unjudged, faults.length], [3, 1, 2]);
    assert.equal(judged.clients?.[0]?.exchanges, 2, 'the others are judged');
  });
});
