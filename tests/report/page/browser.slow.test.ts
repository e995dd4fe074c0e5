import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { FinishedRun } from '../embedded-run';
import { findingsOf } from './axe';
import { openFile, shareBrowser } from './browser';
import { copyCachedRun } from '../../runs/kept';
import { runOnMutant } from '../../runs/on-mutant';
import { skipUnlessInstalled } from '../../tools';

const skip = skipUnlessInstalled('browser');

const pageOf = ({ folder }: FinishedRun): string => join(folder, 'compliance.html');
const rowsShown = (page: Page): Promise<string[]> =>
  page.locator('details.row:not([hidden])').evaluateAll((rows) => rows.map((row) => row.id));
const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });
const isOnScreen = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });

describe('the compliance report in a browser', { skip }, () => {
  shareBrowser();
  const theFaulty = (t: TestContext): Promise<FinishedRun> => copyCachedRun('broken-integrator', t);

  it('shows the outcome, who, against what, and what failed and why on the first screen', async (t) => {
    const { page, requests, complaints } = await openFile(t, pageOf(await theFaulty(t)), {
      viewport: { width: 1280, height: 900 },
    });
    const header = await page.locator('header').innerText();
    for (const text of [
      'The integrator does not conform; assessed: ',
      '1 of ',
      'Ward Connect 4.2.0 · facility: City Hospital · operator: A. Tester · against the mock of the suite · 20',
      '· edition 20',
      '1 failure.',
      'HDR-05 REQUEST-ID is new for every request',
      'a UUID that no earlier v3 request carried',
      'again; first in #',
      'make a new id for each attempt',
      'HDR-14 The clocks of the integrator agree with real time: ',
      'the service is not a subject of this run.',
    ])
      assert.ok(header.includes(text), `${text} is missing in:\n${header}`);
    for (const place of ['.headline', '.about', '.failures tbody tr'])
      assert.ok(await isOnScreen(page, place), `${place} is not on the first screen`);
    const behind = await page.locator('#run').innerText();
    for (const text of ['sha256:0f3c', 'Digest of the suite', 'sandbox', 'There was no earlier report'])
      assert.ok(behind.includes(text), `${text} is missing in:\n${behind}`);
    assert.deepEqual([requests, complaints], [[], []]);
  });

  it('shows the telling bytes of a failure after one click', async (t) => {
    const finished = await theFaulty(t);
    const { page } = await openFile(t, pageOf(finished), { viewport: { width: 1280, height: 900 } });
    await page.locator('header a[href="#HDR-05"]').first().click();
    const mark = page.locator('#HDR-05 .breach .exchange[open] mark').first();
    assert.match(await mark.innerText(), /^request-id: [0-9a-f-]{36}/);
    assert.ok(await isOnScreen(page, '#HDR-05 > summary'));
    const marks = await page.locator('#HDR-05 .breach .exchange[open] mark').allInnerTexts();
    assert.equal(marks.length, 2);
    assert.equal(marks[0], marks[1], 'the two requests with one REQUEST-ID stand together');
    assert.match(await page.locator('#HDR-05 .breach').innerText(), /Read more\s+npx conform explain HDR-05/);
    await page.locator('#HDR-05 .breach dd a').first().click();
    assert.match(page.url(), /#exchange-\d+$/);
    await page
      .locator(`#${page.url().split('#')[1] ?? ''}[open] pre`)
      .first()
      .waitFor();
  });

  it('searches and filters', async (t) => {
    const { results, ...finished } = await theFaulty(t);
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'));
    const planned = results.obligations.filter((row) => row.planned);
    assert.deepEqual(
      await rowsShown(page),
      planned.map(({ id }) => id),
    );
    await page.fill('#search', 'consent manager x-cm-id');
    assert.deepEqual(await rowsShown(page), ['HDR-10']);
    assert.equal(await page.innerText('#shown'), `1 of ${planned.length} obligations`);
    assert.equal(await page.locator('section.area:visible').count(), 1);
    await page.click('#only-open');
    assert.equal(await page.inputValue('#search'), '');
    const attention = ['failed', 'warning', 'inconclusive', 'not-tested'];
    const expected = planned.filter(({ verdict }) => attention.includes(verdict));
    assert.deepEqual(
      await rowsShown(page),
      expected.map(({ id }) => id),
    );
    // A link to a row that the filter hides shows it again, and what was not in the plan too.
    assert.ok(!planned.some(({ id }) => id === 'SES-05'));
    assert.ok(!(await page.locator('#SES-05').isVisible()));
    await page.evaluate(() => (location.hash = '#SES-05'));
    await page.waitForFunction(() => document.getElementById('SES-05')?.hidden === false);
    assert.ok(await page.locator('#SES-05 .rule').isVisible());
    assert.match(await page.innerText('#shown'), /^(\d+) of \1 obligations$/);
    await page.uncheck('input[name=verdict][value=unplanned]');
    assert.ok(!(await page.locator('#not-in-plan').isVisible()));
    await page.evaluate(() => (location.hash = '#SES-01'));
    await page.waitForFunction(() => document.querySelector<HTMLDetailsElement>('#SES-01')?.open);
    assert.ok(await page.locator('#SES-01').evaluate((row) => (row as HTMLDetailsElement).open));
    await page.click('#everything');
    await page.uncheck('input[name=verdict][value=passed]');
    assert.ok(!(await rowsShown(page)).includes('SES-01'));
  });

  it('filters by subject where there are two', async (t) => {
    const { results, ...finished } = await copyCachedRun('self-test', t);
    const { page } = await openFile(t, join(finished.folder, 'compliance.html'));
    await page.selectOption('#subject', 'service');
    assert.deepEqual(
      await rowsShown(page),
      results.obligations.filter(({ subject }) => subject === 'service').map(({ id }) => id),
    );
  });

  it('reads without script', async (t) => {
    const { page } = await openFile(t, pageOf(await copyCachedRun('self-test', t)), {
      javaScriptEnabled: false,
    });
    assert.ok(!(await page.locator('#filter').isVisible()));
    assert.ok(!(await page.locator('#SES-01 .rule').isVisible()));
    await page.locator('#SES-01 > summary').click();
    assert.ok(await page.locator('#SES-01 .rule').isVisible());
    await page.locator('#SES-01 .evidence .exchange > summary').first().click();
    assert.match(await page.locator('#SES-01 .evidence mark').first().innerText(), /^POST .*\/v3\/sessions$/);
    assert.match(await page.locator('header').innerText(), /is not a certificate/);
  });

  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1600, 1000],
  ] as const)
    it(`fits a screen of ${width} pixels with everything open`, async (t) => {
      const { page } = await openFile(t, pageOf(await copyCachedRun('self-test', t)), {
        viewport: { width, height },
      });
      await openAll(page);
      const { content, screen } = await page.evaluate(() => ({
        content: document.documentElement.scrollWidth,
        screen: document.documentElement.clientWidth,
      }));
      assert.ok(content <= screen, `${String(content)} pixels wide`);
    });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`passes the rules of axe, ${colorScheme}`, async (t) => {
      for (const [finished, width] of [
        [await theFaulty(t), 1280],
        [await theFaulty(t), 360],
        [await copyCachedRun('self-test', t), 1280],
      ] as const) {
        const { page } = await openFile(t, pageOf(finished), {
          colorScheme,
          bypassCSP: true,
          viewport: { width, height: 900 },
        });
        // Dark, the page is the same but for its colours.
        assert.deepEqual(await findingsOf(page, colorScheme === 'dark' ? ['cat.color'] : undefined), []);
      }
    });

  it('would be told by axe what is amiss', async (t) => {
    const { page } = await openFile(t, pageOf(await theFaulty(t)), { bypassCSP: true });
    await page.evaluate(() => {
      document.documentElement.lang = '';
    });
    assert.match((await findingsOf(page, ['html-has-lang'])).join('\n'), /^html-has-lang/);
  });

  it('draws a cycle, marked where it went wrong', async (t) => {
    const finished = await runOnMutant(t, 'everything-approved', { only: ['FLW-04'] });
    const { page } = await openFile(t, pageOf(finished));
    const drawing = page.locator('#FLW-04 figure svg').first();
    assert.ok(await drawing.isVisible());
    const parties = await drawing.locator('.party').allTextContents();
    assert.ok(parties.includes('integrator') && parties.includes('suite as payer'), parties.join());
    assert.ok((await drawing.locator('.telling').count()) > 0);
    assert.match(await page.locator('header').innerText(), /Narrowed by --only: never a certificate/);
    await page.emulateMedia({ media: 'print' });
    assert.ok(await drawing.isVisible(), 'on paper too');
  });
});
