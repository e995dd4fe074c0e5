import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCircuitBreaker } from '../../support/client/availability';
import type { OutgoingRequest } from '../../support/client/sender';
import { EnvironmentError } from '../../support/contract/outcome';
import type { TransportFailure } from '../../support/exchange/exchange';
import { recorderKnowing } from '../exchange/planting';

const timeout: TransportFailure = { kind: 'timeout', code: 'ETIMEDOUT', message: 'no whole answer' };

/** A sender that plays what is planned for an origin, in turn, and counts what it is asked for. */
function playing(plan: Readonly<Record<string, readonly (TransportFailure | 200)[]>>) {
  const asked: string[] = [];
  const record = recorderKnowing();
  const sender = withCircuitBreaker({
    send: (request) => {
      const { origin } = new URL(request.url);
      const turn = asked.filter((each) => each === origin).length;
      asked.push(origin);
      const outcome = plan[origin]?.[turn] ?? 200;
      const raw = { request: { method: 'GET', url: request.url, headers: [] } };
      const exchange = record(outcome === 200 ? raw : { ...raw, failure: outcome });
      return Promise.resolve({ exchange });
    },
  });
  const send = (url: string, more: Partial<OutgoingRequest> = {}) =>
    sender.send({ service: 'gateway', method: 'GET', url, headers: {}, ...more });
  return { send, asked };
}

const down = 'https://down.example';
const up = 'https://up.example';

test('after two time-outs an address is asked no more, and others go on', async () => {
  const { send, asked } = playing({ [down]: [timeout, timeout] });
  assert.equal((await send(`${down}/a`)).exchange.failure?.kind, 'timeout');
  await send(`${up}/a`);
  assert.equal((await send(`${down}/b`)).exchange.failure?.kind, 'timeout');
  for (const path of ['a', 'b', 'c'])
    await assert.rejects(
      send(`${down}/${path}`),
      (error) => error instanceof EnvironmentError && error.message.includes(down),
    );
  await send(`${up}/b`);
  assert.deepEqual(asked, [down, up, down, up]);
});

test('other failures are no time-outs', async () => {
  const reset: TransportFailure = { kind: 'reset', code: 'ECONNRESET', message: 'gone' };
  const refused: TransportFailure = { kind: 'unreachable', code: 'ECONNREFUSED', message: 'refused' };
  const { send, asked } = playing({ [down]: [timeout, reset, refused, reset, 200] });
  for (let turn = 0; turn < 5; turn += 1) await send(`${down}/`);
  assert.equal(asked.length, 5);
});

test('ports tell addresses apart', async () => {
  const { send } = playing({ [`${down}:8443`]: [timeout, timeout] });
  await send(`${down}:8443/`);
  await send(`${down}:8443/`);
  await assert.rejects(send(`${down}:8443/`), EnvironmentError);
  assert.equal((await send(`${down}/`)).exchange.failure, undefined);
});

test('an address whose connections never come about counts as down too', async () => {
  const none: TransportFailure = { kind: 'unreachable', code: 'ETIMEDOUT', message: 'no connection' };
  const { send } = playing({ [down]: [none, none] });
  await send(`${down}/`);
  await send(`${down}/`);
  await assert.rejects(send(`${down}/`), EnvironmentError);
});

test('a look whether anybody is there is no strike', async () => {
  const { send, asked } = playing({ [down]: [timeout, timeout, timeout, timeout, timeout] });
  const look = { asked: { part: 'open', round: 'reachability', variant: 'gateway' } } as const;
  for (let turn = 0; turn < 3; turn += 1) await send(`${down}/`, look);
  await send(`${down}/`);
  await send(`${down}/`);
  await assert.rejects(send(`${down}/`), EnvironmentError);
  assert.equal(asked.length, 5);
});
