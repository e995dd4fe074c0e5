import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CycleKind } from '../../support/contract/payer-facts';
import type { PayerCycle } from '../../support/mock/payer/cycle';
import type { Mock } from '../../support/mock/start-mock';
import { randomUUID } from '../seed';
import { askDummyPayer, newSession } from './ask';
import { startMockPair } from './tolerant-scene';

const parties = { provider: '1000000001@sbx', payer: '1000003538@sbx' };

function begin({ cycles }: Mock, kind: CycleKind): PayerCycle {
  return cycles.open({ correlationId: randomUUID(), workflowId: randomUUID(), kind, ...parties });
}

async function trigger(
  mock: Mock,
  correlationId: unknown,
  action = 'Approve',
  method = 'Preauth',
): Promise<number> {
  const { accessToken } = await newSession(mock);
  const body = { action, method, correlationId };
  return (await askDummyPayer(mock, '/process/request', accessToken, { body })).status;
}

const wrongIds: Readonly<Record<string, () => unknown>> = {
  'of no cycle': randomUUID,
  'of no form': () => '20261121-7',
  'that is a number': () => 7,
  'that is left out': () => undefined,
};

for (const [which, idOf] of Object.entries(wrongIds))
  test(`a trigger with an id ${which} is refused by a strict payer; a tolerant one goes on with the cycle that waits`, async (t) => {
    const { tolerant, strict } = await startMockPair(t);
    begin(strict, 'preauth');
    assert.ok((await trigger(strict, idOf())) >= 400);
    const [waiting, other] = [begin(tolerant, 'preauth'), begin(tolerant, 'claim')];
    assert.equal(await trigger(tolerant, idOf()), 202);
    assert.deepEqual([waiting.state, other.state], ['over', 'requested']);
  });

test('where several cycles of the kind wait, or none, it cannot be told which is meant', async (t) => {
  const { tolerant } = await startMockPair(t);
  begin(tolerant, 'claim');
  assert.ok((await trigger(tolerant, randomUUID())) >= 400);
  const two = [begin(tolerant, 'preauth'), begin(tolerant, 'preauth')];
  assert.ok((await trigger(tolerant, randomUUID())) >= 400);
  assert.deepEqual(
    two.map(({ state }) => state),
    ['requested', 'requested'],
  );
});

test('a trigger that names a cycle which was decided otherwise is meant for the one that waits, if the suite asked for it', async (t) => {
  const { tolerant, strict } = await startMockPair(t);
  for (const mock of [tolerant, strict]) {
    const { correlationId } = begin(mock, 'preauth');
    assert.equal(await trigger(mock, correlationId), 202);
    const [waiting, claim] = [begin(mock, 'preauth'), begin(mock, 'claim')];
    const reject = () => trigger(mock, correlationId, 'Reject');
    const approve = () => trigger(mock, correlationId, 'Approve', 'Claim');
    const asked = { action: 'Reject', kind: 'preauth', correlationId: waiting.correlationId } as const;
    const ofClaim = { action: 'Approve', kind: 'claim', correlationId: claim.correlationId } as const;
    assert.deepEqual([await reject(), await mock.cycles.whileAsked(ofClaim, reject)], [409, 409]);
    const statuses = [
      await mock.cycles.whileAsked(asked, reject),
      await mock.cycles.whileAsked(ofClaim, approve),
    ];
    assert.deepEqual([await reject(), await approve()], [409, 409]);
    const isTolerant = mock === tolerant;
    assert.deepEqual(statuses, isTolerant ? [202, 202] : [409, 409]);
    const state = isTolerant ? 'over' : 'requested';
    assert.deepEqual([waiting.state, claim.state], [state, state]);
  }
});

test('a trigger that is sent again, or decides after a query, is meant for its own cycle', async (t) => {
  const { tolerant } = await startMockPair(t);
  const [approved, queried] = [begin(tolerant, 'preauth'), begin(tolerant, 'preauth')];
  assert.equal(await trigger(tolerant, approved.correlationId), 202);
  assert.equal(await trigger(tolerant, queried.correlationId, 'Query'), 202);
  const waiting = begin(tolerant, 'preauth');
  assert.equal(await trigger(tolerant, approved.correlationId), 409);
  assert.equal(await trigger(tolerant, queried.correlationId), 409);
  assert.equal(waiting.state, 'requested');
});

test('the right id of a cycle that waits is never taken for that of another', async (t) => {
  const { tolerant } = await startMockPair(t);
  const [first, second] = [begin(tolerant, 'preauth'), begin(tolerant, 'preauth')];
  assert.equal(await trigger(tolerant, second.correlationId, 'Reject'), 202);
  assert.deepEqual([first.state, second.state], ['requested', 'over']);
  // The wrong method is judged as what it is.
  assert.equal(await trigger(tolerant, begin(tolerant, 'claim').correlationId), 409);
  assert.equal(first.state, 'requested');
});
