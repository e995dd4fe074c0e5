import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { openBrowser } from '../page/browser';
import { failingRun, reportAllure } from './allure-folder';
import { missing } from '../../tools';

/** Serves a folder to a browser: Allure's report fetches its data. */
async function serve(t: TestContext, folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, decodeURIComponent(pathname));
    const found = existsSync(file) && statSync(file).isFile();
    const type = file.endsWith('.html')
      ? 'text/html'
      : file.endsWith('.js')
        ? 'text/javascript'
        : 'text/plain';
    response.writeHead(found ? 200 : 404, { 'content-type': type });
    response.end(found ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const share = /\d ?%/;

describe('who does not conform reads nowhere as a share of what passed', { skip: missing('browser') }, () => {
  it("in Cucumber's page, which says what it counts", async (t) => {
    const { folder } = await failingRun(t);
    const page = await (await openBrowser(t)).newPage();
    await page.goto(`${await serve(t, folder)}/cucumber.html`);
    await page.getByText('features/headers').first().waitFor();
    // It is there, and not shown.
    assert.match((await page.locator('body').textContent()) ?? '', /\d% \(\d+ \/ \d+\) passed/);
    assert.doesNotMatch(await page.locator('body').innerText(), share);
    const note = await page.evaluate(() => getComputedStyle(document.body, '::before').content);
    assert.match(note, /Scenarios, .*obligations .* compliance\.html/);
  });

  it("in Allure's report, whose title says what came of it", { skip: missing('java') }, async (t) => {
    const { folder } = await failingRun(t);
    assert.equal((await reportAllure(folder)).code, 0);
    const page = await (await openBrowser(t)).newPage();
    const address = await serve(t, folder);
    for (const tab of ['', 'graph']) {
      await page.goto(`${address}/allure-report/index.html#${tab}`);
      const caption = page.locator('.chart__caption').first();
      await caption.waitFor({ state: 'attached' });
      await page.locator('.chart__caption', { hasText: share }).first().waitFor({ state: 'attached' });
      assert.ok(!(await caption.isVisible()), `#${tab}`);
      const texts = await page.locator('body').innerText();
      assert.doesNotMatch(texts, share, `#${tab}`);
    }
    await page.goto(`${address}/allure-report/index.html`);
    await page
      .getByText(/integrator does not conform/)
      .first()
      .waitFor();
  });
});
