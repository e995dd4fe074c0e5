// `npm run screenshots [-- --out DIR]` takes the pictures of the site and the README: a run with a fault, in the terminal
// and as the report shows it, and the desk after a self-test, light and dark. The fault is a mutant; all that is shown is
// what a run really prints and writes.
import './colours';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import type { Desk } from '../../support/desk/start-desk';
import { installTool, toolFolder } from '../site/tool';
import { launchChromium } from './chromium';
import { deskAfterRun } from './desk';
import { command, runWithFault } from './run';
import { terminalPage } from './terminal';

const sides = ['light', 'dark'] as const;
/** Sharp on screens of two pixels a point, and not heavy. */
const deviceScaleFactor = 1.5;

/** The failure that the run shows. */
const failed = 'HDR-05';

async function takePictures(browser: Browser, folder: string, out: string): Promise<void> {
  const printed = await runWithFault(folder);
  const terminal = terminalPage(command, printed);
  const desk = await deskAfterRun(browser, folder);
  try {
    await takeEach({ browser, out, terminal, report: join(folder, 'compliance.html'), desk });
  } finally {
    await desk.close();
  }
}

interface Shown {
  readonly browser: Browser;
  readonly out: string;
  /** The page of what the terminal shows. */
  readonly terminal: string;
  readonly report: string;
  readonly desk: Desk;
}

async function takeEach({ browser, out, terminal, report, desk }: Shown): Promise<void> {
  for (const colorScheme of sides) {
    const context = await browser.newContext({
      colorScheme,
      deviceScaleFactor,
      viewport: { width: 1100, height: 760 },
    });
    const page = await context.newPage();
    await page.setContent(terminal);
    await page.locator('body').screenshot({ path: join(out, `terminal-${colorScheme}.png`) });
    await showFailure(page, report);
    await page.screenshot({ path: join(out, `report-${colorScheme}.png`) });
    await page.goto(desk.urlForOnce());
    await page.goto(`${new URL(desk.url).origin}/#/run`);
    await page.locator('.light').first().waitFor();
    await page.locator('#run-plan').evaluate((heading) => {
      heading.scrollIntoView();
    });
    await page.screenshot({ path: join(out, `desk-${colorScheme}.png`) });
    await context.close();
  }
}

/** The row of the failure, from its top. */
async function showFailure(page: Page, report: string): Promise<void> {
  await page.goto(`${pathToFileURL(report).href}#${failed}`);
  await page.locator(`[id="${failed}"] mark`).first().waitFor();
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  const out = values.out ?? join(toolFolder, 'public');
  installTool();
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
