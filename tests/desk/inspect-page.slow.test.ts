import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { keptRun } from '../runs/kept';
import { missing } from '../tools';

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** Text of the part of the page whose heading is given. */
const partOf = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });

describe('looking into a report', { skip: missing('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('tells causes first, their consequences below, and finds by verdict and word', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page, complaints } = await openDesk(t, { reports: folder, to: '#/inspect/latest' });
    await heading(page, /^[^,]+, [\d-]+ [\d:]+ UTC$/).waitFor();
    await page.getByText(/^Latest report, run [0-9a-f-]{36}$/).waitFor();
    const prevents = partOf(page, 'Blocking issues');
    const cause = prevents.locator('ul.rows > li').first();
    assert.match(await cause.innerText(), /^failed\s+SES-09 .*brings 1 more with it:\s+failed\s+SES-08 /s);
    const rows = page.locator('.area .rows li');
    assert.equal(await rows.count(), 31, 'what the run was to cover');
    await page.getByRole('combobox').selectOption('failed');
    assert.deepEqual(
      (await rows.getByRole('link').allInnerTexts()).map((text) => text.slice(0, 6)),
      ['SES-08', 'SES-09'],
    );
    await page.getByLabel('Search').fill('envelope object');
    assert.equal(await rows.count(), 1);
    await page.getByText('1 obligation is shown').waitFor();
    assert.deepEqual(await findingsOf(page), []);
    assert.deepEqual(complaints, []);
  });

  it('shows a failure: what was sent, expected and got, with the telling part marked', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page, complaints } = await openDesk(t, { reports: folder, to: '#/inspect/latest/SES-09' });
    await heading(page, /^SES-09 /).waitFor();
    assert.match(await page.title(), /^SES-09 .* – Conformance desk$/);
    const breach = page.locator('.breach').first();
    const terms = await breach.locator('dl').innerText();
    assert.match(terms, /Expected\s+\{"error": \{"code"/);
    assert.match(terms, /Got\s+400 \{"message":"Invalid user credentials"\}/);
    const marked = breach.locator('mark');
    await marked.first().waitFor();
    assert.ok(
      (await marked.allInnerTexts()).some((text) => text.includes('"message": "Invalid user credentials"')),
    );
    await page.getByText('A demand (must) was broken.').waitFor();
    assert.match(await partOf(page, 'Brings with it').innerText(), /failed\s+SES-08 /);
    const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(
      headings.slice(0, 4),
      ['Why it has this verdict', 'Broken 2 times', 'Brings with it', 'Run this again'],
      'what was seen, and why, comes first',
    );
    assert.match(await partOf(page, 'What is right').innerText(), /"code": "SVC-9999"/);
    assert.deepEqual(await findingsOf(page), []);
    assert.deepEqual(complaints, []);
  });

  it('leads from what follows to its cause, and stays where it is when it is loaded again', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page } = await openDesk(t, { reports: folder, to: '#/inspect/latest/SES-08' });
    const why = partOf(page, 'Why it has this verdict');
    await why.getByText('Follows from').waitFor();
    await page.reload();
    await why.getByRole('link', { name: /^SES-09 / }).click();
    await heading(page, /^SES-09 /).waitFor();
    assert.equal(new URL(page.url()).hash, '#/inspect/latest/SES-09');
  });

  it('belongs to an area of the navigation, and has ways back', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page } = await openDesk(t, { reports: folder, to: '#/inspect/latest/SES-09' });
    const areas = page.getByRole('navigation', { name: 'Areas' });
    assert.equal(await areas.locator('[aria-current]').innerText(), 'History');
    const ways = page.getByRole('navigation', { name: 'Where this stands' });
    await ways.getByRole('link', { name: 'To the run' }).waitFor();
    await ways.getByRole('link', { name: 'To the history' }).click();
    await heading(page, 'History').waitFor();
  });

  it('leads from a reading that a reason names to its field', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page } = await openDesk(t, { reports: folder });
    await page.route('**/obligations/SES-09', async (route) => {
      const view = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...view, reason: 'it names none: set readings.bridge-scoped' } });
    });
    await page.goto(`${new URL(page.url()).origin}/#/inspect/latest/SES-09`);
    const link = page.getByRole('link', { name: 'readings.bridge-scoped' });
    assert.equal(await link.getAttribute('href'), '#/setup/field/readings/bridge-scoped');
  });

  it('shows a negative that passed: how it was refused, beside the twin that was accepted', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page } = await openDesk(t, { reports: folder, to: '#/inspect/latest/ENC-11' });
    const negatives = partOf(page, 'Wrong on purpose');
    const row = negatives.locator('tbody tr').first();
    await row.waitFor();
    const cells = await row.locator('td').allInnerTexts();
    assert.equal(
      await row
        .locator('th')
        .innerText()
        .then((text) => text.replace(/^#\d+ /, '')),
      'otp padded by PKCS#1 v1.5',
    );
    assert.equal(cells[0], 'refused as it must be');
    assert.match(cells[1] ?? '', /^400 .*decrypt/i);
    assert.match(cells[2] ?? '', /^#\d+ 200 /);
    await row.getByRole('link', { name: /^#\d+ beside #\d+$/ }).click();
    await heading(page, /^#\d+ beside #\d+$/).waitFor();
    const [frame, table] = await Promise.all(
      ['.scroll', '.scroll table'].map((each) => page.locator(each).first().boundingBox()),
    );
    assert.ok((table?.width ?? 0) > 0.95 * (frame?.width ?? 0), 'the table has the width of its frame');
    const differing = page.locator('tr.differs', { hasText: 'Meant as' });
    assert.match(await differing.innerText(), /another value\s+wrong on purpose .*\s+valid /);
    assert.deepEqual(await findingsOf(page), []);
    await page.reload();
    await page.locator('tr.differs').first().waitFor();
  });

  it('runs an obligation again, and shows the partial run beside the whole', async (t) => {
    const { folder: reports } = await keptRun('broken-service', t);
    const { page, complaints } = await openDesk(t, { reports, to: '#/inspect/latest/SES-08' });
    const again = partOf(page, 'Run this again');
    await again.getByText('npx conform run --self-test --only SES-08').waitFor();
    await again.getByRole('button', { name: 'Run this again' }).click();
    await again.getByText('It was run again.').waitFor({ timeout: 60_000 });
    const verdicts = again.locator('.verdicts li');
    await verdicts.nth(1).waitFor();
    const [whole = '', partial = ''] = await verdicts.allInnerTexts();
    assert.match(whole, /^failed\s+Latest report \(this one\)/);
    assert.match(partial, /^passed\s+Partial run/);
    assert.deepEqual(complaints, []);
    await again.getByRole('link', { name: 'Partial run' }).click();
    await page.getByText('Partial run (this one)').waitFor();
    assert.match((await verdicts.allInnerTexts()).join(' | '), /^passed.*\| failed\s+Latest report/s);
    await page.goto(`${new URL(page.url()).origin}/#/inspect/latest/compare/1/partial:1`);
    await heading(page, '#1 (Latest report) beside #1 (Partial run)').waitFor();
    await page.locator('tr.differs', { hasText: 'Sent' }).first().waitFor();
  });

  it('says what is not there', async (t) => {
    const { folder } = await keptRun('broken-service', t);
    const { page } = await openDesk(t, { reports: folder, to: '#/inspect/latest/XXX-99' });
    await page.getByRole('alert').getByText('is no obligation of this report').waitFor();
    await page.goto(`${new URL(page.url()).origin}/#/inspect/7`);
    await page.getByRole('alert').getByText('has no report 7').waitFor();
    await page.goto(`${new URL(page.url()).origin}/#/inspect/latest/exchange/x`);
    await page.getByText('There is nothing at this address.').waitFor();
  });
});
