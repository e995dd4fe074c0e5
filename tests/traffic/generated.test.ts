import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { harOf } from '../../mutants/traffic/har-file';
import type { PlantedBreach } from '../../mutants/traffic/generate';
import { generateTraffic } from '../../mutants/traffic/generate';
import type { ObligationId } from '../../support/obligations';
import { createRecording } from '../../support/exchange/recording';
import { feedSourceToSink } from '../../support/traffic/items';
import { openSource } from '../../support/traffic/sources';
import { TrafficJudge } from '../../support/traffic/clients/client-judges';
import { trafficTarget } from '../../support/targets/traffic-target';

const ids: readonly ObligationId[] = [
  'HDR-01',
  'HDR-02',
  'HDR-03',
  'HDR-04',
  'HDR-05',
  'HDR-06',
  'HDR-07',
  'HDR-08',
  'HDR-10',
  'HDR-11',
  'SES-03',
  'TOK-04',
  'OTP-01',
  'ENC-03',
];

async function breachesIn(
  exchanges: number,
  breaks: readonly PlantedBreach[],
): Promise<{ found: string[]; planted: string[] }> {
  const planted: PlantedBreach[] = [];
  const seen = [...generateTraffic({ exchanges, seed: 7, breaks, placed: (each) => planted.push(each) })];
  const recording = createRecording();
  const target = trafficTarget;
  const judge = new TrafficJudge({ target, recording, everyRule: false });
  const text = JSON.stringify(harOf(seen, { creator: 'generated' }));
  await feedSourceToSink(await openSource('-', Readable.from([Buffer.from(text)])), judge);
  assert.equal(recording.exchanges.length, exchanges);
  // The key in the certificate is none: its answer is not what is generated here.
  const conclusions = [...judge.conclude()].filter(([id]) => !id.startsWith('CRT-0'));
  const found = conclusions.flatMap(([id, { breaches }]) =>
    breaches.map((each) => `${id}@${each.exchanges[0] ?? 0}`),
  );
  return { found: found.sort(), planted: planted.map(({ id, at }) => `${id}@${at}`).sort() };
}

test('generated traffic keeps everything', async () => {
  assert.deepEqual((await breachesIn(3000, [])).found, []);
});

test('an audit finds the planted breaches, each where it stands, and nothing else', async () => {
  const breaks = [...ids, ...ids.slice(0, 6)].map((id, index) => ({ id, at: 40 + index * 97 }));
  const { found, planted } = await breachesIn(4000, breaks);
  assert.equal(planted.length, 20);
  assert.deepEqual(found, planted);
});

test('a seed gives the same traffic', () => {
  const text = (seed: number) => JSON.stringify([...generateTraffic({ exchanges: 50, seed })]);
  assert.equal(text(1), text(1));
  assert.notEqual(text(1), text(2));
});
