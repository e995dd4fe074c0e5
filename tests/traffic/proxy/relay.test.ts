import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import { describe, it } from 'node:test';
import { startRelayFor, rawServer, sendBytes, webServer } from './relay-scene';

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
    const { port, next } = await startRelayFor(t, upstream);
    const head = 'POST /a%2Fb?x=%20 HTTP/1.1\r\nhOST: proxy\r\nX-b: 2\r\nx-B: 1\r\ncontent-LENGTH: 8\r\n\r\n';
    const answer = await sendBytes(
      port,
      `${head}{"a": 1}`.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    assert.equal(
      arrived.replace(/hOST: .*\r\n/, 'hOST: proxy\r\n').replace(/Connection: .*\r\n/, ''),
      `${head}{"a": 1}`,
    );
    assert.match(answer, /^HTTP\/1\.1 207 Odd Words\r\nX-One: 1\r\nx-ONE: 2\r\nContent-Length: 3\r\n/);
    assert.ok(answer.endsWith('\u00ff\u0000z'));
    const { request, response } = await next();
    assert.deepEqual(
      [request.method, request.url, request.body?.toString(), response?.status],
      ['POST', '/a%2Fb?x=%20', '{"a": 1}', 207],
    );
    assert.deepEqual(
      request.headers.map(([name]) => name),
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
    const { port } = await startRelayFor(t, upstream);
    const outgoing = request({ port, method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    outgoing.write('one');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(String((await once(answer, 'data'))[0]), 'ONE');
    outgoing.write('two');
    assert.equal(String((await once(answer, 'data'))[0]), 'TWO');
    outgoing.end();
    assert.equal(String((await once(answer, 'data'))[0]), '.');
  });

  it('passes 100 Continue on, for which a client waits', async (t) => {
    const server = createServer((incoming, response) => {
      incoming.resume().on('end', () => response.end());
    });
    let continued = false;
    server.on('checkContinue', (incoming, response) => {
      continued = true;
      response.writeContinue();
      server.emit('request', incoming, response);
    });
    const { port } = await startRelayFor(t, await webServer(t, server));
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
});
