import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ask, service } from '../cli/own-proxy';
import { runningMock } from '../mock/running-mock';
import { shareBrowser } from '../report/page/browser';
import { readResults } from '../report/embedded-run';
import { findingsOf } from '../report/page/axe';
import { asked, opened, rows, startProxy, stop, sums } from './traffic-scene';
import { missing } from '../tools';

describe('a proxy at the desk', { skip: missing('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('judges what goes through as it comes, and writes its report once it is stopped', async (t) => {
    const mock = await runningMock(t, { tls: false });
    const { page, complaints, foreign, proxied } = await opened(t, mock.urls.gateway);
    const gateway = await startProxy(page);
    await page.getByText('Nothing has come through yet.').waitFor();
    const { clientId, clientSecret } = mock.account;
    for (let count = 0; count < 3; count += 1)
      await fetch(`${gateway}/api/hiecm/gateway/v3/sessions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'REQUEST-ID': 'no uuid',
          TIMESTAMP: 'now',
          'X-CM-ID': 'sbx',
        },
        body: JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials' }),
      }).then((answer) => answer.text());
    await ask(gateway, 2);
    await sums(page, /^5 exchanges/);
    await rows(page).filter({ hasText: '/count/1' }).waitFor();
    const lines = await rows(page).allInnerTexts();
    assert.match(lines[1] ?? '', /#2.*gateway.*POST \/api\/hiecm\/gateway\/v3\/sessions.*failed.*HDR-05/s);
    assert.match(lines[0] ?? '', /HDR-03 HDR-07/);
    await page.getByText('HDR-03 REQUEST-ID is a version 4 UUID').waitFor();
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 400, height: 800 });
    const [time, marks] = await Promise.all(
      ['.time', '.marks'].map((each) => rows(page).nth(1).locator(each).boundingBox()),
    );
    assert.ok(time && marks && time.x + time.width <= marks.x, 'the badge stands beside the time');
    const cut = await rows(page)
      .nth(1)
      .locator('.time')
      .evaluate((each) => each.scrollWidth - each.clientWidth);
    assert.ok(cut <= 0, `${cut} pixels of the time are below the badge`);
    if (wide) await page.setViewportSize(wide);

    await page.getByLabel('Find').fill('hdr-05');
    await sums(page, /2 shown/);
    await page.getByLabel('Find').fill('');
    await sums(page, /^5 exchanges · \d+ obligations fail$/);

    const exchange = JSON.parse((await asked(page, '/api/traffic/exchanges/2')).text) as {
      readonly seq: number;
      readonly request: { readonly body: { readonly text: string } };
    };
    assert.equal(exchange.seq, 2);
    assert.ok(exchange.request.body.text.includes('client_credentials'));
    assert.ok(!exchange.request.body.text.includes(clientSecret));
    assert.equal((await asked(page, '/api/traffic/exchanges/6')).status, 404);

    await stop(page);
    const results = readResults(proxied);
    assert.deepEqual([results.run.profile, results.exchanges], ['proxy', 5]);
    await page.getByText('5 exchanges were judged.').waitFor();
    const report = await page.getByRole('link', { name: 'Open the report' }).getAttribute('href');
    assert.equal(report, `/report/${results.run.id}`);
    assert.equal((await asked(page, report)).status, 200);
    const link = await page.getByRole('link', { name: 'Look into it' }).getAttribute('href');
    assert.equal(link, `#/inspect/${results.run.id}`);
    assert.equal((await asked(page, `/api/reports/${results.run.id}`)).status, 200);
    assert.equal((await asked(page, '/api/traffic/exchanges/2')).status, 200, 'from its report');
    await assert.rejects(fetch(gateway), TypeError);
    assert.ok(!(await page.content()).includes(clientSecret));
    // A page that asks for what is not there gets 404, which Chromium notes.
    assert.deepEqual(
      complaints.filter((each) => !each.includes('404')),
      [],
    );
    assert.deepEqual(foreign, []);
  });

  it('is led by the keyboard: choose, read what was found, look into it', async (t) => {
    const { page } = await opened(t, await service(t));
    const gateway = await startProxy(page);
    await ask(gateway, 40);
    await sums(page, /^40 exchanges/);
    const list = page.getByRole('listbox', { name: 'Exchanges' });
    await list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: '#2' }).waitFor();
    assert.equal(await list.getAttribute('aria-activedescendant'), 'exchange-2');
    await page.getByRole('heading', { name: '#2 GET /count/1' }).waitFor();
    await page.locator('.found-in pre').first().waitFor();
    assert.match(await page.locator('.found-in pre').first().innerText(), /^ {2}expected /m);
    await page.keyboard.press('End');
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: '#40' }).waitFor();
    assert.equal(await list.getAttribute('aria-activedescendant'), 'exchange-40');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/inspect\/traffic\/40$/);
    await page.goBack();
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: '#40' }).waitFor();
  });

  it('loses nothing to a reload, and a second tab sees the same', async (t) => {
    const { page, context, desk } = await opened(t, await service(t));
    const gateway = await startProxy(page);
    await ask(gateway, 3);
    await sums(page, /^3 exchanges/);
    await page.reload();
    await sums(page, /^3 exchanges/);
    const other = await context.newPage();
    await other.goto(`${new URL(desk.url).origin}/#/traffic`);
    await sums(other, /^3 exchanges/);
    await ask(gateway, 1);
    for (const each of [page, other]) await sums(each, /^4 exchanges/);
    await stop(other);
    await page.getByRole('heading', { name: 'Judged: what went through the proxy' }).waitFor();
    assert.equal((await asked(page, '/api/traffic/proxy/stop', 'POST', {})).status, 409);
    // Another takes the place of what was told of it.
    await startProxy(page);
    await page.getByText('Nothing has come through yet.').waitFor();
    const again = await asked(other, '/api/traffic/proxy', 'POST', { port: 0, tls: false, callbacks: '' });
    assert.equal(again.status, 409);
  });

  it('is clean by axe, at work and judged, and fits small screens', async (t) => {
    const { page } = await opened(t, await service(t));
    assert.deepEqual(await findingsOf(page), []);
    const gateway = await startProxy(page);
    await ask(gateway, 30);
    await sums(page, /^30 exchanges/);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Home');
    await page.locator('.found-in pre').first().waitFor();
    for (const width of [1280, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await findingsOf(page), [], `${width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${wide} of ${width}`);
    }
    await stop(page);
    assert.deepEqual(await findingsOf(page), []);
  });

  it('serves TLS with an authority to download, and stands in front of callbacks too', async (t) => {
    const { page } = await opened(t, await service(t));
    await page.getByLabel('Address of your callbacks').fill(await service(t));
    await page.getByLabel('Serve TLS').check();
    assert.match(await startProxy(page), /^https:/);
    const names = await page.locator('.addresses dt').allInnerTexts();
    assert.deepEqual(names, ['gateway', 'callbacks']);
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the authority to trust' }).click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), 'conform-proxy-ca.pem');
    assert.match(readFileSync(await download.path(), 'utf8'), /^-----BEGIN CERTIFICATE-----/);
  });

  it('is judged, and reported, when the desk is closed', async (t) => {
    const { page, desk, proxied } = await opened(t, await service(t));
    await ask(await startProxy(page), 2);
    await desk.close();
    assert.equal(readResults(proxied).exchanges, 2);
  });
});
