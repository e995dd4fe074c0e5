import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { WireRecord } from '../../../support/exchange/raw-exchange';
import { startRelayFor, rawServer, sendBytes } from './relay-scene';

const lines = (...parts: readonly string[]): string => parts.join('\r\n');
/** What belongs to a connection is made anew for the next one. */
const withoutConnection = (bytes: string): string =>
  bytes.replace(/^(connection|keep-alive): .*\r\n/gim, '').replace(/^host: .*\r\n/gim, 'Host: x\r\n');

interface Crossed {
  /** What reached the far side, and what came back to the client. */
  readonly arrived: string;
  readonly came: string;
  readonly seen: WireRecord;
}

/** Sends bytes through a proxy to a far side that answers with bytes once `until` has arrived. */
async function cross(t: TestContext, sent: string, answer: string, until = /\r\n\r\n$/): Promise<Crossed> {
  let arrived = '';
  const upstream = await rawServer(t, (socket) => {
    socket.on('data', (chunk: Buffer) => {
      arrived += chunk.toString('latin1');
      if (until.test(arrived)) socket.end(answer, 'latin1');
    });
  });
  const { port, next } = await startRelayFor(t, upstream);
  const came = await sendBytes(port, sent);
  return { arrived: withoutConnection(arrived), came: withoutConnection(came), seen: await next() };
}

const get = lines('GET /a HTTP/1.1', 'Host: x', 'Connection: close', '', '');
const ok = lines('HTTP/1.1 200 OK', 'Content-Length: 2', '', 'ok');

