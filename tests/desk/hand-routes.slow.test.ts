import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Saying } from '../../support/run/hand/person';
import { startTestDesk } from './browser';

test('what is over, or was never asked, takes no word', async (t) => {
  const { desk } = await startTestDesk(t);
  const opened = await fetch(desk.url, { redirect: 'manual' });
  const origin = new URL(desk.url).origin;
  const headers = {
    cookie: opened.headers.get('set-cookie')?.split(';')[0] ?? '',
    origin,
    'content-type': 'application/json',
  };
  const say = async (what: string, body: object): Promise<number> =>
    (await fetch(`${origin}/api/hand/${what}`, { method: 'POST', headers, body: JSON.stringify(body) }))
      .status;
  assert.equal(await say('skip', { id: 1, reason: 'none is asked' }), 409);
  const heard: Saying[] = [];
  const person = desk.context.hand.begin();
  person.listen((saying) => heard.push(saying));
  const act = { id: 3, label: '1 session.create', number: 1, of: 1, journey: 'x', sentence: 'x', line: 'x' };
  const address = { method: 'GET', url: 'http://127.0.0.1/' };
  person.tell({ what: 'asked', act: { ...act, address, values: [] }, deadline: 0 });
  assert.equal(await say('skip', { id: 2, reason: 'too late' }), 409);
  assert.equal(await say('skip', { id: 3, reason: ' ' }), 400);
  assert.equal(await say('accept', { id: 3 }), 409, 'nothing was refused');
  assert.equal(await say('answer', { id: 3, answers: {} }), 409, 'it is no question');
  assert.equal(await say('stop', { id: 3 }), 404);
  assert.equal(await say('skip', { id: '3x', reason: 'x' }), 400);
  assert.equal(await say('skip', { id: 3, reason: 'x'.repeat(501) }), 400);
  assert.equal(await say('skip', { id: 3, reason: 'no such thing' }), 200);
  assert.deepEqual(heard, [{ say: 'skip', reason: 'no such thing' }]);
});
