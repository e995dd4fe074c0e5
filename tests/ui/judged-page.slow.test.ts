import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { generatedHar } from '../cli/auditing';
import { startConstantService } from '../cli/own-proxy';
import { shareBrowser } from '../report/page/browser';
import { copyCachedRun } from '../runs/kept';
import { skipUnlessInstalled } from '../tools';
import { hostileHtml, writeEarlier } from './earlier-report';
import { openPage, requireFit } from './open-page';

/** A page in the browser, with a report and an earlier one of a hostile name, in front of a service. */
async function openReports(t: TestContext) {
  const text = `name: ours\nenvironment: sandbox\nservices: { gateway: "${await startConstantService(t)}" }\n`;
  const opened = await openPage(t, { text });
  const { folder } = await copyCachedRun('certificates', t);
  const reports = join(opened.folder, 'reports');
  cpSync(folder, reports, { recursive: true });
  writeEarlier(folder, reports, { name: hostileHtml });
  return opened;
}

describe('the page, in a browser', { skip: skipUnlessInstalled('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('judges a file that is dropped, and what goes through the proxy as it comes', async (t) => {
    const { page, complaints, folder } = await openReports(t);
    const file = join(folder, `${hostileHtml.replaceAll('/', '')}.har`);
    writeFileSync(file, generatedHar([{ id: 'HDR-07', at: 9 }]));
    await page.getByRole('link', { name: 'Traffic' }).click();
    await page.getByLabel('HAR, a recording, or a log').setInputFiles(file);
    await page.getByText('names none of the hosts that the traffic went to').waitFor();
    await page.getByLabel('Judge it by').selectOption('the defaults');
    await page.getByLabel('HAR, a recording, or a log').setInputFiles(file);
    await page.getByRole('link', { name: 'HDR-07' }).waitFor();
    await page.getByRole('heading', { name: hostileHtml }).waitFor();
    await page.getByRole('button', { name: 'Start the proxy' }).click();
    const url = await page.locator('.copyable code').innerText();
    const body = '{"clientId":"a\u202e"}';
    await (await fetch(`${url}/api/hiecm/gateway/v3/sessions`, { method: 'POST', body })).text();
    await page.getByRole('button', { name: /^#1 gateway: POST/ }).click();
    await page.getByText(/"clientId": "‹text, 2/).waitFor();
    await page.getByText(/^broke .*SES-04/).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^#1 gateway: POST/ }).waitFor();
    await requireFit(page);
    await page.getByRole('button', { name: 'Stop and judge' }).click();
    await page.getByRole('link', { name: 'SES-04' }).click();
    const frame = page.frameLocator('iframe.report');
    await frame.locator('details#SES-04[open]').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows reports, what changed, and a sign-off; a pack is made and verified', async (t) => {
    const { page, complaints, folder } = await openReports(t);
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByText(hostileHtml).waitFor();
    await requireFit(page);
    await page.locator('.reports a').first().click();
    await page.frameLocator('iframe.report').getByRole('heading', { level: 1 }).waitFor();
    await requireFit(page);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Evidence pack' }).click();
    await (await coming).saveAs(join(folder, 'pack.zip'));
    await page.getByRole('link', { name: 'What changed' }).click();
    await page.getByText('No regression').waitFor();
    await requireFit(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Sign off' }).click();
    await page.getByLabel('Your name').fill(hostileHtml);
    await page.getByLabel('Accepted', { exact: true }).check();
    await page.getByLabel('Remarks').fill('It is known.');
    await requireFit(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign off' }).click();
    await page.getByText('Make the evidence pack again.').waitFor();
    await page.getByRole('heading', { name: `Accepted by ${hostileHtml}` }).waitFor();
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.getByLabel('Evidence pack', { exact: true }).setInputFiles(join(folder, 'pack.zip'));
    await page.getByText('pack.zip is unchanged').waitFor();
    await page.getByText('It is not signed').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows a report that someone changed: nothing in it runs, or gets an answer', async (t) => {
    const { page, folder } = await openReports(t);
    const script = 'parent.document.title = "taken"; fetch("/api/reports"); document.body.innerHTML = ""';
    const form = '<form action="/api/doctor" method="post"><button>Go</button></form>';
    const attack = `<h1>Changed</h1><script>${script}</script><img src="/app.js" onerror='${script}'>${form}`;
    const link = '<a href="/api/reports">Reports</a>';
    writeFileSync(join(folder, 'reports/compliance.html'), attack + link);
    const answers: [path: string, status: number][] = [];
    page.on('response', (response) => {
      if (response.frame() === page.mainFrame()) return;
      answers.push([new URL(response.url()).pathname.slice(0, 12), response.status()]);
    });
    await page.getByRole('link', { name: 'Reports' }).click();
    await page.locator('.reports a').first().click();
    const frame = page.frameLocator('iframe.report');
    await frame.getByRole('heading', { name: 'Changed' }).waitFor();
    await frame.getByRole('button', { name: 'Go' }).click();
    const refused = page.waitForResponse(/\/api\/reports$/);
    await frame.getByRole('link', { name: 'Reports' }).click();
    assert.equal((await refused).status(), 403);
    assert.equal(await page.title(), 'Reports – Conformance');
    assert.deepEqual(
      answers.filter(([path]) => !path.startsWith('/report/')),
      [['/api/reports', 403]],
    );
  });
});
