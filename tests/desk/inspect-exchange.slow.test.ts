import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { exchangeView } from '../../support/desk/server/inspect/exchange-view';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { keptRun } from '../runs/kept';
import { missing } from '../tools';

/** The number of the exchange that a run refused an invented client in. */
async function refusedSession(t: TestContext) {
  const { folder, results } = await keptRun('broken-service', t);
  const [first] = results.obligations.find(({ id }) => id === 'SES-08')?.breaches ?? [];
  assert.ok(first !== undefined);
  const [broken = 0, twin = 0] = first.exchanges;
  return { folder, broken, twin };
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent.replace(/\s+/g, ' ').trim() ?? '');

/** Presses Tab until what has the focus reads so. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let count = 0; count < 120; count += 1) {
    await page.keyboard.press('Tab');
    if (wanted.test(await focused(page))) return;
  }
  assert.fail(`Tab does not lead to ${String(wanted)}`);
}

/** What has the focus begins so. */
async function untilFocused(page: Page, text: string): Promise<void> {
  await page.waitForFunction((begin) => document.activeElement?.textContent.startsWith(begin) === true, text);
}

describe('looking into an exchange', { skip: missing('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('shows headers as they were sent, the body as a tree and raw, facts and timing', async (t) => {
    const { folder, broken } = await refusedSession(t);
    const { page, complaints } = await openDesk(t, {
      reports: folder,
      to: `#/inspect/latest/exchange/${broken}`,
    });
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.waitFor();
    assert.deepEqual((await request.locator('tbody th').allInnerTexts()).slice(0, 3), [
      ...['REQUEST-ID', 'TIMESTAMP', 'X-CM-ID'],
    ]);
    const tree = request.getByRole('tree');
    assert.match(await tree.innerText(), /\{3 members\}.*clientSecret: "\[client-secret-\d+\]"/s);
    await request.getByRole('button', { name: 'Raw' }).click();
    assert.match(await request.locator('pre').innerText(), /^\{"clientId":/);
    assert.match(await page.locator('details', { hasText: 'Detected details' }).innerText(), /scheme: http/);
    assert.match(await page.locator('details', { hasText: 'Timing' }).innerText(), /Taken\s+\d+ ms/);
    await page.getByRole('link', { name: /^SES-08 / }).waitFor();
    assert.deepEqual(await findingsOf(page), []);
    assert.deepEqual(complaints, []);
  });

  it('gives the request as a curl command, with its secrets redacted', async (t) => {
    const { folder, broken } = await refusedSession(t);
    const { page, context } = await openDesk(t, {
      reports: folder,
      to: `#/inspect/latest/exchange/${broken}`,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('As a curl command').click();
    await page.getByText('Secrets stay redacted').waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /^curl .*--request 'POST'.*"clientSecret":"\[client-secret-\d+\]"/s);
  });

  it('stands beside another that is chosen by its number, and beside one of another report', async (t) => {
    const { folder, broken, twin } = await refusedSession(t);
    const { page } = await openDesk(t, { reports: folder, to: `#/inspect/latest/exchange/${broken}` });
    await page.getByLabel('Number').fill(`#${twin}`);
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('heading', { level: 1, name: `#${broken} beside #${twin}` }).waitFor();
    const status = page.locator('tr', { hasText: 'Answer' }).first();
    assert.match(await status.innerText(), /another value\s+400\s+200/);
    assert.match(await page.locator('tr', { hasText: '/message' }).innerText(), /only in the first/);
    await page.getByRole('link', { name: 'Swap sides' }).click();
    await page.getByRole('heading', { level: 1, name: `#${twin} beside #${broken}` }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/#/inspect/latest/compare/${broken}/9:${twin}`);
    await page.getByRole('alert').getByText('has no report 9').waitFor();
  });

  it('is shown before there is a report, with none of what a report adds', async (t) => {
    const { page, complaints } = await openDesk(t);
    const view = exchangeView({
      ...{ seq: 7, arrivedAt: 0, answeredAt: 3, sender: 'suite', facts: { scheme: 'http', loopback: true } },
      request: { method: 'GET', url: 'http://x/now', headers: [] },
    });
    const asked: string[] = [];
    await page.route('**/api/*/exchanges/7', async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await route.fulfill({ json: view });
    });
    for (const entry of ['run', 'traffic']) {
      await page.goto(`${new URL(page.url()).origin}/#/inspect/${entry}/7`);
      await page.getByText('GET /now').waitFor();
      await page.locator('.trail').getByRole('link').waitFor();
      assert.deepEqual(
        await page.locator('.trail a').evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
        [`#/${entry}`],
      );
      await page.locator('.trail').getByRole('link').click();
    }
    assert.deepEqual(asked, ['/api/run/exchanges/7', '/api/traffic/exchanges/7']);
    assert.deepEqual(complaints, []);
  });

  it('is reached, walked through and left by keyboard alone', async (t) => {
    const { folder, broken } = await refusedSession(t);
    const { page } = await openDesk(t, { reports: folder, to: '#/inspect/latest' });
    await page.getByRole('heading', { level: 1, name: /, [\d-]+ [\d:]+ UTC$/ }).waitFor();
    await tabTo(page, /^SES-08 /);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^SES-08 / }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo(page, new RegExp(`^Look into #${broken}$`));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Exchange #${broken}` }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await tabTo(page, /^▾ *\{3 members\}/);
    await page.keyboard.press('ArrowDown');
    await untilFocused(page, 'clientId: ');
    await page.keyboard.press('ArrowLeft');
    await untilFocused(page, '▾');
    await page.keyboard.press('ArrowLeft');
    await untilFocused(page, '▸');
    assert.equal(await page.getByRole('tree').first().getByRole('treeitem').count(), 1);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: /^SES-08 / }).waitFor();
    await page.waitForFunction(
      (name) => document.activeElement?.textContent === name,
      `Look into #${broken}`,
    );
    await page.goBack();
    await untilFocused(page, 'SES-08 ');
  });
});
