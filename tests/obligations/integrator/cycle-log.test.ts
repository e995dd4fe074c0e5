import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../../support/contract/readings';
import { CycleLog } from '../../../support/obligations/cycles/cycle-log';
import { decisionExchange, submitExchange, uuid } from './cycle-exchanges';

test('two reads of a log of cycles return the same objects, unless evidence came between them', () => {
  const log = new CycleLog({ readings: defaultReadings });
  log.observe(submitExchange('claim', uuid(1)));
  const [first] = log.cycles;
  assert.ok(first !== undefined);
  assert.equal(log.cycles[0], first);
  assert.equal(log.all[0], first);
  log.observe(decisionExchange('claim', uuid(1), 'approved'));
  const second = log.all.at(-1);
  assert.equal(second?.answer?.decision, 'approved');
  assert.equal(first.answer, undefined);
});
