import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecording } from '../../support/exchange/recording';
import { contractObligations } from '../../support/obligations';
import type { Run } from '../../support/run/run';
import { embeddedTarget } from '../../support/run/targets';
import { Scene } from '../../support/world/scene';
import { judgeScenario } from '../../support/world/verdict';
import { makeAsked, makeExchange } from '../obligations/exchanges';

test('a scenario tells one breach of each cause, though each answer has an id of its own', () => {
  const scene = new Scene();
  const answered = (status: number, body: object, seq: number) =>
    makeExchange({
      operation: 'certificate.registry',
      method: 'GET',
      asked: makeAsked('valid', 'r'),
      status,
      body,
      seq,
    });
  scene.add([
    answered(503, { trace: 'a' }, 1),
    answered(503, { trace: 'b' }, 2),
    answered(200, { trace: 'c' }, 3),
    answered(200, { trace: 'd' }, 4),
  ]);
  const evidence = { txnIds: [], recording: createRecording() };
  const run = { plan: { subjects: ['service'] }, target: embeddedTarget, evidence };
  assert.throws(
    () => judgeScenario(run as unknown as Run, contractObligations.get('CRT-02'), scene),
    ({ message }: Error) => {
      assert.deepEqual(message.match(/"trace":"."|and \d+ more/g), [
        '"trace":"a"',
        '"trace":"c"',
        'and 2 more',
      ]);
      return true;
    },
  );
});
