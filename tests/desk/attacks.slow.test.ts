import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ask, cookieOf, opened } from './ask';
import { addressOf, routesOf } from './routes';

/** What a browser sends without asking first (WHATWG Fetch, CORS-safelisted), and what no route of ours takes. */
const foreignTypes = [
  'text/plain',
  'text/plain;charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
];

const deep = '['.repeat(50_000) + ']'.repeat(50_000);
const hostileBodies: readonly (readonly [name: string, text: string])[] = [
  ['a prototype', '{"__proto__": {"isAdmin": true}}'],
  ['a prototype further down', '{"a": [{"__proto__": {"target": "/etc"}}]}'],
  ['a constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'],
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['too deep', deep],
  ['names of every object', '{"toString": 1, "hasOwnProperty": {}, "valueOf": []}'],
];

const hostileParts = [
  '..',
  '%2e%2e',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%2fetc%2fpasswd',
  '%00',
  'latest%00.html',
  '%0d%0aset-cookie:%20a=b',
  '__proto__',
  'constructor',
  '%F0%9F%92%A5',
  'x'.repeat(5000),
  '%',
  '%zz',
  '%c0%ae%c0%ae',
];

describe('attacks on the desk', () => {
  it('nothing is told, and nothing taken, without cookie, Host and Origin, whatever the route', async (t) => {
    const { desk, at, cookie, first } = await opened(t);
    const routes = await routesOf(t, desk);
    assert.ok(routes.some(({ url }) => url === '/api/events'));
    for (const route of routes) {
      const [path, about] = [at(addressOf(route, 'x')), `${route.method} ${route.url}`];
      const ours = { cookie, origin: first.origin, 'content-type': 'application/json' };
      const body = route.method === 'GET' ? '' : '{}';
      const status = async (headers: Record<string, string>) =>
        (await ask(path, headers, route.method, body)).status;
      assert.equal(await status({ ...ours, host: `desk.example:${first.port}` }), 403, about);
      assert.equal(await status({ ...ours, origin: 'http://desk.example' }), 403, about);
      assert.equal(await status({ ...ours, 'sec-fetch-site': 'same-site' }), 403, about);
      if (route.url.startsWith('/api/') || route.url.startsWith('/report')) {
        assert.equal(await status({ ...ours, cookie: '' }), 401, about);
        assert.equal(await status({ ...ours, cookie: `${cookie}x` }), 401, about);
      }
    }
  });

  it('a form of another kind than ours is not read', async (t) => {
    const { desk, at, cookie, first } = await opened(t);
    const changing = (await routesOf(t, desk)).filter(({ method }) => method !== 'GET');
    for (const route of changing)
      for (const type of foreignTypes) {
        const headers = { cookie, origin: first.origin, 'content-type': type };
        const { status } = await ask(at(addressOf(route, 'x')), headers, route.method, 'a=b');
        assert.equal(status, 415, `${route.method} ${route.url} ${type}`);
      }
  });

  it('hostile JSON ends as bad input, and changes no object', async (t) => {
    const { desk, at, cookie, first } = await opened(t);
    const changing = (await routesOf(t, desk)).filter(({ method }) => method !== 'GET');
    for (const route of [...changing, { method: 'POST', url: '/api/nothing' }])
      for (const [name, text] of hostileBodies) {
        const headers = { cookie, origin: first.origin, 'content-type': 'application/json' };
        const { status, body } = await ask(at(addressOf(route, 'x')), headers, route.method, text);
        assert.ok(status < 500, `${route.method} ${route.url}, ${name}: ${status} ${body}`);
        if (/prototype|constructor|no JSON/.test(name)) assert.equal(status, 400, `${route.url}, ${name}`);
      }
    assert.equal(({} as { isAdmin?: true }).isAdmin, undefined);
  });

  it('a body that is too large is refused before it is read', async (t) => {
    const { at, cookie, first } = await opened(t);
    const headers = { cookie, origin: first.origin, 'content-type': 'application/json' };
    const { status } = await ask(
      at('/api/nothing'),
      headers,
      'POST',
      `"${'x'.repeat(5 * 1024 * 1024)}"`,
    ).catch((error: unknown) => {
      // It may hang up while it is still being sent.
      assert.match(String(error), /EPIPE|ECONNRESET/);
      return { status: 413 };
    });
    assert.equal(status, 413);
    assert.equal((await ask(at('/'), { cookie })).status, 200, 'the desk goes on');
  });

  it('a hostile address names nothing outside, and no header', async (t) => {
    const { desk, cookie, first, folder } = await opened(t);
    mkdirSync(join(folder, 'reports'), { recursive: true });
    writeFileSync(join(folder, 'compliance.html'), 'outside');
    const routes = (await routesOf(t, desk)).filter(({ url }) => url.includes(':'));
    assert.ok(routes.length > 0);
    for (const route of routes)
      for (const part of hostileParts) {
        // Clients would resolve the dots.
        const line = `${route.method} ${addressOf(route, part)} HTTP/1.1`;
        const body = route.method === 'GET' ? '' : '{}';
        const found = await rawAsk(
          first,
          line,
          [
            ...[`host: ${first.host}`, `cookie: ${cookie}`, `origin: ${first.origin}`],
            ...['content-type: application/json', `content-length: ${body.length}`],
          ],
          body,
        );
        const about = `${line.slice(0, 60)}\n${found}`;
        assert.match(found, /^HTTP\/1\.1 4\d\d /, about);
        assert.doesNotMatch(found, /outside|root:|^set-cookie/im, about);
      }
  });

  it('an address that cannot be read, and methods that are never asked for, get the same policy', async (t) => {
    const { at, cookie, first } = await opened(t);
    for (const [method, path] of [
      ['GET', '/%zz'],
      ['GET', '//desk.example/'],
      ['GET', '/\\..\\..'],
      ['TRACE', '/'],
      ['OPTIONS', '/api/events'],
      ['PROPFIND', '/api/events'],
      ['DELETE', '/'],
    ] as const) {
      const raw = await rawAsk(at('/'), `${method} ${path} HTTP/1.1`, [
        `host: ${first.host}`,
        `cookie: ${cookie}`,
        `origin: ${first.origin}`,
      ]);
      assert.match(raw, /^HTTP\/1\.1 4\d\d /, `${method} ${path}`);
      assert.match(raw, /^content-security-policy: default-src 'none'/im, `${method} ${path}`);
      assert.doesNotMatch(raw, /access-control-allow/i);
    }
  });

  it('lines that are no HTTP are refused, and the desk goes on', async (t) => {
    const { at, cookie, first } = await opened(t);
    for (const [line, headers] of [
      ['GET / HTTP/1.1', [`host: ${first.host}`, `host: desk.example`]],
      ['GET / HTTP/1.1', [`host: ${first.host}\r`, 'x: \ny: z']],
      ['GET /\r\nset-cookie: a=b HTTP/1.1', [`host: ${first.host}`]],
      ['GET / HTTP/1.1', []],
      ['GET / HTTP/1.0', []],
      [
        'POST /api/nothing HTTP/1.1',
        [`host: ${first.host}`, 'content-length: 5', 'transfer-encoding: chunked'],
      ],
      ['GET http://desk.example/ HTTP/1.1', [`host: ${first.host}`, `cookie: ${cookie}`]],
    ] as const) {
      const raw = await rawAsk(at('/'), line, headers);
      assert.match(raw, /^HTTP\/1\.1 4\d\d /, `${line} ${headers.join(' ')}`);
    }
    assert.equal((await ask(at('/'), { cookie })).status, 200);
  });

  it('the address for the browser that is started opens the desk once', async (t) => {
    const { desk, at, cookie } = await opened(t);
    const once = new URL(desk.urlForOnce());
    const other = new URL(desk.urlForOnce());
    assert.notEqual(once.search, new URL(desk.url).search);
    assert.equal((await cookieOf(once)).cookie, cookie);
    assert.equal((await ask(once)).status, 401);
    assert.equal((await cookieOf(other)).cookie, cookie);
    assert.equal((await ask(at('/?token='))).status, 401);
    assert.equal(
      (await cookieOf(new URL(desk.url))).cookie,
      cookie,
      'what the terminal shows opens it again',
    );
  });
});

/** A request as it stands, byte by byte. */
async function rawAsk(url: URL, line: string, headers: readonly string[], body = ''): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(url.port) });
  let said = '';
  socket.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  socket.end([line, 'connection: close', ...headers, '', body].join('\r\n'));
  await once(socket, 'close');
  return said;
}
