// `node -r ./bin/typescript.cjs scripts/screenshots.ts [--out DIR]` makes the screenshots for the site and
// the README, in light and dark mode. They show a failure in the report, and the UI page after a self-test. A
// mutant causes the failure; the report itself is real.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { integratorSpecimens } from '../mutants/catalogue';
import { certify } from '../support/cli/cucumber/certify';
import type { Ui } from '../support/ui/start';
import { startUi } from '../support/ui/start';
import { launchChromium } from './chromium';

/**
 * The name of a mutant that repeats the whole request on a retry, and the id of the obligation that it breaks
 */
const [fault, failed] = ['request-id-repeated-by-retry', 'HDR-05'];
const only = ['SES-01', 'SES-02', 'SES-03', 'SES-04', 'HDR-01', 'HDR-02', 'HDR-03', failed, 'HDR-07'];
/** The fictitious product under certification. */
const product = {
  name: 'ward-connect',
  file: 'target.yaml',
  product: { name: 'Ward Connect', version: '4.2.0', digest: 'sha256:0f3c' },
  facility: 'City Hospital',
  operator: 'A. Tester',
};

async function runWithFault(reports: string): Promise<void> {
  const specimen = integratorSpecimens.find(({ name }) => name === fault);
  if (specimen === undefined) throw new Error(`no mutant is called ${fault}`);
  const { target, client, close } = await specimen.start();
  try {
    await certify(
      {
        profile: 'integrator',
        subjects: ['integrator'],
        only,
        target: { ...target, ...product },
        reports,
        ...(client && { seams: { client } }),
      },
      process,
    );
  } finally {
    await close();
  }
}

/** Starts the UI, clicks the button for a self-test, and waits for its verdicts. */
async function uiAfterRun(browser: Browser, folder: string): Promise<Ui> {
  const ui = await startUi({ target: join(folder, 'target.yaml'), reports: join(folder, 'ui'), port: 0 });
  const page = await browser.newPage();
  await page.goto(ui.url);
  await page.goto(`${new URL(ui.url).origin}/#/run`);
  await page.getByRole('button', { name: 'Try it on the built-in mock' }).click();
  await page.locator('.outcome').first().waitFor({ timeout: 120_000 });
  await page.close();
  return ui;
}

async function takePictures(browser: Browser, folder: string, out: string): Promise<void> {
  await runWithFault(folder);
  const ui = await uiAfterRun(browser, folder);
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      // A scale of 1.5 is sharp enough on high-density screens, and keeps the files small.
      const viewport = { width: 1100, height: 760 };
      const context = await browser.newContext({ colorScheme, deviceScaleFactor: 1.5, viewport });
      const page = await context.newPage();
      const take = (name: string): Promise<Buffer> =>
        page.screenshot({ path: join(out, `${name}-${colorScheme}.png`) });
      await showFailure(page, join(folder, 'compliance.html'));
      await take('report');
      await showRun(page, ui);
      await take('ui');
      await context.close();
    }
  } finally {
    await ui.close();
  }
}

async function showFailure(page: Page, report: string): Promise<void> {
  await page.goto(`${pathToFileURL(report).href}#${failed}`);
  await page.locator(`[id="${failed}"] mark`).first().waitFor();
}

/**
 * Opens the run page and scrolls to the verdicts, so that the status lights of the obligations are visible.
 */
async function showRun(page: Page, ui: Ui): Promise<void> {
  await page.goto(ui.urlForOnce());
  await page.goto(`${new URL(ui.url).origin}/#/run`);
  await page.locator('.light').first().waitFor();
  await page
    .locator('.outcome')
    .first()
    .evaluate((verdict) => {
      verdict.scrollIntoView();
    });
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const out = values.out ?? join(__dirname, '../docs/site/public');
  mkdirSync(out, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'conform-screenshots-'));
  const browser = await launchChromium();
  try {
    await takePictures(browser, folder, out);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`Pictures: ${out}`);
}

void main();
