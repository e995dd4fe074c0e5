import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { liveLinesOf } from '../../../support/cli/live-lines';
import { defaultReadings } from '../../../support/contract/readings';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import type { LiveUpdate } from '../../../support/traffic/proxy/live-update-batcher';
import { LiveUpdateBatcher } from '../../../support/traffic/proxy/live-update-batcher';
import { rawExchange, recorderKnowing } from '../../exchange/planting';
import { temporaryFolder } from '../../report/embedded-run';
import { trafficOf } from '../several';
import { judgeIn, passing } from './live-scene';

const places = () => ({ paths: {}, bases: {}, readings: defaultReadings });

/** What is told of traffic, a part of it at a time. */
function told(t: TestContext, ...parts: readonly (readonly WireRecord[])[]) {
  const { judge } = judgeIn(temporaryFolder(t));
  const updates: LiveUpdate[] = [];
  const news = new LiveUpdateBatcher({
    conclude: () => judge.conclude(),
    tell: (update) => updates.push(update),
    fault: (error) => {
      assert.ifError(error);
    },
    origin: { traffic: 'proxy' },
    places,
  });
  for (const part of parts) {
    for (const each of part) news.add(judge.take(...passing(each)) ?? assert.fail());
    news.flush();
  }
  return { updates, conclusions: judge.conclude() };
}

const breaking = { clientId: 'SBX_1', exchanges: 60, breaks: [{ id: 'HDR-07', at: 9 }] } as const;

describe('what is told of traffic as it comes', () => {
  it('is each exchange once, in order', (t) => {
    const [alone = []] = trafficOf([breaking]);
    const { updates } = told(t, alone.slice(0, 20), alone.slice(20));
    const exchanges = updates.flatMap((each) => each.exchanges);
    const wanted = alone.map(({ arrivedAt, answeredAt, request: { method, url }, response }, index) => [
      index + 1,
      method,
      new URL(url).pathname,
      response?.status,
      answeredAt - arrivedAt,
    ]);
    assert.deepEqual(
      exchanges.map(({ seq, method, path, status, durationMs }) => [seq, method, path, status, durationMs]),
      wanted,
    );
    assert.ok(exchanges.some(({ client }) => client === 'SBX_1'));
    assert.ok(exchanges.some(({ service }) => service === 'gateway'));
  });

  it('is each breach once, with its message, and how often each obligation was seen', (t) => {
    const [alone = []] = trafficOf([breaking]);
    const { updates, conclusions } = told(t, alone.slice(0, 5), alone.slice(5, 20), alone.slice(20));
    const breaches = updates.flatMap((each) => each.breaches);
    const broken = [...conclusions].flatMap(([id, each]) => each.breaches.map(() => id));
    assert.deepEqual(breaches.map(({ obligation }) => obligation).sort(), broken.sort());
    const [found = assert.fail(), ...others] = breaches.filter(({ obligation }) => obligation === 'HDR-07');
    assert.deepEqual([found.isFirst, others], [true, []]);
    assert.match(found.message, /^HDR-07 \[must, clause .*\n {2}sent .*\n {2}expected .*\n {2}got /);
    const last = new Map(updates.flatMap(({ counts }) => counts).map((each) => [each.obligation, each]));
    for (const [id, { observations, breachCount }] of conclusions) {
      const { observations: seen = 0, broken: times = 0 } = last.get(id) ?? {};
      assert.deepEqual([seen, times], [observations, breachCount], id);
    }
  });

  it('goes on where a second client shows: nothing is told again, and counts add up', (t) => {
    const parts = trafficOf([breaking, { clientId: 'SBX_2', exchanges: 60 }]);
    const { updates } = told(t, ...parts);
    const [first = [], second = []] = updates.map(({ breaches }) =>
      breaches.filter(({ obligation }) => obligation === 'HDR-07'),
    );
    assert.deepEqual([first.length, second.length], [1, 0]);
    const counts = updates.map((each) => each.counts.find(({ obligation }) => obligation === 'HDR-07'));
    assert.deepEqual([counts[0]?.broken, counts[1]?.broken], [1, 1]);
    assert.ok((counts[1]?.observations ?? 0) > (counts[0]?.observations ?? 0));
  });

  it('is a line for each exchange on a terminal, and each id is explained once', (t) => {
    const breaks = [9, 30].map((at) => ({ id: 'HDR-07' as const, at }));
    const [alone = []] = trafficOf([{ ...breaking, breaks }]);
    const { updates } = told(t, alone.slice(0, 20), alone.slice(20));
    const lines = updates
      .map((each) => liveLinesOf(each))
      .join('\n')
      .split('\n');
    const explained = lines.filter((line) => /^ {8}HDR-07 {2}\S.*: /.test(line));
    assert.equal(explained.length, 1);
    const numbered = lines.flatMap((line) => /^ *#(\d+) /.exec(line)?.[1] ?? []);
    assert.deepEqual(
      numbered.map(Number),
      alone.map((_each, index) => index + 1),
    );
    const marked = lines.filter((line) => line.includes('✗ HDR-07'));
    assert.equal(marked.length, 2);
  });
});

test('news that cannot be put together is told of in a line, and more follows', () => {
  const [faults, updates]: [string[], LiveUpdate[]] = [[], []];
  const live = new LiveUpdateBatcher({
    conclude: () => new Map(),
    tell: (update) => {
      if (updates.push(update) === 1) throw new Error('injected');
    },
    fault: (line) => faults.push(line),
    origin: {},
    places,
  });
  for (let time = 0; time < 2; time += 1) {
    live.add(recorderKnowing()(rawExchange({})));
    live.flush();
  }
  assert.deepEqual(faults, ['fault of the suite: 1 exchanges could not be told of (Error: injected)']);
  assert.equal(updates.length, 2);
});

test('slow rules run less often, so that serving has most of the time', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const concluded: number[] = [];
  const live = new LiveUpdateBatcher({
    conclude: () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      concluded.push(until);
      return new Map();
    },
    tell: () => undefined,
    fault: (error) => {
      assert.ifError(error);
    },
    origin: {},
    places,
  });
  const exchange = recorderKnowing()(rawExchange({}));
  live.add(exchange);
  t.mock.timers.tick(100);
  assert.equal(concluded.length, 1);
  live.add(exchange);
  t.mock.timers.tick(299);
  assert.equal(concluded.length, 1);
  t.mock.timers.tick(60_000);
  assert.equal(concluded.length, 2);
});
