import assert from 'node:assert/strict';
import { test } from 'node:test';
import { good, withBody } from './hostile-cases';
import { playForRawClients, quick } from './hostile-scene';
import { rawClient, statusesIn } from './raw-client';
import { runningMock } from './running-mock';

test('requests in one packet are answered in their order', async (t) => {
  const scene = await playForRawClients(t);
  const client = scene.connect();
  client.send(good('keep-alive') + good('keep-alive').replace('GET', 'PUT') + good('close'));

  assert.deepEqual(statusesIn(await client.answered), [404, 404, 404]);
  await scene.recorded(3);
  assert.deepEqual(
    scene.exchanges.map(({ request }) => request.method),
    ['GET', 'PUT', 'GET'],
  );
});

test('what follows a request in its packet and is none is refused after it', async (t) => {
  const scene = await playForRawClients(t);
  const client = scene.connect();
  client.send(`${good('keep-alive')}hello there\r\n\r\n`);

  assert.deepEqual(statusesIn(await client.answered), [404, 400]);
  const [first, second] = await Promise.all([scene.recorded(1), scene.recorded(2)]);
  const both = [first, second].sort((one) => (one.request.flaw === undefined ? -1 : 1));
  assert.deepEqual(
    both.map(({ request, response }) => [request.method, request.flaw?.kind, response?.status]),
    [
      ['GET', undefined, 404],
      ['UNKNOWN', 'unreadable', 400],
    ],
  );
});

test('a connection that asks for nothing is no exchange', async (t) => {
  const scene = await playForRawClients(t, { limits: quick });
  const silent = scene.connect();
  const left = scene.connect();
  left.socket.once('connect', () => left.socket.resetAndDestroy());
  const idle = scene.connect();
  idle.send(good('keep-alive'));
  await scene.recorded();
  idle.socket.resetAndDestroy();
  await Promise.all([silent.answered, left.answered, idle.answered]);

  assert.equal(scene.exchanges.length, 1);
});

test('what can be made out of a refused head is recorded without its secrets', async (t) => {
  const scene = await playForRawClients(t);
  const client = scene.connect();
  const { clientSecret } = scene.played.mock.account;
  client.send(
    `GET /x?key=${clientSecret} HTTP/9.9\r\nHost: mock\r\nAuthorization: Bearer some-token\r\nX-Cut: ${clientSecret.slice(0, 9)}`,
  );
  await client.answered;

  const exchange = await scene.recorded();
  assert.equal(new URL(exchange.request.url).pathname, '/x');
  const [host, authorization, ...others] = exchange.request.headers;
  assert.deepEqual([host, others], [['Host', 'mock'], []]);
  assert.match(authorization?.join(': ') ?? '', /^Authorization: Bearer ‹text, 10, ~[\w-]{14}›$/);
  assert.ok(!JSON.stringify(exchange).includes(clientSecret.slice(0, 9)));
});

test('a body of 5 MB is recorded cut, and marked', async (t) => {
  const scene = await playForRawClients(t);
  const client = scene.connect();
  client.send(...withBody('x'.repeat(5_000_000)));
  await client.answered;

  const { body } = (await scene.recorded()).request;
  assert.equal(body?.cut, true);
  assert.equal(body.bytes, 5_000_000);
  assert.match(body.text, /^‹base64, 786432 bytes, canonical›$/);
});

test('a client that speaks plain http to TLS is answered, and told so', async (t) => {
  const scene = await playForRawClients(t, { tls: true });
  const client = rawClient(scene.played.mock.urls.gateway);
  client.send(good('close'));
  await client.answered;

  const { request, response, facts } = await scene.recorded();
  assert.equal(request.flaw, undefined);
  assert.match(request.url, /^http:/);
  assert.equal(facts.inClear, true);
  assert.equal(response?.status, 404);
  assert.equal(scene.conclusions().get('SEC-01')?.breachCount, 1);
  const next = scene.connect();
  next.send(good('close'));
  assert.deepEqual(statusesIn(await next.answered), [404]);
});

test('a recorder that fails keeps no client from its answer', async (t) => {
  const told: unknown[] = [];
  const mock = await runningMock(t, {
    tls: false,
    observe: () => {
      throw new Error('full');
    },
    onError: (_operation, error) => told.push(error),
  });
  for (const sent of [good('close'), 'hello there\r\n\r\n']) {
    const client = rawClient(mock.urls.gateway);
    client.send(sent);
    assert.equal(statusesIn(await client.answered).length, 1);
  }
  assert.equal(told.length, 2);
});
