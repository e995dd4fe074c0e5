import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { defaultTls } from '../../support/mock/tls';
import { Connections } from '../../support/traffic/connections';
import { inFrontOf, rawServer, speak } from './relay-scene';

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const closing = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answering = (socket: Socket) => socket.on('data', () => socket.write(ok));
const idleMs = 200;

describe('the proxy bounds', () => {
  it('connections: those beyond are answered 503, and room that is given back is used', async (t) => {
    const connections = new Connections(2);
    const { port } = await inFrontOf(t, await rawServer(t, answering), { connections });
    const held = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    for (const socket of held) {
      socket.write(get);
      assert.match(String((await once(socket, 'data'))[0]), /200 OK/);
    }
    const refused = await speak(port, get);
    assert.match(refused, /^HTTP\/1\.1 503 [^]*via: 1\.1 conform-proxy[^]*--max-connections/);
    assert.equal(connections.refused, 1);
    const [first] = held;
    first?.destroy();
    await assert.doesNotReject(async () => {
      // The proxy hears of the end in its own time.
      for (let answer = ''; !answer.includes('200 OK');) answer = await speak(port, closing);
    });
    held[1]?.destroy();
  });

  it('connections over TLS alike', async (t) => {
    const tls = await defaultTls(['127.0.0.1']);
    const connections = new Connections(1);
    const { port } = await inFrontOf(t, await rawServer(t, answering), { connections, tls });
    const open = () => connectTls({ port, host: '127.0.0.1', ca: tls.ca });
    const held = open();
    await once(held, 'secureConnect');
    const refused = open();
    refused.write(get);
    assert.match(String((await once(refused, 'data'))[0]), /^HTTP\/1\.1 503 /);
    held.write(get);
    assert.match(String((await once(held, 'data'))[0]), /^HTTP\/1\.1 200 /);
    for (const socket of [held, refused]) socket.destroy();
  });

  it('the silence of the far side: 504, and a recording that says so', async (t) => {
    const { port, next } = await inFrontOf(t, await rawServer(t, (socket) => socket.resume()), { idleMs });
    assert.match(await speak(port, closing), /^HTTP\/1\.1 504 [^]*ETIMEDOUT/);
    assert.equal((await next()).failure?.kind, 'timeout');
  });

  it('the silence of a client in the middle of its request', async (t) => {
    const { port, next } = await inFrontOf(t, await rawServer(t, (socket) => socket.resume()), { idleMs });
    const came = await speak(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf');
    assert.match(came, /^HTTP\/1\.1 504 /);
    assert.equal((await next()).request.flaw?.kind, 'incomplete');
  });

  it('no answer that goes on, however long it takes', async (t) => {
    const upstream = await rawServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n');
        let sent = 0;
        const drip = setInterval(() => {
          socket.write('x');
          sent += 1;
          if (sent === 10) clearInterval(drip);
        }, idleMs / 4);
      });
    });
    const { port } = await inFrontOf(t, upstream, { idleMs });
    assert.match(await speak(port, closing), /x{10}$/);
  });
});
