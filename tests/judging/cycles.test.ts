import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Evidence } from '../../support/exchange/evidence';
import { defaultReadings } from '../../support/contract/readings';
import { checkSchema } from '../../support/contract/schemas';
import { cyclesInEvidence, renderCycle } from '../../support/judging/cycles';
import { CycleView } from '../../support/report/parts/cycle';
import { renderPart } from '../../support/report/parts/text';
import { oneOfEach, sampleResults } from '../report/sample-results';

const told = (seq: number, arrivedAt: number): Evidence => ({
  seq,
  kind: 'adapter answer',
  askedAt: arrivedAt,
  arrivedAt,
  method: 'cycle.get',
  facts: { cycle: { correlationId: 'a', state: 'complete', callbacks: 1 } },
});

it('a message at a time that cannot be written down has none', () => {
  const now = Date.UTC(2026, 10, 21);
  const [cycle = assert.fail()] = cyclesInEvidence(
    [told(1, now), told(2, now + 7), told(3, Date.UTC(12345, 0)), told(4, 8.64e15)],
    defaultReadings,
  );
  const [long = assert.fail()] = cyclesInEvidence([told(5, -8.64e15), told(6, now)], defaultReadings);
  assert.deepEqual(
    cycle.steps.map(({ at }) => at),
    ['2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.007Z', undefined, undefined],
  );
  const results = { ...sampleResults(oneOfEach), cycles: [cycle, long] };
  assert.deepEqual(checkSchema('results', results), []);
  const lines = [cycle, long].flatMap(renderCycle).filter((line) => line.includes('#'));
  assert.deepEqual(
    lines.map((line) => /^ +#\d +(.*?) {2}/.exec(line)?.[1]),
    ['+0 ms', '+7 ms', '–', '–', '–', '–'],
  );
  const href = { obligation: (id: string) => id, exchange: String };
  const around = { exchange: () => undefined, href };
  const page = renderPart(CycleView({ cycle, marked: new Set(), around }));
  for (const shown of [
    '#1, told, +0 ms',
    '#3, told, at an unknown time',
    '#4 at an unknown time, integrator to',
  ])
    assert.ok(page.includes(shown), shown);
});
