import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ask, opened } from './ask';

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
