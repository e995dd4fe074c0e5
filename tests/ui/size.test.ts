import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendUiRequest, openUi } from './open';

test('the page loads at most 120 kB at first', async (t) => {
  const { cookie, at } = await openUi(t);
  const loaded = ['/', '/app.js', '/style.css'].map((path) => sendUiRequest(at(path), { cookie }));
  const bytes = (await Promise.all(loaded)).map(({ text }) => Buffer.byteLength(text));
  assert.ok(Math.min(...bytes) > 500 && bytes.reduce((sum, each) => sum + each) <= 120_000, bytes.join());
});
