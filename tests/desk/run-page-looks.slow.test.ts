import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunExchange } from '../../support/desk/wire/run';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { isCrowded, longestTask, watchTasks } from './page-tasks';
import { missing } from '../tools';

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

describe('what the page of a run looks like', { skip: missing('browser'), timeout: 180_000 }, () => {
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

  it('shows the path of each exchange whole, who sent it, and no half of a row', async (t) => {
    const { page, desk } = await openDesk(t, {
      to: '#/run',
      context: { viewport: { width: 1280, height: 900 } },
    });
    await tryDesk(page);
    const list = page.getByRole('listbox', { name: 'Conversation' });
    const from = 1 + Number(/^\d+/.exec((await page.getByText(/^\d+ exchanges/).textContent()) ?? '')?.[0]);
    for (let seq = from; seq < from + 40; seq += 1)
      desk.context.hub.tell({ ...exchange(seq), sender: seq % 2 === 0 ? 'suite' : 'integrator' });
    await page.getByRole('option', { name: new RegExp(`^#${from + 39} `) }).waitFor();
    await list.scrollIntoViewIfNeeded();
    const seen = await list.evaluate((box) => {
      const top = box.getBoundingClientRect().top + box.clientTop;
      const rows = [...box.querySelectorAll('.talk-row')].map((row) => row.getBoundingClientRect());
      const cut = [...box.querySelectorAll('.talk-what')].filter(
        (each) => each.scrollWidth > each.clientWidth,
      );
      return {
        cut: cut.map(({ textContent }) => textContent),
        halves: rows.filter((row) => row.top < top - 1 && row.bottom > top + 1).length,
      };
    });
    assert.deepEqual(seen, { cut: [], halves: 0 });
    const sender = async (seq: number) =>
      /(Your system|The suite) → /.exec(
        (await page.getByRole('option', { name: new RegExp(`^#${seq} `) }).textContent()) ?? '',
      )?.[1];
    const even = from + 38 + ((from + 38) % 2);
    assert.deepEqual([await sender(even), await sender(even - 1)], ['The suite', 'Your system']);
  });

  it('takes ten thousand exchanges without a task of more than 100 ms, and leaves a reader where they are', async (t) => {
    const { page, desk } = await openDesk(t, { to: '#/run' });
    await watchTasks(page);
    await page.reload();
    await tryDesk(page);
    const { hub } = desk.context;
    const before = await page.getByText(/^\d+ exchanges/).textContent();
    const count = Number(/^\d+/.exec(before ?? '')?.[0]);
    const { byClock, computed } = await longestTask(page, async () => {
      for (let seq = count + 1; seq <= 10_000; seq += 1) hub.tell(exchange(seq));
      await page.getByText('10,000 exchanges').waitFor(inTime);
      await page.getByRole('option', { name: /^#10000 / }).waitFor();
    });
    t.diagnostic(`longest task in ms: ${byClock} (computed ${computed})`);
    assert.ok(computed <= 100, `${computed} ms`);
    assert.ok(byClock <= 100 || isCrowded(), `${byClock} ms by the clock`);
    assert.ok((await page.getByRole('option').count()) < 200, 'only what can be seen is drawn');
    await page.getByRole('listbox', { name: 'Conversation' }).hover();
    await page.mouse.wheel(0, -5000);
    await page.getByRole('button', { name: 'To the newest' }).waitFor();
    hub.tell(exchange(10_001));
    await page.getByText('10,001 exchanges').waitFor();
    const newest = page.getByRole('option', { name: /^#10001 / });
    assert.equal(await newest.count(), 0, 'it stays where a person is');
    await page.getByRole('button', { name: 'To the newest' }).click();
    await newest.waitFor();
    hub.tell(exchange(10_002));
    await page.getByRole('option', { name: /^#10002 / }).waitFor();
  });
});
