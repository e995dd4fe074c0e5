// `npm run screenshots [-- --out DIR]` takes the pictures of the site: a run with a fault, in the terminal and as the
// report shows it, light and dark. The fault is a mutant; all that is shown is what a run really prints and writes.
import './colours';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { installTool, toolFolder } from '../site/tool';
import { launchChromium } from './chromium';
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
  for (const colorScheme of sides) {
    const context = await browser.newContext({
      colorScheme,
      deviceScaleFactor,
      viewport: { width: 1100, height: 760 },
    });
    const page = await context.newPage();
    await page.setContent(terminal);
    await page.locator('body').screenshot({ path: join(out, `terminal-${colorScheme}.png`) });
    await showFailure(page, join(folder, 'compliance.html'));
    await page.screenshot({ path: join(out, `report-${colorScheme}.png`) });
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
