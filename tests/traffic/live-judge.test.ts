import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { OperationMap } from '../../support/exchange/operation-map';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { evidenceIn } from '../../support/exchange/read-evidence';
import { basisTarget } from '../../support/judging/basis';
import { resultsOf } from '../../support/judging/results-of';
import { differencesIn } from '../../support/report/pack/differences';
import { targetContext } from '../../support/judging/target-context';
import { trafficTarget } from '../../support/targets/traffic-target';
import { LiveJudge } from '../../support/traffic/clients/live-judge';
import { endedTraffic, trafficBasis } from '../../support/traffic/ended-traffic';
import { recordToFile } from '../../support/traffic/recording-file';
import { judgeAgain } from '../../support/traffic/judge-again';
import { brokenBy, interleaved, trafficOf } from './several';

const target = trafficTarget;

async function live(seen: readonly WireRecord[]) {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  try {
    const recording = recordToFile(join(folder, 'recording.jsonl'));
    const judge = new LiveJudge({ target, context: targetContext(target), recording, everyRule: false });
    const map = new OperationMap(target);
    for (const each of seen) {
      const place = map.map(each.request.method, each.request.url);
      assert.ok(place !== undefined);
      judge.takeFrom(place, each);
    }
    const shown = [...judge.conclude()].filter(([, { breachCount }]) => breachCount > 0).map(([id]) => id);
    const { judged, client } = await judge.end();
    recording.finish();
    const basis = trafficBasis({
      profile: 'proxy',
      target: basisTarget(target),
      subjects: ['service', 'integrator'],
      only: [],
      startedAt: new Date(0),
      files: [],
      client,
    });
    const results = resultsOf(endedTraffic(basis, judged));
    const lines = readFileSync(recording.file, 'utf8').trim().split('\n');
    const evidence = lines.map((line) => evidenceIn(JSON.parse(line)) ?? assert.fail(line));
    return { shown, results, evidence, again: await judgeAgain(basis, inTurn(evidence)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* inTurn<Of>(all: readonly Of[]): AsyncGenerator<Of> {
  for (const each of all) yield await Promise.resolve(each);
}

const service = (ids: readonly string[]): string[] => ids.filter((id) => !id.startsWith('CRT-0'));

describe('a proxy', () => {
  it('tells the clients apart that come through it, and judges each by itself in the end', async () => {
    const clients = [
      { clientId: 'SBX_1' },
      { clientId: 'SBX_2' },
      { clientId: 'SBX_3', breaks: [{ id: 'HDR-05' as const, at: 20 }] },
    ];
    const { results, again, shown } = await live(interleaved(trafficOf(clients)));
    assert.deepEqual(brokenBy(results), { SBX_1: [], SBX_2: [], SBX_3: ['HDR-05'] });
    // While traffic still comes, no client is blamed for another, either.
    assert.deepEqual(service(shown), ['HDR-05']);
    assert.deepEqual(differencesIn(results, again), []);
  });

  it('takes all for the only client that names itself, whatever came before', async () => {
    const [seen = []] = trafficOf([{ clientId: 'SBX_1' }]);
    const source = '192.0.2.7';
    const { results, again, evidence } = await live(
      [...seen.slice(1, 4), ...seen].map((each) => ({ ...each, source })),
    );
    assert.deepEqual(
      results.clients?.map(({ label, exchanges }) => [label, exchanges]),
      [['SBX_1', 33]],
    );
    assert.deepEqual(differencesIn(results, again), []);
    assert.ok(!JSON.stringify(evidence).includes(source));
  });
});