describe('the proxy passes on, byte for byte', () => {
  const offers = [
    ['h2c', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAEAAEAAAAIAAAAB'],
    ['a protocol that comes with a body', 'Connection: Upgrade', 'Upgrade: echo'],
  ] as const;
  for (const [what, ...offer] of offers)
    it(`the body of a client that offers ${what}`, async (t) => {
      const body = '{"clientId":"a","clientSecret":"b"}';
      const sent = (...more: readonly string[]) =>
        lines('POST /s HTTP/1.1', ...more, `Content-Length: ${body.length}`, 'Host: x', 'X-A: b', '', body);
      let arrived = '';
      const chunked = lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '5', 'hello', '0', '', '');
      const upstream = await rawServer(t, (socket) => {
        socket.on('data', (chunk: Buffer) => {
          arrived += chunk.toString('latin1');
          if (arrived.endsWith(body)) socket.end(chunked);
        });
      });
      const { port, next } = await startRelayFor(t, upstream);
      const socket = connect(port, '127.0.0.1');
      socket.write(sent(...offer));
      let came = '';
      for await (const chunk of socket as AsyncIterable<Buffer>) {
        came += chunk.toString('latin1');
        if (came.endsWith('0\r\n\r\n')) break;
      }
      assert.equal(withoutConnection(arrived), sent(), 'the offer is gone, and nothing else');
      assert.equal(withoutConnection(came), chunked);
      const { request, response } = await next();
      assert.equal(request.body?.toString(), body);
      assert.ok(
        request.headers.some(([name]) => name === 'Upgrade'),
        'the recording shows what the client sent',
      );
      assert.equal(response?.body.toString(), 'hello');
    });

  it('a request without a body that offers a WebSocket, and its answer, without the offer', async (t) => {
    const chunked = lines('HTTP/1.1 400 No', 'Transfer-Encoding: chunked', '', '3', 'no.', '0', '', '');
    const sent = (...more: readonly string[]) =>
      lines('GET / HTTP/1.1', 'Host: x', ...more, 'Sec-WebSocket-Version: 13', '', '');
    const offer = sent('Connection: Upgrade, close', 'Upgrade: websocket');
    const { arrived, came, seen } = await cross(t, offer, chunked);
    assert.equal(arrived, sent());
    assert.equal(came, chunked);
    assert.ok(
      seen.request.headers.some(([name]) => name === 'Upgrade'),
      'the recording shows it',
    );
  });

  for (const interim of [
    lines('HTTP/1.1 102 Processing', '', ''),
    lines('HTTP/1.1 103 Early Hints', 'Link: </a>; rel=preload', 'X-h: 1', '', ''),
    lines('HTTP/1.1 100 Continue', '', ''),
    lines('HTTP/1.1 102 Processing', '', 'HTTP/1.1 103 Early Hints', 'Link: </a>', '', ''),
  ])
    it(`the interim answer ${JSON.stringify(interim.slice(0, 24))}`, async (t) => {
      const { arrived, came, seen } = await cross(t, get, interim + ok);
      assert.equal(arrived, withoutConnection(get));
      assert.equal(came, interim + ok);
      assert.equal(seen.response?.status, 200);
    });

  for (const offer of ['none', 'Connection: Upgrade, close\r\nUpgrade: x'])
    it(`no 101, for which it answers 502, with an offer: ${JSON.stringify(offer)}`, async (t) => {
      const sent = offer === 'none' ? get : get.replace('Connection: close', offer);
      const switching = lines(
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: x',
        'Connection: Upgrade',
        '',
        '',
      );
      const { came, seen } = await cross(t, sent, switching);
      assert.match(came, /^HTTP\/1\.1 502 /);
      assert.equal(seen.failure?.kind, 'malformed');
    });

  const bodiless = [
    [204, lines('HTTP/1.1 204 No Content', 'Content-Length: 5', '', ''), 'hello'],
    [204, lines('HTTP/1.1 204 No Content', 'X-A: b', '', ''), ''],
    [304, lines('HTTP/1.1 304 Not Modified', 'Content-Length: 5', 'ETag: "a"', '', ''), 'hello'],
    [304, lines('HTTP/1.1 304 Not Modified', 'Content-Length: 5', '', ''), ''],
  ] as const;
  for (const [status, head, body] of bodiless)
    it(`${status} ${body === '' ? 'without' : 'with'} a body, which HTTP does not know`, async (t) => {
      const { came, seen } = await cross(t, get, head + body);
      assert.equal(came, head);
      assert.deepEqual([seen.response?.status, seen.response?.body.length], [status, 0]);
    });

  it('the answer behind a 204 with a body', async (t) => {
    let asked = 0;
    const upstream = await rawServer(t, (socket) => {
      socket.on('data', () => {
        asked += 1;
        socket.write(asked === 1 ? lines('HTTP/1.1 204 No Content', 'Content-Length: 5', '', 'hello') : ok);
      });
    });
    const { port } = await startRelayFor(t, upstream);
    const came = await sendBytes(port, lines('GET /1 HTTP/1.1', 'Host: x', '', '') + get);
    assert.match(came, /^HTTP\/1\.1 204 [^]*HTTP\/1\.1 200 OK\r\n[^]*ok$/);
  });

  it('chunks with trailers, both ways', async (t) => {
    const body = lines('3', 'abc', '0', 'X-Sum: 1', 'x-SUM: 2', '', '');
    const head = ['Host: x', 'Trailer: X-Sum', 'Transfer-Encoding: chunked'];
    const sent = lines('POST / HTTP/1.1', ...head, 'Connection: close', '', body);
    const answer = lines('HTTP/1.1 200 OK', ...head.slice(1), '', body);
    const { arrived, came, seen } = await cross(t, sent, answer, /x-SUM: 2\r\n\r\n$/);
    assert.equal(arrived, withoutConnection(sent));
    assert.equal(came, answer);
    assert.deepEqual([seen.request.body?.toString(), seen.response?.body.toString()], ['abc', 'abc']);
  });

  it('an announced trailer where no chunks are, though Node takes it for a mistake', async (t) => {
    const answer = lines('HTTP/1.1 200 OK', 'Trailer: X-Sum', 'Content-Length: 2', '', 'ok');
    const { came } = await cross(t, get, answer);
    assert.equal(came, ok);
  });

  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    it(`${method} without a body`, async (t) => {
      const sent = get.replace('GET', method);
      const { arrived, seen } = await cross(t, sent, ok);
      assert.equal(arrived, withoutConnection(sent));
      assert.equal(seen.request.body?.length, 0);
    });

  it('HEAD, whose answer has a length and no body', async (t) => {
    const head = lines('HTTP/1.1 200 OK', 'Content-Length: 500', '', '');
    assert.equal((await cross(t, get.replace('GET', 'HEAD'), head)).came, head);
  });

  it('a request without Host, or with an unknown Expect', async (t) => {
    const bare = lines('GET / HTTP/1.1', 'Connection: close', '', '');
    assert.equal((await cross(t, bare, ok)).arrived, withoutConnection(bare));
    const odd = lines('GET / HTTP/1.1', 'Host: x', 'Expect: wonders', 'Connection: close', '', '');
    assert.equal((await cross(t, odd, ok)).arrived, withoutConnection(odd));
  });

  it('HTTP/1.0, whose client knows neither chunks nor interim answers', async (t) => {
    const chunked = lines('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', '5', 'hello', '0', '', '');
    const interim = lines('HTTP/1.1 102 Processing', '', '');
    const { arrived, came } = await cross(t, lines('GET /a HTTP/1.0', 'X-A: b', '', ''), interim + chunked);
    assert.equal(arrived, lines('GET /a HTTP/1.1', 'X-A: b', 'Host: x', '', ''));
    assert.equal(came, lines('HTTP/1.1 200 OK', '', 'hello'));
  });

  it('an answer in HTTP/1.0, which ends with its connection', async (t) => {
    const { came, seen } = await cross(t, get, lines('HTTP/1.0 200 OK', 'X-A: b', '', 'hello'));
    assert.match(came, /^HTTP\/1\.1 200 OK\r\nX-A: b\r\n[^]*hello/);
    assert.equal(seen.response?.body.toString(), 'hello');
  });

  it('Expect: 100-continue, and a final answer in place of 100', async (t) => {
    const head = ['POST / HTTP/1.1', 'Host: x', 'Expect: 100-continue', 'Content-Length: 2'];
    const refused = lines('HTTP/1.1 417 Expectation Failed', 'Content-Length: 0', '', '');
    const { arrived, came } = await cross(t, lines(...head, 'Connection: close', '', ''), refused);
    assert.equal(arrived, lines(...head, '', ''), 'it does not wait for a body that may never come');
    assert.equal(came, refused);
  });

  it('pipelined requests, each with its own answer and in their order', async (t) => {
    const paths = /\/[a-z]+/g;
    let arrived = '';
    const upstream = await rawServer(t, (socket) => {
      socket.on('data', (chunk: Buffer) => {
        const text = chunk.toString();
        arrived += text;
        for (const [, path = ''] of text.matchAll(/^GET (\S+)/gm))
          socket.write(
            lines(
              'HTTP/1.1 103 Early Hints',
              '',
              'HTTP/1.1 200 OK',
              `Content-Length: ${path.length}`,
              '',
              path,
            ),
          );
      });
    });
    const { port } = await startRelayFor(t, upstream);
    const first = lines('GET /one HTTP/1.1', 'Host: x', '', '');
    const came = await sendBytes(port, first + first.replace('/one', '/two') + get.replace('/a', '/three'));
    assert.deepEqual(arrived.match(paths), ['/one', '/two', '/three']);
    assert.deepEqual(
      came.match(/ 103|OK|one|two|three/g),
      ['one', 'two', 'three'].flatMap((path) => [' 103', 'OK', path]),
    );
  });
});
