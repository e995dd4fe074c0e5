import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, it } from 'node:test';
import { findingsOf } from '../report/page/axe';
import { openFile, shareBrowser } from '../report/page/browser';
import { theSite } from './made';
import { skipUnlessInstalled } from '../tools';

/** Pages of each kind, looked at in one way each. */
const judged = [
  ['index.html', 'dark', 1280],
  ['obligations/ses-08.html', 'light', 360],
  ['obligations/flw-03.html', 'dark', 1280],
  ['obligations/index.html', 'light', 360],
  ['features/headers/request-headers.html', 'light', 1280],
  ['schemas/target.html', 'light', 1280],
] as const;

describe('the site in a browser', { skip: skipUnlessInstalled('browser', 'vitepress') }, () => {
  shareBrowser();

  for (const [page, colorScheme, width] of judged)
    it(`passes the rules of axe on ${page}, ${colorScheme}, ${width} pixels wide`, async (t) => {
      const file = join(await theSite(), page);
      const opened = await openFile(t, file, { colorScheme, viewport: { width, height: 900 } });
      // Dark, the page is the same but for its colours.
      const rules = colorScheme === 'dark' ? ['cat.color'] : undefined;
      assert.deepEqual(await findingsOf(opened.page, rules), []);
    });

  for (const page of ['index.html', 'obligations/ses-08.html'])
    it(`loads ${page} from its folder alone, and fits it on a phone`, async (t) => {
      const site = await theSite();
      const {
        page: shown,
        requests,
        complaints,
      } = await openFile(t, join(site, page), {
        viewport: { width: 360, height: 740 },
      });
      const base = pathToFileURL(site).href;
      assert.ok(requests.some((each) => each.endsWith('.css')));
      assert.deepEqual(
        requests.filter((each) => !each.startsWith(base)),
        [],
      );
      assert.deepEqual(complaints, []);
      const wide = await shown.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${wide} pixels wide`);
    });

  it('reads and leads on without script', async (t) => {
    const { page } = await openFile(t, join(await theSite(), 'index.html'), { javaScriptEnabled: false });
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Obligations' }).click();
    await page.getByRole('link', { name: 'Request headers' }).first().click();
    await page.getByRole('link', { name: 'HDR-05', exact: true }).click();
    assert.match(await page.locator('h1').innerText(), /^HDR-05 REQUEST-ID is new for every request/);
    const row = page.getByRole('link', { name: 'Two requests with one id for both', exact: true });
    assert.ok(await row.isVisible());
    await page.getByRole('link', { name: 'The ids of one working session' }).click();
    assert.match(page.url(), /features\/headers\/request-headers\.html#L\d+$/);
    // No row breaks this obligation, so its page shows a right and a wrong exchange.
    await page.goto(new URL('../../obligations/hdr-12.html', page.url()).href);
    const wrong = page.locator('.side.wrong mark:not(.same)').first();
    assert.match(await wrong.innerText(), /no x-hip-id/);
    assert.ok(await wrong.isVisible());
  });
});
