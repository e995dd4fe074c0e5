import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { describe, it } from 'node:test';
import { service } from '../cli/own-proxy';
import { shareBrowser } from '../report/page/browser';
import { webServer } from '../traffic/relay-scene';
import { asked, opened, rows, startProxy, sums } from './traffic-scene';
import { missing } from '../tools';

describe(
  'a proxy at the desk, where something is wrong',
  { skip: missing('browser'), timeout: 120_000 },
  () => {
    shareBrowser();

    it('that cannot begin says why, and how to mend it', async (t) => {
      const { page } = await opened(t, await service(t));
      await page.getByLabel('First port').fill(new URL(await webServer(t, createServer())).port);
      await page.getByRole('button', { name: 'Start the proxy' }).click();
      await page.getByRole('alert').filter({ hasText: 'cannot be listened on (EADDRINUSE)' }).waitFor();
      await page.getByLabel('First port').fill('0');
      await startProxy(page);
    });

    it('has nothing to stand in front of where the target file is wrong, and says why', async (t) => {
      const { page } = await opened(t, 'no address');
      await page.getByRole('alert').filter({ hasText: 'target.yaml' }).first().waitFor();
      assert.equal(await page.getByRole('button', { name: 'Start the proxy' }).count(), 0);
      const started = await asked(page, '/api/traffic/proxy', 'POST', { port: 0, tls: false, callbacks: '' });
      assert.equal(started.status, 422);
    });

    it('shows what hostile clients and services send as text', async (t) => {
      const evil = '<img/src=x/onerror=document.title=1>';
      const far = createServer((incoming, answer) => {
        incoming
          .resume()
          .on('end', () => answer.setHeader('content-type', 'text/html').end(`${evil}<script>1</script>`));
      });
      const { page, complaints } = await opened(t, await webServer(t, far));
      const { port } = new URL(await startProxy(page));
      for (const method of ['GET', 'PROPFIND'])
        await new Promise((resolve, reject) => {
          const headers = { 'request-id': evil, 'user-agent': evil, 'content-length': evil.length };
          const sent = request({ port, path: `/${evil}?${evil}`, method, headers }, (answer) =>
            answer.resume().on('end', resolve),
          );
          sent.on('error', reject).end(evil);
        });
      await sums(page, /^2 exchanges/);
      await rows(page).filter({ hasText: 'onerror=document' }).first().click();
      await page.locator('.found-in').filter({ hasText: evil }).waitFor();
      assert.equal(await page.locator('img').count(), 0);
      assert.match(await page.title(), /^Traffic/);
      const { text } = await asked(page, '/api/traffic/exchanges/1');
      assert.ok(text.includes('onerror'));
      for (const body of [
        {},
        { port: '0', tls: 'x', callbacks: evil },
        { port: 1e9, tls: false, callbacks: '' },
        [evil],
      ])
        assert.equal((await asked(page, '/api/traffic/proxy', 'POST', body)).status, 400);
      assert.equal((await asked(page, `/api/traffic/exchanges/${encodeURIComponent(evil)}`)).status, 400);
      assert.deepEqual(
        complaints.filter((each) => !each.includes('status of 400')),
        [],
      );
    });
  },
);
