import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { keptRun } from '../runs/kept';
import { missing } from '../tools';

describe(
  'the script of a report that the desk serves',
  { skip: missing('browser'), timeout: 120_000 },
  () => {
    shareBrowser();

    it('is that of the suite: search and filter work', async (t) => {
      const { folder } = await keptRun('broken-service', t);
      const { page, desk, complaints } = await openDesk(t, { reports: folder });
      await page.goto(new URL('/report/latest', desk.url).href);
      await page.locator('#search').fill('SES-09 envelope');
      await page.getByText(/^[1-5] of \d\d+ obligations$/).waitFor();
      assert.deepEqual(complaints, []);
    });

    it('is no other: what was written into the file, or changed in it, does not run', async (t) => {
      const { folder: reports } = await keptRun('broken-service', t);
      const file = join(reports, 'compliance.html');
      const html = readFileSync(file, 'utf8');
      const mark = (where: string): string => `document.documentElement.dataset.${where} = 'ran';`;
      const { page, desk, complaints } = await openDesk(t, { reports });
      for (const [name, changed] of [
        ['added', html.replace('</body>', `<script>${mark('added')}</script></body>`)],
        ['changed', html.replace('<script>', `<script>${mark('changed')}`)],
        ['handler', html.replace('<body>', `<body><img src="data:," onerror="${mark('handler')}">`)],
        ['loaded', html.replace('</body>', '<script src="/app.js"></script></body>')],
      ] as const) {
        assert.notEqual(changed, html, name);
        // What the file says of itself allows nothing either.
        writeFileSync(file, changed.replace(/<meta http-equiv[^>]*>/, ''));
        complaints.length = 0;
        await page.goto(new URL('/report/latest', desk.url).href);
        await page.getByRole('heading', { name: '2 Obligations', exact: true }).waitFor();
        assert.deepEqual(await page.evaluate(() => Object.keys(document.documentElement.dataset)), [], name);
        assert.match(complaints.join('\n'), /Content Security Policy/, name);
      }
    });
  },
);
