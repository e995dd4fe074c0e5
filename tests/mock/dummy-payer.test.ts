import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { askDummyPayer, newSession } from './ask';
import { refusal } from './envelope';
import { movableClock, runningMock } from './running-mock';

const trigger = { action: 'Approve', method: 'Preauth', correlationId: randomUUID() };
const notice = { providerId: '1000000001@sbx', claimNumber: '' };

test('a well-formed trigger is accepted', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  for (const action of ['Approve', 'Reject', 'Query']) {
    for (const method of ['Preauth', 'Claim']) {
      const correlationId = randomUUID();
      const body = { action, method, correlationId };
      const answer = await askDummyPayer(mock, '/process/request', accessToken, { body });
      assert.equal(answer.status, 202, answer.text);
      assert.deepEqual(JSON.parse(answer.text), { status: 'accepted', correlationId });
    }
  }
});

test('a well-formed start of a payment notice is accepted', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  for (const claimNumber of ['', 'CLM-1']) {
    const body = { ...notice, claimNumber };
    const answer = await askDummyPayer(mock, '/paymentNotice/init', accessToken, { body });
    assert.equal(answer.status, 202, answer.text);
    assert.deepEqual(JSON.parse(answer.text), { status: 'accepted' });
  }
});

const operations = [
  { path: '/process/request', body: trigger },
  { path: '/paymentNotice/init', body: notice },
];

for (const { path, body } of operations) {
  test(`${path} is for callers with bearer_auth`, async (t) => {
    const clock = movableClock();
    const mock = await runningMock(t, { seams: { clock: clock.now } });
    const { accessToken, refreshToken } = await newSession(mock);
    const bearer = `Bearer ${accessToken}`;
    for (const headers of [
      { bearer_auth: undefined },
      { bearer_auth: undefined, Authorization: bearer },
      { bearer_auth: accessToken },
      { bearer_auth: `Bearer ${refreshToken}` },
      { bearer_auth: 'Bearer nonsense' },
    ]) {
      refusal(await askDummyPayer(mock, path, accessToken, { body, headers }), 401);
    }
    assert.equal((await askDummyPayer(mock, path, accessToken, { body })).status, 202);
    clock.forward(1201);
    refusal(await askDummyPayer(mock, path, accessToken, { body }), 401);
  });
}

const malformed = [
  {
    path: '/process/request',
    right: trigger,
    changes: [{ action: 'approve' }, { method: 'Plan' }, { correlationId: 'x' }],
  },
  { path: '/paymentNotice/init', right: notice, changes: [{ providerId: 'nobody' }, { claimNumber: 7 }] },
];

for (const { path, right, changes } of malformed) {
  test(`a malformed body of ${path} is refused`, async (t) => {
    const mock = await runningMock(t);
    const { accessToken } = await newSession(mock);
    for (const body of ['', '{', '{}', ...changes.map((change) => ({ ...right, ...change }))]) {
      const answer = await askDummyPayer(mock, path, accessToken, { body });
      assert.match(refusal(answer, 400), /^Malformed request body/);
    }
    assert.equal((await askDummyPayer(mock, path, accessToken, { body: right })).status, 202);
  });
}
