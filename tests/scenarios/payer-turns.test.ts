import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../support/contract/readings';
import type { Exchange } from '../../support/exchange/exchange';
import { conversationOf } from '../../support/scenarios/mistakes/payer/conversations';
import { recordTurns } from '../../support/scenarios/mistakes/payer/record-turns';
import { Conversation, withoutOtherCycles } from '../../support/scenarios/matchers/conversation';
import { resolveFeaturePath } from '../../support/scenarios/matchers/paths';

const recorded = (...names: readonly string[]): Exchange[] =>
  recordTurns(names.flatMap(conversationOf), 'service').filter((each) => each.kind === undefined);

const all = recorded('an approved preauthorization', 'a rejected preauthorization', 'a payment notice');

test('a scenario about one decision leaves the triggers of the others aside, and no callback', () => {
  const trigger = { action: 'Approve', method: 'Preauth' } as const;
  const kept = withoutOtherCycles(all, { request: 'preauth', trigger });
  const bodies = kept
    .filter(({ service }) => service === 'dummyPayer')
    .map(({ request }) => request.body?.text);
  assert.equal(bodies.length, 1);
  assert.match(bodies[0] ?? '', /"Approve"/);
  const fromPayer = ({ sender }: Exchange): boolean => sender === 'service';
  assert.deepEqual(kept.filter(fromPayer), all.filter(fromPayer));
});

test('a scenario that tells of no cycle leaves nothing aside', () => {
  assert.deepEqual(withoutOtherCycles(all, {}), all);
});

test('a cycle is told from another of its kind by its trigger', () => {
  const trigger = { action: 'Reject', method: 'Preauth' } as const;
  const { cycles } = new Conversation(all, { request: 'preauth', trigger }, defaultReadings);
  assert.deepEqual(
    cycles.map(({ answer }) => answer?.facts.payer?.decision),
    ['rejected'],
  );
});

test('a path that is a reading is looked up, and one of the document is taken as it is', () => {
  const readings = { ...defaultReadings, 'plan-answer': '/v1/insuranceplan/answer' };
  assert.equal(resolveFeaturePath(defaultReadings['plan-answer'], readings), '/v1/insuranceplan/answer');
  assert.equal(resolveFeaturePath('/v1/preauth/on_submit', readings), '/v1/preauth/on_submit');
});
