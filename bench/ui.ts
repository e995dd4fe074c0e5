/** How long the desk's page takes from its address until its first control answers, beside an empty page of the same server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../scripts/screenshots/chromium';
import { figureOf, tell } from './frame/figure';
import { inTurn } from './frame/in-turn';
import type { DeskProcess } from './ui/desk-process';
import { startDeskProcess } from './ui/desk-process';
import { requireBuild } from './frame/suite';

const rounds = 9;

/** Opens an address in a browser that has never seen it, and gives how long that took until it is as wanted, in milliseconds. */
async function opened(browser: Browser, url: string, until: (page: Page) => Promise<void>): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const startedAt = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await until(page);
    return performance.now() - startedAt;
  } finally {
    await context.close();
  }
}

/** A link of the navigation is pressed, and its area comes. */
async function answers(page: Page): Promise<void> {
  await page.locator('nav a[href="#/run"]').click();
  await page.locator('nav a[href="#/run"][aria-current=page]').waitFor();
}

async function measure(browser: Browser, desk: DeskProcess): Promise<void> {
  const { page, empty } = await inTurn(
    {
      page: () => opened(browser, desk.url, answers),
      // What nothing stands at is a line of text.
      empty: () =>
        opened(browser, `${new URL(desk.url).origin}/`, (shown) => shown.locator('body').waitFor()),
    },
    rounds,
  );
  tell(
    figureOf({
      name: 'desk: from its address until a control answers',
      unit: 'ms',
      beside: 'a line of text of the same server',
      ours: page,
      floor: empty,
      aim: { atMostMore: 1000 },
    }),
  );
}

async function main(): Promise<void> {
  requireBuild();
  const folder = mkdtempSync(join(tmpdir(), 'bench-ui-'));
  const [browser, desk] = [await launchChromium(), await startDeskProcess(folder)];
  try {
    await measure(browser, desk);
  } finally {
    await browser.close();
    await desk.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
