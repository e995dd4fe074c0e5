import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { addressOf, sendUiRequest, askRaw, cookieOf, openUi } from './open';

/** What a form of another site can send without asking first (CORS-safelisted), and what no route of ours takes. */
const foreignTypes = [
  'text/plain',
  'text/plain;charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json-patch+json',
];

const hostileBodies: readonly (readonly [name: string, text: string])[] = [
  ['a prototype', '{"__proto__": {"isAdmin": true}}'],
  ['a prototype further down', '{"a": [{"__proto__": {"target": "/etc"}}]}'],
  ['a constructor', '{"constructor": {"prototype": {"isAdmin": true}}}'],
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['too deep', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['names of every object', '{"toString": 1, "hasOwnProperty": {}, "valueOf": []}'],
];

const hostileParts = [
  ...['..', '%2e%2e', '..%2f..%2f..%2fetc%2fpasswd', '..%5c..%5cwindows', '%2fetc%2fpasswd', '%00'],
  ...['latest%00.html', '%0d%0aset-cookie:%20a=b', '__proto__', 'constructor', '%F0%9F%92%A5'],
  ...['x'.repeat(5000), '%', '%zz', '%c0%ae%c0%ae'],
];

const longer = `"${'x'.repeat(5 * 1024 * 1024)}"`;

describe('who may use the page', () => {
  it('is who has the address: its token becomes a cookie that no script reads and no site sends', async (t) => {
    const { set, cookie, at, ui, first } = await openUi(t);
    assert.match(set, /^conform-\d+=[-\w]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    assert.equal((await sendUiRequest(at('/'), { cookie })).status, 200);
    const [once, other] = [new URL(ui.urlForOnce()), new URL(ui.urlForOnce())];
    assert.notEqual(once.search, first.search);
    assert.equal((await cookieOf(once)).cookie, cookie);
    assert.equal((await sendUiRequest(once)).status, 401, 'what other programs may see counts once');
    for (const each of [other, first, first]) assert.equal((await cookieOf(each)).cookie, cookie);
    for (const path of ['/?token=', '/?token=wrong', `/api/target/members${first.search}`])
      assert.equal((await sendUiRequest(at(path))).status, 401, path);
  });

  it('has the right cookie, whatever else stands beside it', async (t) => {
    const { cookie, at } = await openUi(t);
    const other = await openUi(t);
    const [name = ''] = cookie.split('=');
    const status = async (each: string) => (await sendUiRequest(at('/'), { cookie: each })).status;
    for (const each of [
      `a=b; ${cookie}`,
      `${name}=planted; ${cookie}`,
      `${cookie};c=d`,
      `${name}=; ${cookie}`,
    ])
      assert.equal(await status(each), 200, each);
    for (const each of [other.cookie, `${cookie}x`, `x${cookie}`, name, `${name}=`, `a=${cookie}`])
      assert.equal(await status(each), 401, each);
  });

  it('asks from this machine, by a page of ours, whatever the route; anyone else gets and changes nothing', async (t) => {
    const { routes, at, ours, first } = await openUi(t);
    assert.ok(routes.length >= 12, `${routes.length} routes`);
    for (const route of routes) {
      const [path, about] = [at(addressOf(route, 'x')), `${route.method} ${route.url}`];
      const [all, body] = [
        { ...ours, 'content-type': 'application/json' },
        route.method === 'GET' ? '' : '{}',
      ];
      const status = async (headers: Record<string, string>) =>
        (await sendUiRequest(path, { ...all, ...headers }, route.method, body)).status;
      for (const host of [
        'page.example',
        `page.example:${first.port}`,
        '127.0.0.1',
        '127.0.0.1:1',
        'localhost',
      ])
        assert.equal(await status({ host, origin: `http://${host}` }), 403, `${about} at ${host}`);
      for (const origin of ['http://page.example', 'null', `https://${first.host}`, 'http://127.0.0.1:1'])
        assert.equal(await status({ origin }), 403, `${about} from ${origin}`);
      for (const site of ['same-site', 'cross-site'])
        assert.equal(await status({ 'sec-fetch-site': site }), 403, `${about}, ${site}`);
      for (const cookie of ['', `${ours.cookie}x`]) assert.equal(await status({ cookie }), 401, about);
      if (route.method !== 'GET')
        assert.equal(
          (await sendUiRequest(path, { cookie: ours.cookie }, route.method, body)).status,
          403,
          about,
        );
    }
  });

  it('may come by a link of another site to the page, and nowhere else', async (t) => {
    const { cookie, at, routes } = await openUi(t);
    const link = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    assert.equal((await sendUiRequest(at('/'), link)).status, 200);
    assert.equal((await sendUiRequest(at('/'), { ...link, 'sec-fetch-dest': 'iframe' })).status, 403);
    for (const route of routes.filter(({ method, url }) => method === 'GET' && url !== '/'))
      assert.equal((await sendUiRequest(at(addressOf(route, 'latest')), link)).status, 403, route.url);
  });
});

describe('what the server takes', () => {
  it('is JSON where anything changes', async (t) => {
    const { routes, at, ours } = await openUi(t);
    for (const route of routes.filter(({ method }) => method !== 'GET'))
      for (const type of foreignTypes) {
        const headers = { ...ours, 'content-type': type };
        const { status } = await sendUiRequest(at(addressOf(route, 'x')), headers, route.method, 'a=b');
        assert.equal(status, 415, `${route.method} ${route.url} ${type}`);
      }
  });

  it('is bad input where it is hostile, and changes no object', async (t) => {
    const { routes, at, ours } = await openUi(t);
    const headers = { ...ours, 'content-type': 'application/json' };
    for (const { method, url } of [...routes, { method: 'POST', url: '/api/nothing' }])
      for (const [name, text] of method === 'GET' ? [] : hostileBodies) {
        const { status, text: answer } = await sendUiRequest(
          at(addressOf({ method, url }, 'x')),
          headers,
          method,
          text,
        );
        assert.ok(status < 500, `${method} ${url}, ${name}: ${status} ${answer}`);
        // Where files are taken, no JSON is.
        const refused = /^\/api\/(files|packs)$/.test(url) ? 415 : 400;
        if (/prototype|constructor|no JSON/.test(name)) assert.equal(status, refused, `${url}, ${name}`);
      }
    assert.equal(({} as { isAdmin?: true }).isAdmin, undefined);
    const large = await sendUiRequest(at('/api/nothing'), headers, 'POST', longer).catch((error: unknown) => {
      // It may hang up while it is still being sent.
      assert.match(String(error), /EPIPE|ECONNRESET/);
      return { status: 413 };
    });
    assert.equal(large.status, 413);
    assert.equal((await sendUiRequest(at('/'), ours)).status, 200, 'it goes on');
  });

  it('names nothing outside, and no header', async (t) => {
    const { routes, first, cookie, folder } = await openUi(t);
    mkdirSync(join(folder, 'reports'));
    for (const name of ['compliance.html', 'results.json']) writeFileSync(join(folder, name), 'outside');
    const headers = [`host: ${first.host}`, `cookie: ${cookie}`, `origin: ${first.origin}`];
    const changing = routes.filter(({ url }) => url.includes(':'));
    assert.ok(changing.length > 0);
    for (const route of changing)
      for (const part of hostileParts) {
        // Clients would resolve the dots.
        const line = `${route.method} ${addressOf(route, part)} HTTP/1.1`;
        const json = route.method === 'GET' ? [] : ['content-type: application/json', 'content-length: 2'];
        const body = route.method === 'GET' ? '' : '{}';
        const found = await askRaw(Number(first.port), line, [...headers, ...json], body);
        const about = `${line.slice(0, 60)}\n${found}`;
        assert.match(found, /^HTTP\/1\.1 4\d\d /, about);
        assert.doesNotMatch(found, /outside|root:|^set-cookie/im, about);
      }
  });

  it('is HTTP as it is meant: other lines are refused, and it goes on', async (t) => {
    const { first, at, ours, cookie } = await openUi(t);
    const host = `host: ${first.host}`;
    for (const [line, headers] of [
      ['GET / HTTP/1.1', [host, 'host: page.example']],
      ['GET / HTTP/1.1', [`${host}\r`, 'x: \ny: z']],
      ['GET /\r\nset-cookie: a=b HTTP/1.1', [host]],
      ['GET / HTTP/1.1', []],
      ['GET / HTTP/1.0', []],
      ['POST /api/nothing HTTP/1.1', [host, 'content-length: 5', 'transfer-encoding: chunked']],
      ['GET http://page.example/ HTTP/1.1', [host, `cookie: ${cookie}`]],
    ] as const)
      assert.match(await askRaw(Number(first.port), line, headers), /^HTTP\/1\.1 4\d\d /, line);
    assert.equal((await sendUiRequest(at('/'), ours)).status, 200);
  });
});

describe('every answer', () => {
  it('forbids what a page of ours does not need, whatever was asked', async (t) => {
    const { first, ours, cookie } = await openUi(t);
    const headers = [`host: ${first.host}`, `cookie: ${cookie}`, `origin: ${ours.origin}`];
    for (const [line, status, given] of [
      ['GET /', 200, headers],
      ['GET /app.js', 200, headers],
      ['GET /style.css', 200, headers],
      ['GET /api/target/members', 200, headers],
      ['GET /nothing', 404, headers],
      ['GET /%zz', 404, headers],
      ['GET //page.example/', 404, headers],
      ['GET /\\..\\..', 404, headers],
      ['GET /report/none', 422, headers],
      ['GET /', 401, headers.slice(0, 1)],
      ['GET /', 403, ['host: page.example']],
      ['TRACE /', 404, headers],
      ['OPTIONS /events', 404, headers],
      ['PROPFIND /events', 404, headers],
      ['DELETE /', 404, headers],
    ] as const) {
      const found = await askRaw(Number(first.port), `${line} HTTP/1.1`, given);
      assert.match(found, new RegExp(`^HTTP/1.1 ${status} `), line);
      const [, policy = ''] = /^content-security-policy: (.*)\r$/m.exec(found) ?? [];
      assert.match(policy, /^default-src 'none'; script-src 'self';.* trusted-types 'none'$/, line);
      assert.match(policy, /; frame-ancestors 'none';/, line);
      assert.doesNotMatch(policy, /unsafe|\*|http/, line);
      assert.match(found, /^x-frame-options: DENY\r$/m, line);
      assert.match(found, /^x-content-type-options: nosniff\r$/m, line);
      assert.match(found, /^referrer-policy: no-referrer\r$/m, line);
      assert.match(found, /^cross-origin-opener-policy: same-origin\r$/m, line);
      assert.doesNotMatch(found, /access-control-allow/i, line);
    }
  });

  it('that is a report runs one script of ours, in a sandbox, and in no frame but that of the page', async (t) => {
    const { at, ours, folder } = await openUi(t);
    const reports = join(folder, 'reports');
    mkdirSync(reports);
    writeFileSync(join(reports, 'results.json'), '{"schemaVersion": 3}');
    writeFileSync(join(reports, 'compliance.html'), '<script>alert(1)</script>');
    const { status, headers } = await sendUiRequest(at('/report/latest'), ours);
    assert.equal(status, 200);
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; /);
    assert.match(
      policy,
      /; frame-ancestors 'self'; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/,
    );
    assert.equal(headers['x-frame-options'], undefined);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    const pack = await sendUiRequest(at('/report/latest/pack'), ours);
    assert.deepEqual([pack.status, pack.headers['x-frame-options']], [422, 'DENY']);
    writeFileSync(join(reports, 'evidence-pack.zip'), 'PK');
    const made = await sendUiRequest(at('/report/latest/pack'), ours);
    assert.equal(made.headers['content-disposition'], 'attachment; filename="evidence-pack.zip"');
  });
});
