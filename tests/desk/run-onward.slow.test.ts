import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../report/embedded-run';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { runAtDesk } from './by-hand';
import { dyingTarget } from './run-targets';
import { missing } from '../tools';

const inTime = { timeout: 60_000 } as const;
const viewport = { width: 1280, height: 900 } as const;
const tryIt = 'Try the desk on the built-in mock';

/** Where a heading stands on the page, from its top. */
const topOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole('heading', { level: 2, name, exact: true }).boundingBox())?.y ?? 0;

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

async function tryDesk(page: Page): Promise<void> {
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Only these obligations').fill('SES-01 SES-08');
  await page.getByRole('button', { name: tryIt }).click();
  await page.getByRole('region', { name: 'Outcome' }).waitFor(inTime);
}

describe('the page of a run that is over', { skip: missing('browser'), timeout: 180_000 }, () => {
  shareBrowser();

  it('leads to the start of the next, and puts it first once another target is open', async (t) => {
    const { page, desk } = await openDesk(t, { to: '#/run', context: { viewport } });
    await tryDesk(page);
    const outcome = page.getByRole('region', { name: 'Outcome' });
    assert.match(
      (await outcome.textContent()) ?? '',
      /The run ended at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./,
    );
    assert.doesNotMatch((await outcome.textContent()) ?? '', /target that is open now/);
    assert.ok((await topOf(page, 'Outcome')) < (await topOf(page, 'Another run')));
    await page.getByRole('button', { name: 'New run' }).click();
    assert.equal(await focused(page), 'Another run');

    writeFileSync(desk.context.targetFile, dyingTarget());
    await page.getByRole('link', { name: 'Set up', exact: true }).click();
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await outcome.getByText('It was not about the target that is open now.').waitFor();
    assert.ok((await topOf(page, 'Another run')) < (await topOf(page, 'Outcome')));
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Only these obligations').fill('');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.locator('.run-headline.incomplete').waitFor(inTime);
    assert.equal(await outcome.getByRole('status').count(), 0);
    appendFileSync(desk.context.targetFile, '# saved again\n');
    await page.reload();
    await outcome.getByText('The target has changed since').waitFor();
    // The suite is not on trial where a client is.
    assert.equal(await page.locator('.run-headline').count(), 1);
    await page
      .locator('.run-about dd')
      .getByText(/^the integrator$/)
      .waitFor();
  });

  it('shows a light where it stands, and gives the focus back', async (t) => {
    const target = join(temporaryFolder(t), 'target.yaml');
    writeFileSync(target, dyingTarget());
    const { page } = await openDesk(t, { target, to: '#/run', context: { viewport } });
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.locator('.run-headline.incomplete').waitFor(inTime);
    const heading = page.locator('#light-part-title');
    const light = page.locator('.lights [data-id="SES-02"]');
    await light.click();
    await heading.waitFor();
    await page.waitForFunction(() => document.activeElement?.id === 'light-part-title');
    assert.equal(await page.locator('.lights-area:has([data-id="SES-02"]) .light-part').count(), 1);
    await page.keyboard.press('Escape');
    await heading.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-id')), 'SES-02');

    const trouble = page.getByRole('region', { name: 'What got in the way' });
    await trouble.getByRole('link', { name: 'SES-01', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'light-part-title');
    const box = await page.locator('.light-part').boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= viewport.height, JSON.stringify(box));
    await page.locator('.light-part').getByRole('link', { name: 'Close' }).click();
    await heading.waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'SES-01');

    await trouble.getByRole('link', { name: 'Ask the doctor' }).click();
    await page.waitForFunction(() => document.activeElement?.id === 'doctor');
  });

  it('has one button for a target that is the built-in mock', async (t) => {
    const { page, desk } = await openDesk(t);
    writeFileSync(desk.context.targetFile, 'name: mock\nenvironment: sandbox\n');
    await page.getByRole('link', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Start the run' }).waitFor();
    assert.equal(await page.getByRole('button', { name: tryIt }).count(), 0);
  });

  it('counts what was run alone, and has a button for what a terminal has a command for', async (t) => {
    const opened = await openDesk(t, { to: '#/run' });
    const { page } = opened;
    const { finished } = await runAtDesk(t, opened, ['session', 'identity']);
    await page.locator('.hand .sentence').waitFor(inTime);
    await page.getByRole('button', { name: 'Stop' }).click();
    await finished;
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByRole('button', { name: 'Go on by hand' }).waitFor(inTime);
    assert.equal(await page.getByRole('button', { name: 'Go on by hand' }).count(), 1);
    const text = (await page.locator('main').textContent()) ?? '';
    assert.match(text, /“Go on by hand” goes on from here/);
    assert.doesNotMatch(text, /--resume/);
    const [, left, all] = (/(\d+) of (\d+) scenarios were left/.exec(text) ?? []).map(Number);
    assert.ok(left !== undefined && all !== undefined && left > 0, text);
    const bar = page.getByRole('progressbar');
    assert.equal(Number(await bar.getAttribute('value')), all - left);
    await page.getByText(`${all - left} of ${all} scenarios`, { exact: true }).waitFor();
  });
});
