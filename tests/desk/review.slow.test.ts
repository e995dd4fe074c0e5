import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Results } from '../../support/judging/results';
import { entriesIn } from '../../support/report/history/entries';
import { isSound, verifyPack } from '../../support/report/pack/verify-pack';
import type { SignOff } from '../../support/report/sign-off/sign-off';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { lastingFolder } from './lasting-folder';
import { brokenCertificate, runInto } from './reports-scene';
import { missing } from '../tools';

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

const today = new Date().toISOString().slice(0, 10);

async function fill(page: Page, decision: string, remarks: string): Promise<void> {
  await page.getByLabel('Your name').fill('A. Reviewer, compliance');
  await page.getByRole('radio', { name: decision, exact: true }).check();
  await page.getByLabel('Remarks').fill(remarks);
}

const signOff = (page: Page) => page.getByRole('button', { name: 'Sign off' }).click();

describe('a reviewer at the desk', { skip: missing('browser') }, () => {
  shareBrowser();
  const reports = lastingFolder();
  let broken: { id: string; path: string };
  let good: { id: string; path: string };

  before(async () => {
    await runInto(reports);
    await runInto(reports, brokenCertificate);
    const [latest, earlier] = entriesIn(reports).map(({ path, run }) => ({ path, id: run?.id ?? '' }));
    assert.ok(latest !== undefined && earlier !== undefined);
    [broken, good] = [latest, earlier];
  });

  it('accepts what does not conform only with a reason; the verdict stays beside the decision', async (t) => {
    const { page, complaints, foreign } = await openDesk(t, { to: '#/review', reports });
    const verdicts = read(broken.path, 'results.json');
    await page
      .getByRole('link', { name: /mock in its own process/ })
      .first()
      .click();
    await page.getByText('The services do not conform').waitFor();
    await fill(page, 'Accepted', '');
    await page.getByText('Say why you accept a run that is partial or does not conform.').waitFor();
    await signOff(page);
    assert.equal(existsSync(join(broken.path, 'sign-off.json')), false);
    await page.getByLabel('Remarks').fill('The key comes <b>tomorrow</b>.\nThe pilot has no registry.');
    await page.getByText('The decision of a reviewer, who goes further than the verdict.').waitFor();
    await signOff(page);
    await page.getByText('Saved. The report shows it').waitFor();
    const { name, decision, remarks, date, run } = JSON.parse(read(broken.path, 'sign-off.json')) as SignOff;
    assert.deepEqual(
      [name, decision, remarks, date, run],
      [
        'A. Reviewer, compliance',
        'accepted',
        'The key comes <b>tomorrow</b>.\nThe pilot has no registry.',
        today,
        broken.id,
      ],
    );
    assert.equal(read(broken.path, 'results.json'), verdicts);
    const shown = page.getByRole('region', { name: 'Decision', exact: true });
    assert.match(await shown.innerText(), /Accepted by A\. Reviewer, compliance[^]*<b>tomorrow<\/b>/);
    assert.deepEqual([complaints, foreign], [[], []]);
    assert.deepEqual(await findingsOf(page), []);
  });

  it('accepts with conditions an earlier report, whose pack then holds the decision', async (t) => {
    const { page, desk } = await openDesk(t, { to: `#/review/${good.id}`, reports });
    await page.getByText('The services conform').waitFor();
    await fill(page, 'Accepted with conditions', '');
    await page.getByLabel('Conditions', { exact: true }).fill('Once more in March.\n\n  No other tenant.  ');
    await signOff(page);
    await page.getByText('Saved. The report shows it').waitFor();
    const bars = await page
      .locator('.outcome .headline')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).borderLeftWidth));
    assert.deepEqual(bars, ['0px', '0px'], 'only the frame has a bar, in the colour of its verdict');
    const { conditions } = JSON.parse(read(good.path, 'sign-off.json')) as SignOff;
    assert.deepEqual(conditions, ['Once more in March.', 'No other tenant.']);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make a pack' }).click();
    const file = join(desk.context.folder, 'pack.zip');
    await (await coming).saveAs(file);
    const verified = await verifyPack(file);
    assert.ok(isSound(verified, false));
    assert.deepEqual(verified.signOff?.conditions, conditions);

    // The report itself, as it is printed: read-only but for its search and filter.
    const [report] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the report' }).click(),
    ]);
    await report.getByRole('region', { name: 'Decision of the reviewer' }).waitFor();
    assert.match(
      await report.locator('body').innerText(),
      /Accepted with conditions by A\. Reviewer, compliance/,
    );
    assert.equal(
      await report.locator(':is(button, input, select, textarea, form):not(#filter *)').count(),
      0,
    );
    await report.emulateMedia({ media: 'print' });
    assert.ok(await report.getByText('No other tenant.').isVisible());

    await page.goto(`${new URL(desk.url).origin}/#/history`);
    await page.getByText('Accepted with conditions by A. Reviewer, compliance').waitFor();
  });

  it('does not sign what was replaced meanwhile, nor a secret; the canary reaches no file', async (t) => {
    const canary = 'CANARY-7f3a9c21-of-the-client';
    const { page, desk } = await openDesk(t, { to: `#/review/${broken.id}`, reports });
    desk.context.secrets.set('CLIENT_SECRET', canary);
    await page.getByText('The services do not conform').waitFor();
    await fill(page, 'Rejected', `It logs ${canary}.`);
    await signOff(page);
    await page.getByRole('alert').filter({ hasText: 'holds what shows as a secret' }).waitFor();
    await page.getByLabel('Remarks').fill('It logs its secret.');
    await signOff(page);
    await page.getByText('Saved. The report shows it').waitFor();
    for (const folder of [broken.path, desk.context.folder])
      for (const each of readdirSync(folder, { withFileTypes: true }))
        if (each.isFile()) assert.ok(!read(folder, each.name).includes(canary), each.name);

    const { origin } = new URL(desk.url);
    const other = await page.request.post(`${origin}/api/review/${broken.id}`, {
      headers: { origin },
      data: {
        digest: `sha256:${'0'.repeat(64)}`,
        standing: '',
        name: 'X',
        decision: 'rejected',
        remarks: '',
        conditions: [],
        date: today,
      },
    });
    assert.equal(other.status(), 422);
    assert.match(await other.text(), /not the results that were reviewed/);
    assert.match(read(broken.path, 'sign-off.json'), /A\. Reviewer/);
  });

  it('replaces no decision that was made meanwhile in another tab', async (t) => {
    const { page, context } = await openDesk(t, { to: `#/review/${broken.id}`, reports });
    await page.getByText('The services do not conform').waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await fill(other, 'Rejected', 'Said in the other tab.');
    await signOff(other);
    await other.getByText('Saved. The report shows it').waitFor();
    await fill(page, 'Rejected', 'Said in this one.');
    await signOff(page);
    await page.getByRole('alert').filter({ hasText: 'has been written meanwhile' }).waitFor();
    assert.match(read(broken.path, 'sign-off.json'), /Said in the other tab/);
    // Who has seen it may replace it.
    await page.reload();
    await page.getByText('Said in the other tab.').first().waitFor();
    await fill(page, 'Rejected', 'Said in this one.');
    await signOff(page);
    await page.getByText('Saved. The report shows it').waitFor();
    assert.match(read(broken.path, 'sign-off.json'), /Said in this one/);
  });

  it('has nothing of a decision on a new run', async (t) => {
    await runInto(reports);
    const { run } = JSON.parse(read(reports, 'results.json')) as Results;
    assert.notEqual(run.id, broken.id);
    assert.equal(existsSync(join(reports, 'sign-off.json')), false);
    const { page } = await openDesk(t, { to: '#/review', reports });
    const items = page.getByRole('listitem');
    await items.nth(2).waitFor();
    assert.match(await items.nth(0).innerText(), /Not signed off/);
    assert.match(await items.nth(1).innerText(), /Rejected by A\. Reviewer/);
    assert.match(await items.nth(2).innerText(), /Accepted with conditions by A\. Reviewer/);
  });

  it('can be used by keyboard at 360 pixels', async (t) => {
    const { page } = await openDesk(t, {
      to: '#/review/latest',
      reports,
      context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
    });
    await page.getByLabel('Your name').focus();
    await page.keyboard.type('K. Board');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('region', { name: 'The report will say' })
      .getByText('Rejected by K. Board')
      .waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Not by keyboard alone.');
    assert.deepEqual(await findingsOf(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} pixels stand out`);
    for (let steps = 0; steps < 12; steps += 1) {
      if (
        await page
          .getByRole('button', { name: 'Sign off' })
          .evaluate((each) => each === document.activeElement)
      )
        break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByText('Saved. The report shows it').waitFor();
    assert.match(read(reports, 'sign-off.json'), /Not by keyboard alone/);
  });
});
