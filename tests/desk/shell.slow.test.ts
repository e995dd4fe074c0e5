import assert from 'node:assert/strict';
import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shareBrowser } from '../report/page/browser';
import { openDesk, startTestDesk } from './browser';
import { missing } from '../tools';

describe('the page of the desk', { skip: missing('browser') }, () => {
  shareBrowser();

  it('opens without a complaint, and asks for nothing elsewhere', async (t) => {
    const { page, complaints, foreign } = await openDesk(t);
    assert.equal(new URL(page.url()).search, '', 'the token does not stay in the address');
    await page.getByRole('link', { name: 'Run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Run' }).waitFor();
    assert.deepEqual(complaints, []);
    assert.deepEqual(foreign, []);
  });

  it('says when the desk is closed', async (t) => {
    const { page, desk } = await openDesk(t);
    await desk.close();
    await page.getByText('The desk does not answer.').waitFor();
  });

  it('says so to who has scrolled down, too', async (t) => {
    const { page, desk } = await openDesk(t, { context: { viewport: { width: 800, height: 300 } } });
    await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
    await desk.close();
    const notice = page.getByText('The desk does not answer.');
    await notice.waitFor();
    await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
    });
    assert.ok(await page.evaluate(() => scrollY > 100));
    const box = await notice.boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 300, JSON.stringify(box));
  });

  it('has its navigation above what it shows, on wide windows too', async (t) => {
    const { page } = await openDesk(t, { context: { viewport: { width: 2560, height: 800 } } });
    const [name, heading] = await Promise.all([
      page.locator('.top .name').boundingBox(),
      page.locator('main h1').boundingBox(),
    ]);
    assert.equal(name?.x, heading?.x);
    assert.ok((heading?.x ?? 0) > 300);
  });

  it('shows the last report where script is off', async (t) => {
    const { desk, folder } = await openDesk(t);
    mkdirSync(join(folder, 'reports'), { recursive: true });
    writeFileSync(join(folder, 'reports/results.json'), '{}');
    writeFileSync(
      join(folder, 'reports/compliance.html'),
      '<!doctype html><title>R</title><h1>It conforms</h1>',
    );
    const { page } = await openDesk(t, {
      reports: desk.context.reports,
      context: { javaScriptEnabled: false },
    });
    await page.getByRole('link', { name: 'The last report' }).click();
    await page.getByRole('heading', { name: 'It conforms' }).waitFor();
  });

  it('has room for two desks in one browser, each with its own cookie', async (t) => {
    const { page, context, desk } = await openDesk(t);
    const other = (await startTestDesk(t)).desk;
    const second = await context.newPage();
    await second.goto(other.url);
    for (const [tab, name] of [
      [page, 'Run'],
      [second, 'Traffic'],
    ] as const) {
      await tab.reload();
      await tab.getByRole('link', { name, exact: true }).click();
      await tab.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    }
    const names = (await context.cookies()).map(({ name }) => name).toSorted();
    const ports = [desk, other].map(({ url }) => `desk-${new URL(url).port}`);
    assert.deepEqual(names, ports.toSorted());
  });
});
