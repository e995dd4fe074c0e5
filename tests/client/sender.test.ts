import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import nock from 'nock';
import { jsonBody } from '../../support/exchange/exchange';
import { senderOf } from './recorded-sender';
import { httpServer, tcpServer } from './servers';

const base = 'http://gateway.invalid';
const get = { service: 'gateway', method: 'GET', url: `${base}/x`, headers: {} } as const;

before(() => {
  nock.disableNetConnect();
  nock.enableNetConnect(/^127\.0\.0\.1(:|$)/);
});
beforeEach(() => {
  nock.cleanAll();
});
after(() => {
  nock.restore();
});

for (const status of [200, 201, 204, 400, 401, 404, 429, 500, 502, 503])
  test(`a ${status} is an answer, and no failure`, async () => {
    const text = status === 204 ? '' : `{"expiresIn":${status}}`;
    nock(base).get('/x').reply(status, text, { 'X-Seen': 'yes' });
    const { sender, exchanges } = senderOf();
    const { exchange, answer } = await sender.send(get);
    assert.equal(exchange.failure, undefined);
    assert.equal(exchange.response?.status, status);
    assert.equal(exchange.response.body?.text ?? '', text);
    assert.deepEqual([answer?.status, answer?.body.toString()], [status, text]);
    assert.equal(exchanges.length, 1);
  });

test('a redirect is recorded and not followed', async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    let followed = false;
    nock(base)
      .get('/x')
      .reply(status, '', { Location: `${base}/y` });
    nock(base)
      .get('/y')
      .reply(() => {
        followed = true;
        return [200, 'there'];
      });
    const { exchange } = await senderOf().sender.send(get);
    assert.equal(exchange.response?.status, status);
    assert.deepEqual(
      exchange.response.headers.map(([name]) => name.toLowerCase()),
      ['location'],
    );
    assert.equal(followed, false);
    nock.cleanAll();
  }
});

test('nothing is retried', async (t) => {
  let asked = 0;
  nock(base)
    .get('/x')
    .times(3)
    .reply(() => {
      asked += 1;
      return [503, 'later', { 'Retry-After': '0' }];
    });
  await senderOf().sender.send(get);
  assert.equal(asked, 1);
  let connections = 0;
  const host = await tcpServer(t, (socket) => {
    connections += 1;
    socket.destroy();
  });
  await senderOf().sender.send({ ...get, url: `http://${host}/` });
  assert.equal(connections, 1);
});

test('malformed JSON is recorded as the text that it is', async () => {
  const broken = '{"accessToken": "a", "expiresIn": 1200';
  nock(base).get('/x').reply(200, broken, { 'Content-Type': 'application/json' });
  const { exchange, answer } = await senderOf().sender.send(get);
  assert.equal(jsonBody(exchange.response), undefined);
  assert.equal(answer?.body.toString(), broken);
});

test('what JSON readers lose stays in the answer: repeated members, large numbers', async () => {
  const text = '{"b":1,"a":2,"a":3,"n":12345678901234567890}\n';
  nock(base).get('/x').reply(200, text, { 'Content-Type': 'application/json' });
  const { exchange, answer } = await senderOf().sender.send(get);
  assert.equal(exchange.response?.body?.bytes, text.length);
  assert.equal(answer?.body.toString(), text);
});

test('a gzip answer is recorded unpacked', async () => {
  const text = JSON.stringify({ expiresIn: 1200, list: Array(100).fill(null) });
  nock(base).get('/x').reply(200, gzipSync(text), { 'Content-Encoding': 'gzip' });
  const { exchange } = await senderOf().sender.send(get);
  assert.equal(exchange.response?.body?.text, text);
  assert.equal(exchange.response.body.bytes, text.length);
});

test('a host that is not there is not reached', async () => {
  const { exchange } = await senderOf().sender.send({ ...get, url: 'http://other.invalid/' });
  assert.equal(exchange.failure?.kind, 'unreachable');
});

interface Arrived {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A server that keeps what arrives, as it arrived. */
async function witness(t: TestContext): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const host = await httpServer(t, (request, response) => {
    void readBody(request).then((body) => {
      const line = `${request.method ?? ''} ${request.url ?? ''}`;
      arrived.push({ line, headers: request.rawHeaders, body });
      response.end('ok');
    });
  });
  return { url: `http://${host}`, arrived };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as [string, string]] : []));

test('a request arrives as it was asked for: line, header values, body to the byte', async (t) => {
  const { url, arrived } = await witness(t);
  const headers = {
    'REQUEST-ID': '9F1C-mixed',
    TIMESTAMP: '2026-11-20T10:00:00.000Z',
    'Content-Type': 'application/json',
    bearer_auth: 'Bearer  two  spaces',
  };
  const body = '{ "b" : 1,\r\n"a":"ünïcode €", "a":2 }\n';
  const request = { ...get, method: 'POST', url: `${url}/a/%C3%BC/b?x=1&y=%20z`, headers, body } as const;
  const { exchange } = await senderOf().sender.send(request);
  assert.equal(exchange.failure, undefined);
  const [seen] = arrived;
  assert.ok(seen !== undefined);
  assert.equal(seen.line, 'POST /a/%C3%BC/b?x=1&y=%20z');
  assert.deepEqual(seen.body, Buffer.from(body));
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const own = pairs(seen.headers).filter(([name]) => name.toLowerCase() in Object.fromEntries(sent));
  assert.deepEqual(own, sent);
  const others = pairs(seen.headers).filter((pair) => !own.some(([name]) => name === pair[0]));
  assert.deepEqual(others.map(([name]) => name.toLowerCase()).sort(), [
    'connection',
    'content-length',
    'host',
  ]);
});

test('a GET has no body, and no header that was not asked for', async (t) => {
  const { url, arrived } = await witness(t);
  await senderOf().sender.send({ ...get, url: `${url}/x` });
  const [seen] = arrived;
  assert.equal(seen?.body.length, 0);
  assert.deepEqual(
    pairs(seen.headers)
      .map(([name]) => name.toLowerCase())
      .sort(),
    ['connection', 'host'],
  );
});

test('the recording shows the request as it was asked for, and every request has its own connection', async (t) => {
  const ports = new Set<number>();
  const host = await httpServer(t, (request, response) => {
    ports.add(request.socket.remotePort ?? 0);
    response.end('{"expiresIn":1}');
  });
  const { sender, exchanges } = senderOf();
  const asked = { part: 'valid', round: 'r', variant: 'v' } as const;
  const about = { asked, scenario: 'A scenario', operation: 'certificate.registry' } as const;
  const headers = { 'REQUEST-ID': 'REQ-1' };
  await Promise.all([1, 2, 3].map(() => sender.send({ ...get, ...about, url: `http://${host}/`, headers })));
  assert.equal(ports.size, 3);
  for (const exchange of exchanges) {
    assert.deepEqual(exchange.request.headers, [['REQUEST-ID', 'REQ-1']]);
    assert.deepEqual([exchange.asked, exchange.scenario, exchange.operation], Object.values(about));
    assert.equal(exchange.sender, 'suite');
    assert.ok(exchange.arrivedAt <= exchange.answeredAt && Date.now() - exchange.arrivedAt < 60_000);
  }
});
