import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Evidence } from '../../../support/exchange/evidence';
import { judgeRecordingBy } from '../../../support/judging/loop';
import { contractObligations } from '../../../support/obligations';
import { runOnMutant } from '../../runs/on-mutant';
import { plainTextOrEmpty } from '../../plain';
import { defaultRuleContext } from './judge';

function conclude(exchanges: readonly Evidence[]) {
  const flow = contractObligations.get('FLW-04');
  return judgeRecordingBy(flow, exchanges, defaultRuleContext) ?? assert.fail('nothing judges FLW-04');
}

/** The same exchanges, of which the two with these numbers change places. */
function swapped(exchanges: readonly Evidence[], one: number, other: number): Evidence[] {
  const numbers = new Map([
    [one, other],
    [other, one],
  ]);
  return exchanges
    .map((exchange) => ({ ...exchange, seq: numbers.get(exchange.seq) ?? exchange.seq }))
    .sort((first, second) => first.seq - second.seq);
}

test('what a client said of a cycle before its callback was answered is no breach', async (t) => {
  const { folder } = await runOnMutant(t, 'everything-approved', { only: ['FLW-04'] });
  const exchanges = readFileSync(join(folder, 'recording.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Evidence);
  const { breaches, unjudged } = conclude(exchanges);
  const [, asked = '', callback = ''] =
    /in #(\d+) .*callback #(\d+)/.exec(
      `${plainTextOrEmpty(breaches[0]?.sent)} ${plainTextOrEmpty(breaches[0]?.expected)}`,
    ) ?? [];
  assert.deepEqual([breaches.length, unjudged.length], [1, 0]);

  const late = conclude(swapped(exchanges, Number(asked), Number(callback)));
  assert.deepEqual(late.breaches, []);
  assert.match(
    plainTextOrEmpty(late.unjudged[0]),
    /^cycle\.get #\d+ was asked while the callback #\d+ .* still under way$/,
  );
});
