import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Desk } from '../../support/desk/start-desk';
import { startDesk } from '../../support/desk/start-desk';

/** A desk at which a self-test has just ended. */
export async function deskAfterRun(browser: Browser, folder: string): Promise<Desk> {
  const desk = await startDesk({
    target: join(folder, 'target.yaml'),
    reports: join(folder, 'desk'),
    port: 0,
  });
  const page = await browser.newPage();
  await page.goto(desk.url);
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/run', { method: 'POST', headers, body: '{"selfTest":true}' });
    if (!answer.ok) throw new Error(await answer.text());
  });
  const { hub } = desk.context;
  await new Promise<void>((resolve) => {
    const forget = hub.onNews(() => {
      if (!hub.kept().events.some(({ type }) => type === 'run.finished')) return;
      forget();
      resolve();
    });
  });
  await page.close();
  return desk;
}
