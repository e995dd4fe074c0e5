import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { startRelay } from '../../../support/traffic/proxy/relay';
import { startMock } from '../../../support/mock/start-mock';
import { startRelayFor, rawServer, sendBytes, webServer } from './relay-scene';

describe('the proxy, where something goes wrong', () => {
  it('answers 502 in its own name where no service answers, and says so in the recording', async (t) => {
    const { port, next } = await startRelayFor(t, 'http://127.0.0.1:1');
    const answer = await fetch(`http://127.0.0.1:${port}/x`);
    assert.deepEqual([answer.status, answer.headers.get('via')], [502, '1.1 conform-proxy']);
    assert.match(await answer.text(), /gave no answer to the proxy: ECONNREFUSED/);
    const seen = await next();
    assert.deepEqual([seen.response, seen.failure?.kind], [undefined, 'unreachable']);
  });

  it('hangs up where the far side does, in the middle of an answer too', async (t) => {
    const upstream = await rawServer(t, (socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
      });
    });
    const { port, next } = await startRelayFor(t, upstream);
    const answer = await sendBytes(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(String);
    assert.doesNotMatch(answer, /502/);
    assert.equal((await next()).failure?.kind, 'reset');
  });

  it('hangs up at the far side where the client does', async (t) => {
    let ended: () => void = () => undefined;
    const over = new Promise<void>((resolve) => {
      ended = resolve;
    });
    let arrives: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    const upstream = await rawServer(t, (socket) => {
      socket.on('close', ended);
      socket.once('data', arrives).resume();
    });
    const { port, next } = await startRelayFor(t, upstream);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
    // The proxy has it once the far side has it.
    await arrived;
    socket.destroy();
    await over;
    const seen = await next();
    assert.deepEqual([seen.request.flaw?.kind, seen.failure?.kind], ['incomplete', 'reset']);
  });

  const chunks = [
    ['a size with a blank behind it', '5 \r\nhello\r\n0\r\n\r\n', 'HPE_INVALID_CHUNK_SIZE', ''],
    ['a blank before an extension', '5 ;a=b\r\nhello\r\n0\r\n\r\n', 'HPE_INVALID_CHUNK_SIZE', ''],
    ['a blank in an extension', '5;a= b\r\nhello\r\n0\r\n\r\n', 'HPE_STRICT', ''],
    ['such a chunk behind another', '5\r\nhello\r\n1 \r\n!\r\n0\r\n\r\n', 'HPE_INVALID_CHUNK_SIZE', 'hello'],
    ['a chunk longer than its size', '2\r\nhello\r\n0\r\n\r\n', 'HPE_STRICT', 'he'],
  ] as const;
  for (const [what, body, code, kept] of chunks)
    it(`says that it is the proxy that refuses ${what}, and why`, async (t) => {
      const upstream = await rawServer(t, (socket) => socket.resume());
      const { port, next } = await startRelayFor(t, upstream);
      const answer = await sendBytes(
        port,
        `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body}`,
      );
      assert.match(answer, /^HTTP\/1\.1 400 [^]*\r\nvia: 1\.1 conform-proxy\r\n/);
      assert.match(answer, new RegExp(`the proxy refused this request: Parse Error: .* \\(${code}\\)\n$`));
      const { request, response, failure } = await next();
      assert.deepEqual(request.flaw, { kind: 'incomplete', code });
      assert.equal(String(request.body), kept);
      assert.deepEqual([response, failure?.kind, failure?.code], [undefined, 'unreachable', code]);
      assert.match(failure?.message ?? '', /^the proxy refused this request: Parse Error: /);
    });

  it('says why it refuses a head, too', async (t) => {
    const { port, next } = await startRelayFor(t, 'http://127.0.0.1:1');
    const answer = await sendBytes(port, 'GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n');
    assert.match(
      answer,
      /^HTTP\/1\.1 400 [^]*conform-proxy[^]*Invalid header token \(HPE_INVALID_HEADER_TOKEN\)/,
    );
    assert.match(
      (await next()).failure?.message ?? '',
      /the proxy refused this request: Parse Error: Invalid header token/,
    );
  });

  it('trusts the authority of the target alone', async (t) => {
    const mock = await startMock();
    t.after(() => mock.close());
    const trusting = await startRelayFor(t, mock.urls.gateway, {
      ...(mock.ca !== undefined && { ca: mock.ca }),
    });
    assert.equal((await fetch(`http://127.0.0.1:${trusting.port}/nothing`)).status, 404);
    const wary = await startRelayFor(t, mock.urls.gateway);
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
    const { port, next } = await startRelayFor(t, upstream);
    const body = Buffer.alloc(5_000_000, 'x');
    assert.equal(
      await (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })).text(),
      '5000000',
    );
    const { request } = await next();
    assert.deepEqual([request.bytes, request.body?.length], [5_000_000, 1024 * 1024]);
  });

  it('listens where it can, and says where it cannot', async (t) => {
    const { port } = await startRelayFor(t, 'http://127.0.0.1:1');
    const again = startRelay({
      upstream: new URL('http://127.0.0.1:1'),
      listen: { host: '127.0.0.1', port },
      observe: () => undefined,
    });
    await assert.rejects(again, /EADDRINUSE/);
  });
});
