import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingId } from '../../support/contract/readings';
import { defaultReadings, readings } from '../../support/contract/readings';
import { targetPartsOfAccount } from '../../support/mock/account';
import { enrolmentPaths } from '../../support/contract/enrolment-paths';
import type { Mock } from '../../support/mock/start-mock';
import { startMock } from '../../support/mock/start-mock';
import { mockOptionsFor } from '../../support/run/mock-options';
import { payerOfMock } from '../../support/run/open-services';
import { watchedReadings } from '../features/touched-readings';
import { finishRun } from '../report/embedded-run';
import { newSession, sendExactRequest } from './ask';
import { fixedReadingIds } from './other-readings';
import { rounds, targetOfRound } from './readings-scene';

/** Loading a target reads this one: the mock receives the content itself. */
const readByTarget: readonly ReadingId[] = ['payer-content'];

/** A run on services sends no such fields. */
async function sendFields(mock: Mock): Promise<void> {
  const { accessToken } = await newSession(mock);
  const answer = await sendExactRequest(mock.urls.registry + enrolmentPaths.registry, {
    method: 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: '{"pinValue":"plain"}',
    ...(mock.ca !== undefined && { ca: mock.ca }),
  });
  assert.equal(answer.status, 422);
}

test('the mock reads the readings that it follows by their rows, and no others', async (t) => {
  const target = targetOfRound(t, 0);
  const { readings: watched, touched } = watchedReadings(target.readings);
  const mock = await startMock({ ...mockOptionsFor(target), readings: watched });
  t.after(() => mock.close());
  await sendFields(mock);
  const { results } = await finishRun(t, {
    target: {
      ...target,
      ...targetPartsOfAccount(mock.account),
      services: mock.urls,
      ...(mock.ca !== undefined && { ca: mock.ca }),
    },
    seams: { payer: payerOfMock(mock) },
    profile: 'test',
  });
  assert.ok(results.obligations.filter(({ verdict }) => verdict === 'passed').length > 20);
  const where = 'change atMock in its row in support/contract/readings, or the mock';
  for (const { id, atMock } of readings) {
    const isRead = touched.has(id) || readByTarget.includes(id);
    if ('follows' in atMock)
      assert.ok(isRead, `the mock follows ${id} by its row, but does not read it: ${where}`);
    else assert.ok(!isRead, `the mock reads ${id}, but ignores it by its row: ${where}`);
  }
});

test('every reading that a target can change has other values than its default', (t) => {
  const fixed = readings.filter(({ offered }) => offered === 'nothing else').map(({ id }) => id);
  const listed: readonly ReadingId[] = fixedReadingIds;
  assert.deepEqual(fixed, listed);
  for (let round = 0; round < rounds; round += 1) {
    const { readings: chosen } = targetOfRound(t, round);
    for (const { id } of readings.filter((each) => !fixed.includes(each.id)))
      assert.notDeepEqual(
        chosen[id],
        defaultReadings[id],
        `${id}, round ${round}: tests/mock/other-readings.ts`,
      );
  }
});
