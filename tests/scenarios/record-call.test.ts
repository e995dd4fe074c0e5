import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdapterMethod } from '../../support/adapter/protocol';
import type { AdapterAnswer } from '../../support/exchange/evidence';
import { ExchangeRedactor } from '../../support/exchange/exchange-redactor';
import type { Run } from '../../support/run/run';
import { recordCall } from '../../support/scenarios/integrator/record-call';

const run = { evidence: { keeper: new ExchangeRedactor() }, target: {} } as unknown as Run;

/** Records the result of a call, and returns how the call went according to the recording. */
async function reportedBy(
  method: AdapterMethod,
  value: unknown,
): Promise<AdapterAnswer['facts']['reported']> {
  const answers: AdapterAnswer[] = [];
  const takeAnswer = (answer: Omit<AdapterAnswer, 'seq'>) => {
    answers.push({ seq: 1, ...answer });
  };
  const process = { takeAnswer, clientInstance: 'process-1' };
  await recordCall(run, process, { method }, () => Promise.resolve({ kind: 'result', value }));
  assert.equal(answers.length, 1);
  return answers[0]?.facts.reported;
}

test('a result reports success, unless its authResult is another text', async () => {
  for (const value of [null, undefined, {}, 'done', 7, [], { authResult: 'Success ' }, { authResult: null }])
    assert.equal(await reportedBy('session.create', value), 'success');
  assert.equal(await reportedBy('fields.send', { authResult: 'denied' }), 'failure');
});

test('an authResult that is not a text reports nothing, and is no fault of the suite', async () => {
  for (const authResult of [true, false, 7, {}, ['success']])
    assert.equal(await reportedBy('session.create', { authResult }), undefined);
});
