import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shareBrowser, sharedBrowser } from '../report/page/browser';
import { startTestDesk } from './browser';
import { missing } from '../tools';

/** Of all that the first page loads, uncompressed, in bytes. */
const most = 200 * 1024;

describe('what the first page loads', { skip: missing('browser') }, () => {
  shareBrowser();

  it('is at most 200 KiB, each file once', async (t) => {
    const { desk } = await startTestDesk(t);
    const context = await (await sharedBrowser()).newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    const { origin } = new URL(desk.url);
    const loaded = new Map<string, number>();
    const reading: Promise<unknown>[] = [];
    page.on('response', (response) => {
      const path = response.url().replace(origin, '').replace(/\?.*/, '');
      // The first address leads on to the page, and the stream never ends.
      if (response.status() === 303 || path === '/api/events') return;
      const read = response.body().then((body) => {
        assert.ok(!loaded.has(path), `${path} twice`);
        loaded.set(path, body.length);
      });
      reading.push(read);
    });
    await page.goto(desk.url);
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await Promise.all(reading);
    // The browser tells of no request of the thread that all tabs share.
    const shared = await context.request.get(`${origin}/stream.js`);
    loaded.set('/stream.js', (await shared.body()).length);
    for (const file of ['/', '/app.js', '/style.css', '/strings.json']) assert.ok(loaded.has(file), file);
    const bytes = [...loaded.values()].reduce((sum, each) => sum + each, 0);
    t.diagnostic(`${bytes} bytes: ${[...loaded].map(([path, size]) => `${path} ${size}`).join(', ')}`);
    assert.ok(bytes <= most, `${bytes} bytes`);
  });
});
