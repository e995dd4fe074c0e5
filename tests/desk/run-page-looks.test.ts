import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunExchange } from '../../support/desk/wire/run';
import { findingsOf } from '../report/page/axe';
import { shareBrowser, whyNoBrowser } from '../report/page/browser';
import { openDesk } from './browser';

const inTime = { timeout: 60_000 } as const;

async function tryDesk(page: Page): Promise<void> {
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Only these obligations').fill('SES-01 SES-08 CRT-01');
  await page.getByRole('button', { name: 'Try the desk on the built-in mock' }).click();
  await page.getByRole('region', { name: 'Outcome' }).waitFor(inTime);
}

const exchange = (seq: number): RunExchange => ({
  type: 'run.exchange',
  ...{ seq, at: seq, ms: 3, from: 'client', to: seq % 3 === 0 ? 'registry' : 'gateway', sender: 'suite' },
  ...{ method: 'POST', path: '/api/hiecm/gateway/v3/sessions', status: 200 },
});

/** Notes what keeps a page from drawing for longer than 50 ms, from now on. */
function watchTasks(): void {
  const tasks: number[] = [];
  Object.assign(globalThis, { longTasks: tasks });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
}

describe('what the page of a run looks like', { skip: whyNoBrowser(), timeout: 180_000 }, () => {
  shareBrowser();

  for (const colorScheme of ['light', 'dark'] as const)
    it(`passes the rules of axe before and after a run, ${colorScheme}`, async (t) => {
      const { page } = await openDesk(t, { to: '#/run', context: { colorScheme } });
      await page.getByText('Options', { exact: true }).click();
      assert.deepEqual(await findingsOf(page), []);
      await page.getByText('Options', { exact: true }).click();
      await tryDesk(page);
      await page.locator('.lights .light').first().click();
      await page.getByRole('heading', { level: 3, name: /^SES-01/ }).waitFor();
      assert.deepEqual(await findingsOf(page), []);
    });

  for (const width of [360, 768, 3840])
    it(`fits a screen of ${width} pixels`, async (t) => {
      const { page } = await openDesk(t, { to: '#/run', context: { viewport: { width, height: 800 } } });
      await tryDesk(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, String(wide));
      await page.getByRole('listbox', { name: 'Conversation' }).scrollIntoViewIfNeeded();
      const row = page.getByRole('listbox', { name: 'Conversation' }).getByRole('option').last();
      // Where there is no room for lanes, the row says between whom.
      const way = await row.locator('.talk-way').boundingBox();
      assert.equal((way?.width ?? 0) > 40, width < 960);
    });

  it('takes ten thousand exchanges without keeping the page from drawing, and shows the newest', async (t) => {
    const { page, desk } = await openDesk(t, { to: '#/run' });
    await tryDesk(page);
    await page.evaluate(watchTasks);
    const { hub } = desk.context;
    const before = await page.getByText(/^\d+ exchanges/).textContent();
    const count = Number(/^\d+/.exec(before ?? '')?.[0]);
    for (let seq = count + 1; seq <= 10_000; seq += 1) hub.tell(exchange(seq));
    await page.getByText('10,000 exchanges').waitFor(inTime);
    await page.getByRole('option', { name: /^#10000 / }).waitFor();
    assert.ok((await page.getByRole('option').count()) < 200, 'only what can be seen is drawn');
    await page.getByRole('listbox', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -5000);
    await page.getByRole('button', { name: 'To the newest' }).waitFor();
    hub.tell(exchange(10_001));
    await page.getByText('10,001 exchanges').waitFor();
    assert.equal(
      await page.getByRole('option', { name: /^#10001 / }).count(),
      0,
      'it stays where a person is',
    );
    const tasks = await page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
    t.diagnostic(`long tasks in ms: ${tasks.join(' ') || 'none'}`);
    // Machines of CI are slow and shared; what grows with the square of the list takes seconds everywhere.
    assert.ok(Math.max(0, ...tasks) < 500, tasks.join());
  });
});
