import { pathToFileURL } from 'node:url';
import type { TestContext } from 'node:test';
import { after } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../../../scripts/chromium';

/** A browser that is closed when the test ends. */
export async function openBrowser(t: TestContext, more: readonly string[] = []): Promise<Browser> {
  const browser = await launchChromium(more);
  t.after(() => browser.close());
  return browser;
}

/** A page of a browser that shows a file; what it asked for and complained about is gathered. */
interface Opened {
  readonly page: Page;
  /** Addresses that were asked for, the file apart. */
  readonly requests: readonly string[];
  /** Errors of scripts and of the page's policy. */
  readonly complaints: readonly string[];
}

let shared: Promise<Browser> | undefined;

/** For the top of a suite: its pages share a browser, which is closed when it ends. */
export function shareBrowser(): void {
  after(async () => {
    await (await shared)?.close();
    shared = undefined;
  });
}

/** That browser; it is started when it is needed first. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchChromium());
}

/** Opens a file in the shared browser, with cookies and settings of its own, until the test ends. */
export async function openFile(
  t: TestContext,
  file: string,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await (await sharedBrowser()).newContext(options);
  t.after(() => context.close());
  const page = await context.newPage();
  const [requests, complaints]: string[][] = [[], []];
  const address = pathToFileURL(file).href;
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) requests?.push(request.url());
  });
  page.on('pageerror', (error) => complaints?.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints?.push(message.text());
  });
  await page.goto(address);
  return { page, requests: requests ?? [], complaints: complaints ?? [] };
}
