import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  pactumTransport,
  type TransportMaker,
  ConnectionError,
} from '../../../support/client/integrator/transport';
import { defaultHandlers } from '../../../support/mock/services';
import type { MockHandler, MockOperation, MockReply } from '../../../support/mock/seams';
import { makeTls } from '../../../support/mock/tls';
import { assertFails, header, setUpIntegrator } from './scene';

/** A handler that answers so first, and then as it should. */
function after(replies: readonly MockReply[], operation: MockOperation): MockHandler {
  const left = [...replies];
  return (call, state) => left.shift() ?? defaultHandlers[operation](call, state);
}

test('a busy gateway is asked again, by a request with its own id and time', async (t) => {
  const busy = after([{ status: 503 }, { status: 429 }], 'session.create');
  const { integrator, clock, seen } = await setUpIntegrator(t, {
    handlers: { 'session.create': busy },
  });
  await integrator['session.create']({});
  for (const name of ['REQUEST-ID', 'TIMESTAMP'])
    assert.equal(new Set(seen('session.create').map((each) => header(each, name))).size, 3, name);
  assert.deepEqual(clock.waits, [100, 200]);
});

test('it is asked three times, and no more', async (t) => {
  const { integrator, seen } = await setUpIntegrator(t, {
    handlers: { 'session.create': () => ({ status: 503 }) },
  });
  await assertFails(() => integrator['session.create']({}), /status 503/);
  assert.equal(seen('session.create').length, 3);
});

test('Retry-After is heeded within bounds', async (t) => {
  const replies = ['1', '3600'].map((seconds) => ({ status: 429, headers: { 'retry-after': seconds } }));
  const busy = after(replies, 'session.create');
  const { integrator, clock } = await setUpIntegrator(t, {
    handlers: { 'session.create': busy },
  });
  await integrator['session.create']({});
  assert.deepEqual(clock.waits, [1000, 5000]);
});

test('other refusals are not repeated', async (t) => {
  for (const status of [400, 403, 404, 500]) {
    const { integrator, seen } = await setUpIntegrator(t, {
      mock: { tls: false },
      handlers: { 'session.create': () => ({ status }) },
    });
    await assertFails(() => integrator['session.create']({}), new RegExp(`status ${status}`));
    assert.equal(seen('session.create').length, 1);
  }
});

test('a broken connection is tried again, by a request with an id of its own', async (t) => {
  const sent: string[] = [];
  const flaky: TransportMaker = (ca) => {
    const own = pactumTransport(ca);
    return {
      send: (request) => {
        sent.push(request.headers['REQUEST-ID'] ?? '');
        return sent.length === 1
          ? Promise.reject(new ConnectionError('reset', 'ECONNRESET'))
          : own.send(request);
      },
    };
  };
  const { integrator } = await setUpIntegrator(t, { seams: { transport: flaky } });
  await integrator['session.create']({});
  assert.equal(new Set(sent).size, 2);
});

test('a service that is gone is an error in the end', async (t) => {
  const { mock, integrator, clock, logged } = await setUpIntegrator(t);
  await mock.close();
  await assertFails(() => integrator['session.create']({}), /unreachable/);
  assert.equal(clock.waits.length, 2);
  assert.equal(logged.length, 3);
});

test('a server that the CA does not vouch for is told nothing, and not asked again', async (t) => {
  const { ca } = makeTls(['127.0.0.1']);
  const { integrator, clock, seen } = await setUpIntegrator(t, { params: { caCertificate: ca } });
  await assertFails(() => integrator['session.create']({}), /tls/);
  assert.deepEqual([clock.waits, seen().filter(({ request }) => request.method === 'POST')], [[], []]);
});
