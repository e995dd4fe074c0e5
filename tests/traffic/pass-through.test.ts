import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer, request } from 'node:http';
import { createServer as createTcp, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Passed, PassOptions } from '../../support/journey/traffic/pass-through';
import { passThrough } from '../../support/journey/traffic/pass-through';
import { startMock } from '../../support/mock/start-mock';

interface Scene {
  readonly port: number;
  /** What went through; waits for the next where there is none yet. */
  readonly next: () => Promise<Passed>;
}

async function inFrontOf(t: TestContext, upstream: string, more: Partial<PassOptions> = {}): Promise<Scene> {
  const passed: Passed[] = [];
  let tell: () => void = () => undefined;
  const pass = await passThrough({
    upstream: new URL(upstream),
    listen: { host: '127.0.0.1', port: 0 },
    observe(each) {
      passed.push(each);
      tell();
    },
    ...more,
  });
  t.after(() => pass.close());
  return {
    port: pass.port,
    async next() {
      if (passed.length === 0)
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      const [first] = passed.splice(0, 1);
      assert.ok(first);
      return first;
    },
  };
}

/** A server that is told what to do with each connection, byte by byte. */
async function rawServer(t: TestContext, act: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcp((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    act(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function webServer(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends bytes and gives all that comes back until the other side ends. */
async function speak(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

describe('the proxy', () => {
  it('passes requests on as they are, in order, spelling and repetition of their headers', async (t) => {
    let arrived = '';
    const upstream = await rawServer(t, (socket) => {
      socket.on('data', (chunk: Buffer) => {
        arrived += chunk.toString('latin1');
        if (!arrived.endsWith('{"a": 1}')) return;
        socket.end(
          'HTTP/1.1 207 Odd Words\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 3\r\n\r\n\u00ff\u0000z',
          'latin1',
        );
      });
    });
    const { port, next } = await inFrontOf(t, upstream);
    const head = 'POST /a%2Fb?x=%20 HTTP/1.1\r\nhOST: proxy\r\nX-b: 2\r\nx-B: 1\r\ncontent-LENGTH: 8\r\n\r\n';
    const answer = await speak(port, `${head}{"a": 1}`.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    assert.equal(
      arrived.replace(/hOST: .*\r\n/, 'hOST: proxy\r\n').replace(/Connection: .*\r\n/, ''),
      `${head}{"a": 1}`,
    );
    assert.match(answer, /^HTTP\/1\.1 207 Odd Words\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 3\r\n/);
    assert.ok(answer.endsWith('\u00ff\u0000z'));
    const seen = await next();
    assert.deepEqual(
      [seen.method, seen.target, seen.body.toString(), seen.answer?.status],
      ['POST', '/a%2Fb?x=%20', '{"a": 1}', 207],
    );
    assert.deepEqual(
      seen.headers.map(([name]) => name),
      ['hOST', 'X-b', 'x-B', 'content-LENGTH', 'Connection'],
    );
  });

  it('streams both ways: neither side waits for the end of the other', async (t) => {
    const upstream = await webServer(
      t,
      createServer((incoming, response) => {
        response.writeHead(200, { 'Content-Type': 'text/plain' });
        incoming.on('data', (chunk: Buffer) => response.write(chunk.toString().toUpperCase()));
        incoming.on('end', () => response.end('.'));
      }),
    );
    const { port } = await inFrontOf(t, upstream);
    const outgoing = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    outgoing.write('one');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(String((await once(answer, 'data'))[0]), 'ONE');
    outgoing.write('two');
    assert.equal(String((await once(answer, 'data'))[0]), 'TWO');
    outgoing.end();
    assert.equal(String((await once(answer, 'data'))[0]), '.');
  });

  it('passes trailers on, and 100 Continue', async (t) => {
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => {
        response.writeHead(200, { Trailer: 'X-Sum', 'Transfer-Encoding': 'chunked' });
        response.write(incoming.rawTrailers.join('='));
        response.addTrailers({ 'X-Sum': '42' });
        response.end();
      });
    });
    let continued = false;
    server.on('checkContinue', (incoming, response) => {
      continued = true;
      response.writeContinue();
      server.emit('request', incoming, response);
    });
    const { port } = await inFrontOf(t, await webServer(t, server));
    const trailing = await speak(
      port,
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTrailer: X-T\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-T: end\r\n\r\n',
    );
    assert.match(trailing, /X-T=end/);
    assert.match(trailing, /\r\n0\r\nX-Sum: 42\r\n\r\n$/);

    const outgoing = request({
      port,
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': '2' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    assert.ok(continued);
    outgoing.end('ok');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 200);
    answer.resume();
  });

  it('passes an upgrade on, both ways', async (t) => {
    const server = createServer();
    server.on('upgrade', (_incoming, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n');
      socket.pipe(socket);
    });
    const { port, next } = await inFrontOf(t, await webServer(t, server));
    const outgoing = request({ port, headers: { Connection: 'Upgrade', Upgrade: 'echo' } });
    outgoing.end();
    const [answer, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Socket];
    assert.equal(answer.statusCode, 101);
    socket.write('hello');
    assert.equal(String((await once(socket, 'data'))[0]), 'hello');
    socket.destroy();
    assert.equal((await next()).answer?.status, 101);
  });

  it('answers 502 in its own name where nobody answers, and says so in the recording', async (t) => {
    const { port, next } = await inFrontOf(t, 'http://127.0.0.1:1');
    const answer = await fetch(`http://127.0.0.1:${port}/x`);
    assert.deepEqual([answer.status, answer.headers.get('via')], [502, '1.1 conform-proxy']);
    assert.match(await answer.text(), /gave no answer to the proxy: ECONNREFUSED/);
    const seen = await next();
    assert.deepEqual([seen.answer, seen.failure?.kind], [undefined, 'unreachable']);
  });

  it('hangs up where the far side does, in the middle of an answer too', async (t) => {
    const upstream = await rawServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
      });
    });
    const { port, next } = await inFrontOf(t, upstream);
    const answer = await speak(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(
      (error: Error) => error.message,
    );
    assert.doesNotMatch(answer, /502/);
    assert.equal((await next()).failure?.kind, 'reset');
  });

  it('hangs up at the far side where the client does', async (t) => {
    let ended: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const upstream = await rawServer(t, (socket) => {
      socket.on('close', ended);
      socket.resume();
    });
    const { port, next } = await inFrontOf(t, upstream);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    await once(socket, 'ready');
    // The proxy has it once the far side has it.
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await over;
    const seen = await next();
    assert.deepEqual([seen.broken, seen.failure?.kind], [true, 'reset']);
  });

  it('trusts the authority of the target alone', async (t) => {
    const mock = await startMock();
    t.after(() => mock.close());
    const trusting = await inFrontOf(t, mock.urls.gateway, { ...(mock.ca !== undefined && { ca: mock.ca }) });
    assert.equal((await fetch(`http://127.0.0.1:${trusting.port}/nothing`)).status, 404);
    const wary = await inFrontOf(t, mock.urls.gateway);
    assert.equal((await fetch(`http://127.0.0.1:${wary.port}/nothing`)).status, 502);
    await trusting.next();
    assert.equal((await wary.next()).failure?.kind, 'tls');
  });

  it('keeps the beginning of a large body, and passes all of it on', async (t) => {
    const upstream = await webServer(
      t,
      createServer((incoming, response) => {
        let bytes = 0;
        incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
        incoming.on('end', () => response.end(String(bytes)));
      }),
    );
    const { port, next } = await inFrontOf(t, upstream);
    const body = Buffer.alloc(5_000_000, 'x');
    assert.equal(
      await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).text(),
      '5000000',
    );
    const seen = await next();
    assert.deepEqual([seen.bytes, seen.body.length], [5_000_000, 1024 * 1024]);
  });

  it('listens where it can, and says where it cannot', async (t) => {
    const { port } = await inFrontOf(t, 'http://127.0.0.1:1');
    const again = passThrough({
      upstream: new URL('http://127.0.0.1:1'),
      listen: { host: '127.0.0.1', port },
      observe: () => undefined,
    });
    await assert.rejects(again, /EADDRINUSE/);
  });
});
