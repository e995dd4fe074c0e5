import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { findingsOf } from '../report/page/axe';
import { sharedBrowser } from '../report/page/browser';
import { openUi } from './open';

/** A server, and a page of the shared browser that has opened it; what it complained about is gathered. */
export async function openPage(
  t: TestContext,
  {
    context: given,
    ...options
  }: Parameters<typeof openUi>[1] & { readonly context?: BrowserContextOptions } = {},
) {
  const opened = await openUi(t, options);
  const context = await (await sharedBrowser()).newContext(given);
  // Before the server: it ends what the page still asks for.
  t.after(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (origin !== opened.first.origin && origin !== 'null') complaints.push(`asked ${origin}`);
  });
  await page.goto(opened.ui.url);
  return { ...opened, page, context, complaints };
}

/** It has nothing that axe finds, and fits the narrowest and the widest screen. */
export async function requireFit(page: Page): Promise<void> {
  assert.deepEqual(await findingsOf(page), []);
  for (const width of [360, 800, 1400]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  }
}
