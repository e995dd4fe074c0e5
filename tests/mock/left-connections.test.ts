import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTcp } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import type { Mock } from '../../support/mock/start-mock';
import { foreignCertificate } from '../../support/mock/stimuli';
import { foreignTls } from '../../support/mock/tls';
import { tolerance } from '../../support/mock/tolerance';
import { eventually } from '../eventually';
import { good } from './hostile-cases';
import { rawClient, statusesIn } from './raw-client';
import { runningMock } from './running-mock';

const portOf = ({ urls }: Mock): number => Number(new URL(urls.gateway).port);

function opened(mock: Mock, options: ConnectionOptions = { ca: mock.ca }): TLSSocket {
  return connect({ host: '127.0.0.1', port: portOf(mock), ...options }).on('error', () => undefined);
}

/** Resolves when a socket is closed, after an error too. */
const closing = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.resume().once('close', () => {
      resolve();
    });
  });

/** A connection that ends as soon as its client knows that the handshake is complete. */
async function leave(mock: Mock, options?: ConnectionOptions): Promise<void> {
  const socket = opened(mock, options);
  socket.once('secureConnect', () => socket.end());
  await closing(socket);
}

const countOf = (mock: Mock): number | undefined => mock.leftConnections() || undefined;

/** Checks that nothing was counted so far: only a later connection, which leaves at once, is. */
async function assertNoneLeft(mock: Mock): Promise<void> {
  await leave(mock);
  assert.equal(await eventually('a connection is counted', () => countOf(mock)), 1);
}

/** A mock with an open connection on which the client was answered. */
async function answered(t: TestContext) {
  const mock = await runningMock(t);
  const client = rawClient(mock.urls.gateway, mock.ca);
  client.send(good('keep-alive'));
  await once(client.socket, 'data');
  return { mock, client };
}

describe('a connection without a request', () => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const versions = { minVersion: version, maxVersion: version };

    it(`is counted if the client does not trust the certificate, over ${version}`, async (t) => {
      const mock = await runningMock(t);
      const socket = opened(mock, versions);
      await closing(socket);
      assert.equal(socket.authorized, false);
      assert.equal(await eventually('it is counted', () => countOf(mock)), 1);
    });

    it(`is counted if the client leaves after the handshake, over ${version}`, async (t) => {
      const mock = await runningMock(t, { tolerance });
      await leave(mock, { ...versions, ca: mock.ca });
      assert.equal(await eventually('it is counted', () => countOf(mock)), 1);
    });
  }

  it('is not counted if the client never began a handshake', async (t) => {
    const mock = await runningMock(t);
    const probe = connectTcp(portOf(mock), '127.0.0.1');
    probe.once('connect', () => probe.end());
    await closing(probe);
    await assertNoneLeft(mock);
  });

  it('is not counted if the client leaves later', async (t) => {
    const mock = await runningMock(t);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const socket = opened(mock);
    await once(socket, 'session');
    t.mock.timers.tick(5001);
    socket.end();
    await closing(socket);
    t.mock.timers.reset();
    await assertNoneLeft(mock);
  });

  it('is not counted if the client waits until the mock ends', async (t) => {
    const mock = await runningMock(t);
    const waiting = opened(mock);
    // The mock has sent its session tickets, so the handshake is complete on both sides.
    await once(waiting, 'session');
    const closed = closing(waiting);
    await mock.close();
    await closed;
    assert.equal(mock.leftConnections(), 0);
  });

  it('is not counted while an injected fault presents a foreign certificate', async (t) => {
    const mock = await runningMock(t, { tolerance });
    mock.stimuli.play(foreignCertificate(await foreignTls([])));
    await closing(opened(mock));
    mock.stimuli.lift();
    await assertNoneLeft(mock);
  });
});

describe('a connection with a request is not counted', () => {
  it('if the client leaves after its answer', async (t) => {
    const { mock, client } = await answered(t);
    client.socket.end();
    await client.answered;
    await assertNoneLeft(mock);
  });

  it('if the request is cut off or unreadable', async (t) => {
    const mock = await runningMock(t);
    const cut = opened(mock);
    cut.once('secureConnect', () => cut.end('G'));
    const unreadable = rawClient(mock.urls.gateway, mock.ca);
    unreadable.send('hello there\r\n\r\n');
    await Promise.all([closing(cut), unreadable.answered]);
    assert.deepEqual(statusesIn(await unreadable.answered), [400]);
    await assertNoneLeft(mock);
  });

  it('if it is plain http', async (t) => {
    const mock = await runningMock(t);
    const client = rawClient(mock.urls.gateway);
    client.send(good('close'));
    await client.answered;
    await assertNoneLeft(mock);
  });
});
