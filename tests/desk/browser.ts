import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Desk, DeskOptions } from '../../support/desk/start-desk';
import { startDesk } from '../../support/desk/start-desk';
import { sharedBrowser } from '../report/page/browser';

/** A desk with an empty folder of its own, until the test ends. */
export async function startTestDesk(
  t: TestContext,
  options: Partial<DeskOptions> = {},
): Promise<{ readonly desk: Desk; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'conform-desk-test-'));
  const desk = await startDesk({
    target: join(folder, 'target.yaml'),
    reports: join(folder, 'reports'),
    port: 0,
    ...options,
  });
  t.after(async () => {
    await desk.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { desk, folder };
}

/** A desk, and a page of the shared browser that has opened it. */
export interface OpenedDesk {
  readonly desk: Desk;
  readonly folder: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts and of the page's policy. */
  readonly complaints: string[];
  /** Addresses outside the desk that were asked for. */
  readonly foreign: string[];
}

/** Opens a desk in the browser, with cookies of its own, until the test ends; `to` as in `#/run`. */
export async function openDesk(
  t: TestContext,
  {
    to = '',
    context: contextOptions = {},
    ...options
  }: Partial<DeskOptions> & { readonly to?: string; readonly context?: BrowserContextOptions } = {},
): Promise<OpenedDesk> {
  const { desk, folder } = await startTestDesk(t, options);
  const context = await (await sharedBrowser()).newContext(contextOptions);
  // Before the desk: it ends what the page still asks for.
  t.after(() => context.close());
  const page = await context.newPage();
  const [complaints, foreign]: [string[], string[]] = [[], []];
  const origin = new URL(desk.url).origin;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  await page.goto(desk.url);
  if (to !== '') await page.goto(`${origin}/${to}`);
  await page.locator('main h1').first().waitFor();
  return { desk, folder, page, context, complaints, foreign };
}
