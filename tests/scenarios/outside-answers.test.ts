import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integratorTarget } from '../../mutants/integrator/stage';
import { isAboutAnswers } from '../../support/run/outside-answers';
import { playServices } from '../../support/scenarios/integrator/played-services';
import { newSession, sendExactRequest, v3Headers } from '../mock/ask';
import { openTestRun } from './provider-scene';

test('a run answers requests outside the contract by guess, and notes how many', async (t) => {
  const run = await openTestRun(t, { target: integratorTarget, subjects: ['integrator'] });
  const { mock, outside } = await playServices(run);
  const { accessToken } = await newSession(mock);
  const urls = [
    `${mock.urls.identity}/identity/api/v3/enrollment/request/otp`,
    `${mock.urls.registry}/v1/registration/national-id/generateOtp`,
  ];
  assert.equal(outside.line, undefined);
  for (const url of urls) {
    const headers = { ...v3Headers(), Authorization: `Bearer ${accessToken}` };
    const answer = await sendExactRequest(url, { method: 'POST', headers, ...(mock.ca && { ca: mock.ca }) });
    assert.equal(answer.status, 200, answer.text);
  }
  const line = '2 requests outside the contract were answered by guess';
  assert.equal(outside.line, line);
  const [note, ...others] = run.evidence.diagnosis;
  assert.deepEqual(note, { kind: 'answered-outside', name: 'guesses', state: 'unknown', detail: line });
  assert.deepEqual(others, []);
  assert.deepEqual([note, { ...note, name: 'another name' }].map(isAboutAnswers), [true, true]);
  assert.equal(isAboutAnswers({ name: 'guesses', state: 'unknown', detail: line }), false);
  const exchanges = run.evidence.recording.exchanges.slice(-2);
  assert.deepEqual(
    exchanges.map(({ answeredBy, operation, meant }) => [answeredBy, operation, meant]),
    exchanges.map(() => ['guess', undefined, undefined]),
  );
});

test('a scanner gets no guess', async (t) => {
  const run = await openTestRun(t, { target: integratorTarget, subjects: ['integrator'] });
  const { mock, outside } = await playServices(run);
  const ca = mock.ca && { ca: mock.ca };
  const answer = await sendExactRequest(`${mock.urls.identity}/wp-login.php`, { method: 'POST', ...ca });
  assert.deepEqual([answer.status, outside.line], [404, undefined]);
});
