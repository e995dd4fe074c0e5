import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameExchange, type Exchange } from '../../support/exchange/exchange';
import { makeTls } from '../../support/mock/tls';
import type { HostileScene } from './hostile-scene';
import { hostileScene } from './hostile-scene';
import { rawClient, statusesIn } from './raw-client';
import { runningMock } from './running-mock';

const path = '/api/hiecm/gateway/v3/sessions';
const head = (...lines: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: mock', ...lines, '', ''].join('\r\n');
const withBody = (body: string | Buffer): (string | Buffer)[] => [
  head('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close'),
  body,
];
const good = (connection: 'close' | 'keep-alive'): string =>
  `GET /nowhere HTTP/1.1\r\nHost: mock\r\nConnection: ${connection}\r\n\r\n`;
const otherAuthority = makeTls(['127.0.0.1']).ca;

interface Case {
  readonly name: string;
  readonly send: readonly (string | Buffer)[];
  /** Ends the connection behind what was sent: by half, or with a reset. */
  readonly then?: 'end' | 'reset';
  readonly status: number | undefined;
  readonly method?: string;
  readonly path?: string;
  readonly flaw?: NonNullable<Exchange['request']['flaw']>;
}

const unreadable = (code: string) => ({ kind: 'unreadable', code }) as const;
const incomplete = (code: string) => ({ kind: 'incomplete', code }) as const;
const nothing = { method: 'UNKNOWN', path: '/' };

const cases: readonly Case[] = [
  {
    name: '10 MB of headers',
    send: [
      `POST ${path} HTTP/1.1\r\nHost: mock\r\n`,
      ...Array<string>(1000).fill(`X-Big: ${'a'.repeat(10_000)}\r\n`),
    ],
    status: 431,
    flaw: unreadable('HPE_HEADER_OVERFLOW'),
  },
  {
    name: 'half a head, then an end',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    then: 'end',
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_EOF_STATE'),
  },
  {
    name: 'half a head, then a reset',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    then: 'reset',
    status: undefined,
    ...nothing,
    flaw: unreadable('ECONNRESET'),
  },
  {
    name: 'half a head, then nothing',
    send: ['POST /half HTTP/1.1\r\nHost: mo'],
    status: 408,
    ...nothing,
    flaw: unreadable('ERR_HTTP_REQUEST_TIMEOUT'),
  },
  {
    name: 'half a body, then an end',
    send: [head('Content-Length: 100'), '{"clientId":'],
    then: 'end',
    status: 400,
    flaw: incomplete('HPE_INVALID_EOF_STATE'),
  },
  {
    name: 'half a body, then a reset',
    send: [head('Content-Length: 100'), '{"clientId":'],
    then: 'reset',
    status: undefined,
    flaw: incomplete('ECONNRESET'),
  },
  {
    name: 'a body that is never finished',
    send: [head('Content-Length: 100'), '{"clientId":'],
    status: 408,
    flaw: incomplete('ERR_HTTP_REQUEST_TIMEOUT'),
  },
  {
    name: 'a chunk without a size',
    send: [head('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n'],
    status: 400,
    flaw: incomplete('HPE_INVALID_CHUNK_SIZE'),
  },
  {
    name: 'a chunk longer than its size',
    send: [head('Transfer-Encoding: chunked'), '2\r\n{}{}\r\n'],
    status: 400,
    flaw: incomplete('HPE_STRICT'),
  },
  {
    name: 'JSON that is no UTF-8',
    send: withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])),
    status: 400,
  },
  {
    name: 'JSON 100 000 arrays deep',
    send: withBody('['.repeat(100_000) + ']'.repeat(100_000)),
    status: 400,
  },
  {
    name: 'JSON 100 000 objects deep',
    send: withBody('{"otp":'.repeat(100_000) + '1' + '}'.repeat(100_000)),
    status: 400,
  },
  {
    name: 'JSON with a key twice',
    send: withBody('{"clientId":"a","clientId":"b","clientSecret":"c","grantType":"client_credentials"}'),
    status: 400,
  },
  {
    name: 'JSON with keys that objects inherit',
    send: withBody('{"__proto__":{"clientId":"a"},"constructor":1,"otp":{"toString":1,"valueOf":2}}'),
    status: 400,
  },
  { name: '5 MB of body', send: withBody(`{"clientId":"${'a'.repeat(5_000_000)}"}`), status: 413 },
  {
    name: 'no HTTP at all',
    send: ['hello there, how are you\r\n\r\n'],
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_METHOD'),
  },
  {
    name: 'TLS where plain http is spoken',
    send: [Buffer.from('1603010200010001fc0303', 'hex')],
    status: 400,
    ...nothing,
    flaw: unreadable('HPE_INVALID_METHOD'),
  },
  {
    name: 'another version of HTTP',
    send: [`POST ${path} HTTP/9.9\r\nHost: mock\r\nAuthorization: Bearer x\r\n\r\n`],
    status: 400,
    flaw: unreadable('HPE_INVALID_VERSION'),
  },
  {
    name: 'two lengths',
    send: [head('Content-Length: 2', 'Content-Length: 3'), '{}'],
    status: 400,
    flaw: unreadable('HPE_UNEXPECTED_CONTENT_LENGTH'),
  },
  { name: 'HTTP/1.0', send: [`GET /nowhere HTTP/1.0\r\n\r\n`], status: 404, method: 'GET', path: '/nowhere' },
  {
    name: 'HTTP/1.1 without Host',
    send: ['GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n'],
    status: 400,
    method: 'GET',
    path: '/nowhere',
  },
  {
    name: 'the asterisk',
    send: ['OPTIONS * HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n'],
    status: 404,
    method: 'OPTIONS',
    path: '/*',
  },
  {
    name: 'an address as target',
    send: ['GET http://elsewhere.example:1/nowhere?a=b HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n'],
    status: 404,
    method: 'GET',
    path: '/nowhere',
  },
  {
    name: 'CONNECT',
    send: ['CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example:443\r\n\r\n'],
    status: 400,
    method: 'CONNECT',
    path: '/elsewhere.example:443',
    flaw: unreadable('CONNECT'),
  },
  {
    name: 'a path that cannot be decoded',
    send: ['GET /%zz%ff HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n'],
    status: 400,
    method: 'GET',
    path: '/%zz%ff',
  },
  {
    name: 'a path of slashes',
    send: ['GET ///\\..//[::1 HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n'],
    status: 404,
    method: 'GET',
    path: '////[::1',
  },
  {
    name: 'an odd method',
    send: ['PROPFIND /nowhere HTTP/1.1\r\nHost: mock\r\nConnection: close\r\n\r\n'],
    status: 404,
    method: 'PROPFIND',
    path: '/nowhere',
  },
  {
    name: 'an expectation',
    send: ['GET /nowhere HTTP/1.1\r\nHost: mock\r\nExpect: miracles\r\nConnection: close\r\n\r\n'],
    status: 404,
    method: 'GET',
    path: '/nowhere',
  },
];

