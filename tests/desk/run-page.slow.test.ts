import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { breakableServices, dyingTarget, silentTarget } from './run-targets';
import { missing } from '../tools';

const inTime = { timeout: 60_000 } as const;

/** What the lights of a page say, in their order. */
const lightsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.lights .light')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));

async function runOnly(page: Page, ids: string, button: string): Promise<void> {
  await page.getByText('Options', { exact: true }).click();
  await page.getByLabel('Only these obligations').fill(ids);
  await page.getByRole('button', { name: button }).click();
}

describe('the page of a run', { skip: missing('browser'), timeout: 180_000 }, () => {
  shareBrowser();

  it('tries a newcomer’s desk on the built-in mock, and says what came of it', async (t) => {
    const { page, complaints, foreign } = await openDesk(t, { to: '#/run' });
    await runOnly(page, 'SES-01 SES-08', 'Try the desk on the built-in mock');
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('(partial run)').first().waitFor(inTime);
    await outcome.getByText('It is not a certificate.').waitFor();
    const lights = await lightsOf(page);
    assert.equal(lights.length, 2);
    for (const light of lights) assert.match(light, /^SES-0[18], .+: passed$/);
    const rows = page.getByRole('listbox', { name: 'Conversation' }).getByRole('option');
    assert.match((await rows.last().getAttribute('href')) ?? '', /^#\/inspect\/run\/\d+$/);
    const told = await rows.allTextContents();
    assert.ok(
      told.some((each) => /^#\d+ Your system → Gateway, identity POST \/.+ \d{3} \d+ ms/.test(each)),
      told.join('\n'),
    );
    const report = await outcome.getByRole('link', { name: 'The report' }).getAttribute('href');
    assert.equal((await page.request.get(new URL(report ?? '', page.url()).href)).status(), 200);
    const at = (seq: number) => page.request.get(new URL(`/api/run/exchanges/${seq}`, page.url()).href);
    const first = (await (await at(1)).json()) as { seq: number; request: object; after: number };
    assert.deepEqual([first.seq, first.after, typeof first.request], [1, 2, 'object']);
    assert.equal((await at(100_000)).status(), 422);
    assert.deepEqual(complaints, []);
    assert.deepEqual(foreign, []);
  });

  it('finds a broken service red, and green once it is mended, while the desk stays open', async (t) => {
    const { page, desk, complaints } = await openDesk(t);
    const services = await breakableServices(t, desk.context);
    await page.getByRole('link', { name: 'Run' }).click();
    await runOnly(page, 'SES-05 SES-08', 'Start this partial run');
    const outcome = page.getByRole('region', { name: 'Outcome' });
    await outcome.getByText('The services do not conform').waitFor(inTime);
    const light = page.locator('.lights [data-id="SES-05"]');
    assert.match((await light.getAttribute('aria-label')) ?? '', /: failed$/);
    const failures = page.getByRole('region', { name: 'Failures' });
    assert.match((await failures.locator('pre').first().textContent()) ?? '', /got .*201/);
    const look = await failures.getByRole('link', { name: 'Look into it SES-05' }).getAttribute('href');
    assert.equal(look, '#/inspect/partial/SES-05');
    services.isBroken = false;
    await outcome.getByRole('button', { name: 'Run the 1 obligation that failed or is open' }).click();
    await outcome.getByText('The services conform (partial run)').waitFor(inTime);
    assert.match((await light.getAttribute('aria-label')) ?? '', /: passed$/);
    assert.equal(await failures.count(), 0);
    assert.deepEqual(complaints, []);
  });

  it('tells a crash of the adapter once, and shows nothing green for it', async (t) => {
    const { page, desk } = await openDesk(t);
    writeFileSync(desk.context.targetFile, dyingTarget());
    await page.getByRole('link', { name: 'Run' }).click();
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Certify').selectOption('the integrator');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.locator('.run-headline.incomplete').waitFor(inTime);
    const told = page.getByRole('region', { name: 'What got in the way' }).getByRole('listitem');
    assert.equal(await told.count(), 1);
    assert.match((await told.textContent()) ?? '', /exit code 3[^]* obligations could not be judged for it/);
    assert.equal(await page.locator('.lights .light.passed').count(), 0);
    assert.ok((await page.locator('.lights .light.inconclusive').count()) > 1);
  });

  it('is the same after a reload, and in a second tab', async (t) => {
    const { page, desk, context } = await openDesk(t);
    writeFileSync(desk.context.targetFile, silentTarget(desk.context.folder));
    await page.getByRole('link', { name: 'Run' }).click();
    await page.getByText('Options', { exact: true }).click();
    await page.getByLabel('Certify').selectOption('the integrator');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByText('Waiting for the adapter: initialize').waitFor(inTime);
    const before = await lightsOf(page);
    assert.ok(before.length > 1);
    const second = await context.newPage();
    await second.goto(page.url());
    await page.reload();
    for (const each of [page, second]) {
      await each.getByText('Waiting for the adapter: initialize').waitFor();
      assert.deepEqual(await lightsOf(each), before);
    }
    await second.getByRole('button', { name: 'Stop' }).click();
    for (const each of [page, second]) {
      await each
        .getByRole('region', { name: 'Outcome' })
        .getByText('The run was stopped:')
        .first()
        .waitFor(inTime);
      assert.equal(await each.locator('.lights .light.failed, .lights .light.passed').count(), 0);
    }
    assert.deepEqual(await lightsOf(second), await lightsOf(page));
  });

  it('is held, and goes on from any tab', async (t) => {
    const { page, context } = await openDesk(t, { to: '#/run' });
    await page.getByRole('button', { name: 'Try the desk on the built-in mock' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('The run is held before its next scenario').waitFor(inTime);
    const before = await lightsOf(page);
    const second = await context.newPage();
    await second.goto(page.url());
    await page.close();
    await second.getByText('The run is held before its next scenario').waitFor();
    assert.deepEqual(await lightsOf(second), before);
    await second.getByRole('button', { name: 'Go on' }).click();
    await second
      .getByRole('region', { name: 'Outcome' })
      .getByText('The integrator conforms')
      .waitFor(inTime);
  });

  it('is gone through by keyboard: light by light, exchange by exchange', async (t) => {
    const { page } = await openDesk(t, { to: '#/run' });
    await runOnly(page, 'SES-01 SES-08', 'Try the desk on the built-in mock');
    await page.getByRole('region', { name: 'Outcome' }).waitFor(inTime);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'run-now', 'where the run is shown');
    await page.locator('.lights [data-id="SES-01"]').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('.lights-caption').getByText('SES-08').waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByRole('region', { name: /^SES-08 .*: passed$/ })
      .getByRole('listitem')
      .first()
      .waitFor();
    await page.getByRole('listbox', { name: 'Conversation' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/inspect\/run\/2$/);
  });

  it('says what is wrong with a target, and leads to where it is mended', async (t) => {
    const { page, desk } = await openDesk(t);
    writeFileSync(desk.context.targetFile, 'name: a\nenvironment: sandbox\nservices: { gateway: 7 }\n');
    await page.getByRole('link', { name: 'Run' }).click();
    await page.getByText('services.gateway').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Mend it in the set-up' }).getAttribute('href'),
      '#/setup',
    );
  });
});
