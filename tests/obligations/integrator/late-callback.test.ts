import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Exchange } from '../../../support/exchange/exchange';
import { createRule } from '../../../support/obligations';
import { faulty } from '../../report/page/scene';
import { context } from './judge';

function conclude(exchanges: readonly Exchange[]) {
  const rule = createRule('FLW-04', context) ?? assert.fail('no rule judges FLW-04');
  for (const exchange of exchanges) rule.observe(exchange);
  return rule.conclude();
}

/** The same exchanges, of which the two with these numbers change places. */
function swapped(exchanges: readonly Exchange[], one: number, other: number): Exchange[] {
  const numbers = new Map([
    [one, other],
    [other, one],
  ]);
  return exchanges
    .map((exchange) => ({ ...exchange, seq: numbers.get(exchange.seq) ?? exchange.seq }))
    .sort((first, second) => first.seq - second.seq);
}

test('what a client said of a cycle before its callback was answered is no breach', async (t) => {
  const { folder } = await faulty(t, 'everything-approved', { only: ['FLW-04'] });
  const exchanges = readFileSync(join(folder, 'recording.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange);
  const { breaches, unjudged } = conclude(exchanges);
  const [, asked = '', callback = ''] =
    /in #(\d+) .*callback #(\d+)/.exec(`${breaches[0]?.sent ?? ''} ${breaches[0]?.expected ?? ''}`) ?? [];
  assert.deepEqual([breaches.length, unjudged.length], [1, 0]);

  const late = conclude(swapped(exchanges, Number(asked), Number(callback)));
  assert.deepEqual(late.breaches, []);
  assert.match(
    late.unjudged[0] ?? '',
    /^cycle\.get #\d+ was asked while the callback #\d+ .* still under way$/,
  );
});
