import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReadings } from '../../support/contract/readings';
import { tolerance } from '../../support/mock/tolerance';
import { randomUUID } from '../seed';
import { askDummyPayer, newSession } from './ask';
import type { Mock } from '../../support/mock/start-mock';
import { assertRefused } from './envelope';
import { movableClock, runningMock } from './running-mock';

const notice = { providerId: '1000000001@sbx', claimNumber: '' };

/** A trigger of a cycle that waits for one. */
function triggerOf(mock: Mock, action = 'Approve', method = 'Preauth') {
  const correlationId = randomUUID();
  const parties = { provider: '1000000001@sbx', payer: '1000003538@sbx', workflowId: randomUUID() };
  mock.cycles.open({ correlationId, kind: method === 'Claim' ? 'claim' : 'preauth', ...parties });
  return { action, method, correlationId };
}

test('a well-formed trigger is accepted', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  for (const action of ['Approve', 'Reject', 'Query']) {
    for (const method of ['Preauth', 'Claim']) {
      const body = triggerOf(mock, action, method);
      const answer = await askDummyPayer(mock, '/process/request', accessToken, { body });
      assert.equal(answer.status, 202, answer.text);
      assert.deepEqual(JSON.parse(answer.text), { status: 'accepted', correlationId: body.correlationId });
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

test('bearer_auth carries the token of the target instead of that of the session, by its reading', async (t) => {
  const readings = resolveReadings({ 'dummy-payer-token': 'target' });
  const made = await runningMock(t, { readings });
  assert.match(made.account.dummyPayerToken ?? '', /^\S{20,}$/);
  const mock = await runningMock(t, { readings, account: { dummyPayerToken: 'Key abc' } });
  const { accessToken } = await newSession(mock);
  const ask = (headers: Record<string, string | undefined>) =>
    askDummyPayer(mock, '/paymentNotice/init', accessToken, { body: notice, headers });
  assert.equal((await ask({ bearer_auth: 'Key abc' })).status, 202);
  for (const bearer of [`Bearer ${accessToken}`, 'Bearer Key abc', 'Key abcd', '', undefined])
    assertRefused(await ask({ bearer_auth: bearer }), 401);
});

const operations = [
  { path: '/process/request', bodyFor: triggerOf },
  { path: '/paymentNotice/init', bodyFor: () => notice },
];

for (const { path, bodyFor } of operations) {
  test(`${path} is for callers with bearer_auth`, async (t) => {
    const clock = movableClock();
    const mock = await runningMock(t, { seams: { clock: clock.now } });
    const { accessToken, refreshToken } = await newSession(mock);
    const body = bodyFor(mock);
    const bearer = `Bearer ${accessToken}`;
    for (const headers of [
      { bearer_auth: undefined },
      { bearer_auth: undefined, Authorization: bearer },
      { bearer_auth: accessToken },
      { bearer_auth: `Bearer ${refreshToken}` },
      { bearer_auth: 'Bearer nonsense' },
    ]) {
      assertRefused(await askDummyPayer(mock, path, accessToken, { body, headers }), 401);
    }
    assert.equal((await askDummyPayer(mock, path, accessToken, { body })).status, 202);
    clock.forward(1201);
    assertRefused(await askDummyPayer(mock, path, accessToken, { body }), 401);
  });
}

test('by a reading, triggers carry Authorization beside bearer_auth', async (t) => {
  const mock = await runningMock(t, { readings: resolveReadings({ 'trigger-authorization': 'required' }) });
  const { accessToken } = await newSession(mock);
  const headers = { Authorization: `Bearer ${accessToken}` };
  for (const { path, bodyFor } of operations) {
    const body = bodyFor(mock);
    assertRefused(await askDummyPayer(mock, path, accessToken, { body }), 401);
    assertRefused(
      await askDummyPayer(mock, path, accessToken, { body, headers: { ...headers, bearer_auth: '' } }),
      401,
    );
    assert.equal((await askDummyPayer(mock, path, accessToken, { body, headers })).status, 202);
  }
});

test('a tolerant payer takes a trigger without the Authorization that a reading wants', async (t) => {
  const readings = resolveReadings({ 'trigger-authorization': 'required' });
  const mock = await runningMock(t, { readings, tolerance });
  const { accessToken } = await newSession(mock);
  for (const { path, bodyFor } of operations)
    assert.equal((await askDummyPayer(mock, path, accessToken, { body: bodyFor(mock) })).status, 202);
});

test('paths have v1 in front or not, unless a reading says which', async (t) => {
  const answered = { free: [202, 202], none: [202, 404], v1: [404, 202] };
  for (const [choice, statuses] of Object.entries(answered)) {
    const readings = resolveReadings({ 'payer-segment': choice as keyof typeof answered });
    const mock = await runningMock(t, { readings });
    const { accessToken } = await newSession(mock);
    for (const { path, bodyFor } of operations) {
      const ask = async (at: string) =>
        (await askDummyPayer(mock, at, accessToken, { body: bodyFor(mock) })).status;
      assert.deepEqual([await ask(path), await ask(`/v1${path}`)], statuses, choice);
    }
  }
});

const malformed = [
  {
    path: '/process/request',
    rightFor: triggerOf,
    changes: [{ action: 'approve' }, { method: 'Plan' }, { correlationId: 'x' }],
  },
  {
    path: '/paymentNotice/init',
    rightFor: () => notice,
    changes: [{ providerId: 'unknown' }, { claimNumber: 7 }],
  },
];

for (const { path, rightFor, changes } of malformed) {
  test(`a malformed body of ${path} is refused`, async (t) => {
    const mock = await runningMock(t);
    const { accessToken } = await newSession(mock);
    const right = rightFor(mock);
    for (const body of ['', '{', '{}', ...changes.map((change) => ({ ...right, ...change }))]) {
      const answer = await askDummyPayer(mock, path, accessToken, { body });
      assert.match(assertRefused(answer, 400), /^Malformed request body/);
    }
    assert.equal((await askDummyPayer(mock, path, accessToken, { body: right })).status, 202);
  });
}
