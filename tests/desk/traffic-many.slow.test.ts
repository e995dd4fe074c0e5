import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { LiveExchange, LiveFinding, LiveVerdict } from '../../support/traffic/live/told';
import { LiveEvents } from '../../support/desk/server/traffic/live-events';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { isCrowded, longestTask, watchTasks, type LongestTask } from './page-tasks';
import { missing } from '../tools';

const many = 10_000;
/** What a page must not do in one go, in milliseconds. */
const longest = 100;

/** Exchanges as a busy client has them: each tenth breaks something. */
const exchanges = Array.from({ length: many }, (_none, at): LiveExchange => {
  const seq = at + 1;
  return {
    seq,
    arrivedAt: Date.UTC(2026, 10, 22) + seq * 7,
    durationMs: seq % 90,
    sender: 'integrator',
    service: seq % 3 === 0 ? 'gateway' : 'identity',
    operation: 'session.create',
    method: seq % 2 === 0 ? 'GET' : 'POST',
    path: `/api/hiecm/gateway/v3/sessions/${seq.toString(36)}/${'long/'.repeat(seq % 9)}`,
    status: seq % 7 === 0 ? 400 : 200,
    client: `SBX_${seq % 5}`,
  };
});

const findingAt = (seq: number): LiveFinding => ({
  ...{ seq, obligation: 'HDR-05', title: 'REQUEST-ID is new for every request', verdict: 'failed' },
  message: `HDR-05 broken in #${seq}\n`.repeat(8),
  exchanges: [seq],
});

/** All obligations of a contract of this size change with each batch. */
const verdictsAt = (at: number): LiveVerdict[] =>
  Array.from({ length: 100 }, (_none, index) => ({
    ...{ obligation: `HDR-${index}`, title: 'A present-tense fact of about five to ten words' },
    ...{ subject: 'integrator', verdict: 'failed', observations: at + index, broken: at },
  }));

/** Keeps the page busy, as nothing of ours may. */
const dawdle = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      for (const end = performance.now() + 400; performance.now() < end;);
      resolve();
    });
  });

const shownSum = (page: Page, text: string) =>
  page.locator('.traffic-sums').filter({ hasText: text }).waitFor();

describe('10,000 exchanges in the list', { skip: missing('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('come, are scrolled through and filtered without a task of more than 100 ms', async (t) => {
    const { desk, page, complaints } = await openDesk(t, { to: '#/traffic' });
    await watchTasks(page);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Traffic' }).waitFor();
    const found = new Map<string, LongestTask>();
    const step = async (what: string, act: () => Promise<unknown>): Promise<void> => {
      found.set(what, await longestTask(page, act));
    };
    const events = new LiveEvents(desk.context.hub);
    await step('as they come', async () => {
      for (let at = 0; at < many; at += 250) {
        const batch = exchanges.slice(at, at + 250);
        const findings = batch.filter(({ seq }) => seq % 10 === 0).map(({ seq }) => findingAt(seq));
        events.tell({ exchanges: batch, findings, verdicts: verdictsAt(at) });
        // The stream and the relay have their turn between batches.
        await setImmediate();
      }
      await shownSum(page, '10,000 exchanges');
    });
    const list = page.getByRole('listbox');
    await step('scrolling', async () => {
      const box = (await list.boundingBox()) ?? assert.fail();
      await page.mouse.move(box.x + 50, box.y + 50);
      for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, turn % 2 === 0 ? -9000 : 4000);
      await list.press('Home');
      await list.getByText('#1', { exact: true }).waitFor();
      for (let turn = 0; turn < 20; turn += 1) await list.press('PageDown');
      await list.press('End');
      await list.getByText('#10000', { exact: true }).waitFor();
    });
    await step('filtering', async () => {
      await page.getByLabel('Find').pressSequentially('sessions/7p');
      await shownSum(page, 'shown');
      await page.getByLabel('Find').fill('');
      await page.getByLabel('Only what fails').check();
      await shownSum(page, '1,000 shown');
      await page.getByLabel('Only what fails').uncheck();
      await page.getByLabel('Service').selectOption('gateway');
      await shownSum(page, '3,333 shown');
      await page.getByLabel('Service').selectOption('');
    });
    await step('in a tab that opens later', async () => {
      await page.reload();
      await shownSum(page, '10,000 exchanges');
    });
    const told = [...found].map(
      ([what, { byClock, computed }]) => `${what} ${byClock} (computed ${computed})`,
    );
    t.diagnostic(`longest task in ms: ${told.join(', ')}`);
    for (const [what, { byClock, computed }] of found) {
      assert.ok(computed <= longest, `${what}: ${computed} ms`);
      assert.ok(byClock <= longest || isCrowded(), `${what}: ${byClock} ms by the clock`);
    }
    assert.ok((await list.getByRole('option').count()) < 200, 'only what can be seen is drawn');
    const idle = await longestTask(page, () => page.evaluate(dawdle));
    assert.ok(idle.byClock > longest && idle.computed > longest / 2, 'what takes longer is noted');
    assert.deepEqual(complaints, []);
  });
});
