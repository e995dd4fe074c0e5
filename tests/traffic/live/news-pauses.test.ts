import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveNews } from '../../../support/traffic/live/live-news';
import { rawExchange, recorderKnowing } from '../../exchange/planting';

test('rules that take long conclude less often: whoever serves has most of the time', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const concluded: number[] = [];
  const live = new LiveNews(
    () => {
      const until = performance.now() + 30;
      while (performance.now() < until);
      concluded.push(until);
      return new Map();
    },
    () => undefined,
  );
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