for (const each of cases)
  test(`a client that sends ${each.name} is answered and recorded`, { timeout: 20_000 }, async (t) => {
    const scene = await hostileScene(t);
    const answered = await play(scene, each);
    const { request, response } = await scene.recorded();

    assert.deepEqual(statusesIn(answered).slice(0, 1), each.status === undefined ? [] : [each.status]);
    assert.equal(response?.status, each.status);
    assert.deepEqual(request.flaw, each.flaw);
    assert.equal(request.method, each.method ?? 'POST');
    assert.equal(new URL(request.url).pathname, each.path ?? path);
    await goesOn(scene);
  });

async function play(scene: HostileScene, { send, then }: Case): Promise<string> {
  const client = scene.connect();
  client.send(...send);
  if (then === 'end') client.socket.end();
  if (then === 'reset') setTimeout(() => client.socket.resetAndDestroy(), 50);
  return client.answered;
}

/** The run goes on: one exchange for one client, the next client is answered, and every rule comes to an end. */
async function goesOn({ exchanges, connect, recorded, conclusions }: HostileScene): Promise<void> {
  const next = connect();
  next.send(good('close'));
  assert.deepEqual(statusesIn(await next.answered), [404]);
  assert.equal((await recorded(2)).request.method, 'GET');
  assert.equal(exchanges.length, 2);
  assert.deepEqual(exchanges.map(nameExchange).length, 2);
  const [first] = exchanges;
  for (const [id, { evidence }] of conclusions())
    if (first?.request.flaw?.kind === 'unreadable')
      assert.ok(!evidence.includes(1), `${id} judges what nobody could read`);
}

test('requests in one packet are answered in their order', async (t) => {
  const scene = await hostileScene(t);
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
  const scene = await hostileScene(t);
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
  const scene = await hostileScene(t);
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
  const scene = await hostileScene(t);
  const client = scene.connect();
  const { clientSecret } = scene.played.mock.account;
  client.send(
    `GET /x?key=${clientSecret} HTTP/9.9\r\nHost: mock\r\nAuthorization: Bearer some-token\r\nX-Cut: ${clientSecret.slice(0, 9)}`,
  );
  await client.answered;

  const exchange = await scene.recorded();
  assert.equal(new URL(exchange.request.url).pathname, '/x');
  assert.deepEqual(exchange.request.headers, [
    ['Host', 'mock'],
    ['Authorization', 'Bearer [access-token-1]'],
  ]);
  assert.ok(!JSON.stringify(exchange).includes(clientSecret.slice(0, 9)));
});

test('a body of 5 MB is recorded cut, and marked', async (t) => {
  const scene = await hostileScene(t);
  const client = scene.connect();
  client.send(...withBody('x'.repeat(5_000_000)));
  await client.answered;

  const { body } = (await scene.recorded()).request;
  assert.equal(body?.cut, true);
  assert.equal(body.bytes, 5_000_000);
  assert.equal(body.text.length, 1024 * 1024);
});

for (const [name, send, trusting] of [
  ['speaks plain http to TLS', good('close'), undefined],
  ['does not trust the authority', '', 'nobody'],
] as const)
  test(`a client that ${name} is recorded, and judged by no rule`, async (t) => {
    const scene = await hostileScene(t, true);
    const { gateway } = scene.played.mock.urls;
    const client = rawClient(gateway, trusting === undefined ? undefined : otherAuthority);
    client.send(send);
    await client.answered;

    const { request, failure, response } = await scene.recorded();
    assert.equal(request.flaw?.kind, 'unreadable');
    assert.equal(failure?.kind, 'tls');
    assert.equal(response, undefined);
    for (const { observations } of scene.conclusions().values()) assert.equal(observations, 0);
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
