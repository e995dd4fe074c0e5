import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { temporaryFolder } from '../report/embedded-run';
import { openDesk } from './browser';

/** A desk on a target whose gateway is at an address. */
export async function opened(t: TestContext, gateway: string, more = '') {
  const target = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(target, `name: proxied\nenvironment: sandbox\nservices:\n  gateway: "${gateway}"\n${more}`);
  const desk = await openDesk(t, { target, to: '#/traffic' });
  return { ...desk, proxied: join(desk.desk.context.reports, 'proxy') };
}

export async function startProxy(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start the proxy' }).click();
  const address = page.locator('.addresses code').first();
  await address.waitFor();
  return address.innerText();
}

export async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop and judge' }).click();
  await page.getByRole('heading', { name: 'Judged: what went through the proxy' }).waitFor();
}

/** What the page's own script gets, with its cookie and Origin. */
export const asked = (page: Page, path: string, method = 'GET', body?: unknown) =>
  page.evaluate(
    async ([to, how, content]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(to, {
        method: how,
        ...(content !== undefined && { headers, body: content }),
      });
      return { status: answer.status, text: await answer.text() };
    },
    [path, method, body === undefined ? undefined : JSON.stringify(body)] as const,
  );

export const rows = (page: Page) => page.getByRole('listbox').getByRole('option');
export const sums = (page: Page, text: RegExp) =>
  page.locator('.traffic-sums').filter({ hasText: text }).waitFor();
