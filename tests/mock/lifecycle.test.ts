import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { test } from 'node:test';
import { defaultHandlers } from '../../support/mock/services';
import { startMock } from '../../support/mock/start-mock';
import { freePort } from '../ports';
import { sendExactRequest } from './ask';
import { runningMock } from './running-mock';

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

const portOf = (url: string) => Number(new URL(url).port);

test('the ports can be chosen', async (t) => {
  const port = await freePort();
  const mock = await runningMock(t, { ports: { registry: port } });
  assert.equal(mock.urls.registry, `https://127.0.0.1:${port}/v4`);
  assert.equal(new Set(Object.values(mock.urls).map(portOf)).size, 5);
});

test('a port in use rejects, and leaves nothing listening', async () => {
  const taken = await listenOn(0);
  const { port } = taken.address() as AddressInfo;
  const gateway = await freePort();
  await assert.rejects(startMock({ ports: { gateway, registry: port } }), { code: 'EADDRINUSE', port });
  await stop(await listenOn(gateway));
  await stop(taken);
  await (await startMock({ ports: { gateway, registry: port } })).close();
});

test('closing frees the ports', async () => {
  const ports = {
    gateway: await freePort(),
    identity: await freePort(),
    registry: await freePort(),
    dummyPayer: await freePort(),
    provider: await freePort(),
  };
  await (await startMock({ ports })).close();
  for (const port of Object.values(ports)) await stop(await listenOn(port));
});

test('closing waits neither for a silent connection nor for a handler that never answers', async (t) => {
  let reached: () => void = () => undefined;
  const inHandler = new Promise<void>((resolve) => (reached = resolve));
  const jwks = () => {
    reached();
    return new Promise<never>(() => undefined);
  };
  const mock = await startMock({ seams: { handlers: { ...defaultHandlers, jwks } } });
  const silent = connect(portOf(mock.urls.gateway), '127.0.0.1').on('error', () => undefined);
  t.after(() => silent.destroy());
  await once(silent, 'connect');
  const asked = sendExactRequest(`${mock.urls.gateway}/api/hiecm/gateway/v3/certs`, { ca: mock.ca ?? '' });
  const broken = assert.rejects(asked, { code: 'ECONNRESET' });
  await inHandler;
  await Promise.all([mock.close(), broken]);
});

test('closing twice is harmless', async () => {
  const mock = await startMock();
  await mock.close();
  await mock.close();
});
