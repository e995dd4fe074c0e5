import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { startTestDesk } from './browser';

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A request as it is written, Host and Origin included: fetch would not send them otherwise. */
function ask(url: URL, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A desk, and the cookie that its first address gives. */
async function opened(t: Parameters<typeof startTestDesk>[0]) {
  const { desk } = await startTestDesk(t);
  const first = new URL(desk.url);
  const { status, headers } = await ask(first);
  assert.equal(status, 303);
  const [set = ''] = headers['set-cookie'] ?? [];
  const [cookie = ''] = set.split(';');
  const at = (path: string): URL => new URL(path, first.origin);
  return { desk, first, set, cookie, at };
}

describe('who may use the desk', () => {
  it('whoever has the address: its token becomes a cookie that no script reads and no site sends', async (t) => {
    const { set, cookie, at } = await opened(t);
    assert.match(set, /; HttpOnly; SameSite=Strict$/);
    assert.equal((await ask(at('/'), { cookie })).status, 200);
    assert.equal((await ask(at('/api/events/kept'), { cookie })).status, 200);
  });

  it('no one without the token, with a wrong one, or with the cookie of another desk', async (t) => {
    const { at, cookie } = await opened(t);
    const other = await opened(t);
    assert.equal((await ask(at('/'))).status, 401);
    assert.equal((await ask(at('/?token=wrong'))).status, 401);
    assert.equal((await ask(at('/api/events/kept'), { cookie: other.cookie })).status, 401);
    assert.equal((await ask(at('/api/events/kept'), { cookie })).status, 200);
  });

  it('no name that is led here: the Host is this machine and this port', async (t) => {
    const { at, cookie, first } = await opened(t);
    for (const host of ['desk.example', `desk.example:${first.port}`, '127.0.0.1', '127.0.0.1:1'])
      assert.equal((await ask(at('/api/events/kept'), { cookie, host })).status, 403, host);
    const host = `localhost:${first.port}`;
    assert.equal((await ask(at('/api/events/kept'), { cookie, host })).status, 200);
  });

  it('no page of another site, for whatever it asks', async (t) => {
    const { at, cookie, first } = await opened(t);
    const path = at('/api/events/kept');
    for (const origin of ['http://desk.example', 'null', `https://${first.host}`, 'http://127.0.0.1:1'])
      assert.equal((await ask(path, { cookie, origin })).status, 403, origin);
    assert.equal((await ask(path, { cookie, origin: first.origin })).status, 200);
    assert.equal((await ask(path, { cookie, 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await ask(path, { cookie, 'sec-fetch-site': 'same-site' })).status, 403);
  });

  it('nothing changes without an Origin of its own', async (t) => {
    const { at, cookie, first } = await opened(t);
    const json = { cookie, 'content-type': 'application/json' };
    // Nothing stands at this path: who may ask is told so, and no one else.
    const path = at('/api/nothing');
    assert.equal((await ask(path, json, 'POST', '{}')).status, 403);
    assert.equal((await ask(path, { ...json, origin: first.origin }, 'POST', '{}')).status, 404);
  });

  it('every answer forbids what a page of ours does not need', async (t) => {
    const { at, cookie } = await opened(t);
    for (const path of ['/', '/app.js', '/api/events/kept', '/nothing']) {
      const { headers } = await ask(at(path), { cookie });
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self';/);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['referrer-policy'], 'no-referrer');
    }
  });
});
