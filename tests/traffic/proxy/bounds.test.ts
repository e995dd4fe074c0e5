import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { defaultTls } from '../../../support/mock/tls';
import { eventually } from '../../eventually';
import { startRelayFor, rawServer, sendBytes } from './relay-scene';

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const closing = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answering = (socket: Socket) => socket.on('data', () => socket.write(ok));
const idleMs = 200;

/** What comes back; nothing where the connection is closed, or reset. */
const heard = (port: number): Promise<string> => sendBytes(port, closing).catch(() => '');

describe('the proxy bounds', () => {
  it('connections: those beyond are closed unheard, and room that is given back is used', async (t) => {
    const { port, refused } = await startRelayFor(t, await rawServer(t, answering), { maxConnections: 2 });
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of held) {
      socket.write(get);
      assert.match(String((await once(socket, 'data'))[0]), /200 OK/);
    }
    assert.equal(await heard(port), '');
    assert.equal(refused(), 1);
    held[0]?.destroy();
    // The proxy hears of the end in its own time.
    await eventually('there is room again', async () => (await heard(port)).includes('200 OK'));
    held[1]?.destroy();
  });

  it('connections over TLS alike, from before their handshake', async (t) => {
    const tls = await defaultTls(['127.0.0.1']);
    const upstream = await rawServer(t, answering);
    const { port, refused } = await startRelayFor(t, upstream, { maxConnections: 1, tls });
    const held = connectTls({ port, host: '127.0.0.1', ca: tls.ca });
    await once(held, 'secureConnect');
    assert.equal(await heard(port), '');
    assert.equal(refused(), 1);
    held.write(get);
    assert.match(String((await once(held, 'data'))[0]), /^HTTP\/1\.1 200 /);
    held.destroy();
  });

  it('TLS connections that a client closes without a request are counted, and those with a request are not', async (t) => {
    const tls = await defaultTls(['127.0.0.1']);
    const upstream = await rawServer(t, answering);
    const { port, left } = await startRelayFor(t, upstream, { tls });
    const served = connectTls({ port, host: '127.0.0.1', ca: tls.ca });
    served.write(get);
    await once(served, 'data');
    served.destroy();
    const untrusting = connectTls({ port, host: '127.0.0.1' });
    await once(untrusting, 'error');
    assert.equal(await eventually('the connection is counted', () => left() || undefined), 1);
  });

  it('the silence of the far side: 504, and a recording that says so', async (t) => {
    const { port, next } = await startRelayFor(t, await rawServer(t, (socket) => socket.resume()), {
      idleMs,
    });
    assert.match(await sendBytes(port, closing), /^HTTP\/1\.1 504 [^]*ETIMEDOUT/);
    assert.equal((await next()).failure?.kind, 'timeout');
  });

  it('the silence of a client in the middle of its request', async (t) => {
    const { port, next } = await startRelayFor(t, await rawServer(t, (socket) => socket.resume()), {
      idleMs,
    });
    const came = await sendBytes(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    assert.match(came, /^HTTP\/1\.1 504 /);
    assert.equal((await next()).request.flaw?.kind, 'incomplete');
  });

  it('no answer that goes on, however long it takes', async (t) => {
    // A busy machine may hold this process up between two pieces, but not for so long.
    const patience = 5 * idleMs;
    const upstream = await rawServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n');
        let sent = 0;
        const drip = setInterval(() => {
          socket.write('x');
          sent += 1;
          if (sent === 5) clearInterval(drip);
        }, patience / 4);
      });
    });
    const { port } = await startRelayFor(t, upstream, { idleMs: patience });
    assert.match(await sendBytes(port, closing), /x{5}$/);
  });
});
