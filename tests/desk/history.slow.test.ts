import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { signingKeyName } from '../../support/report/pack/signature';
import { verifyPack } from '../../support/report/pack/verify-pack';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import type { DiffAnswer } from '../../support/desk/wire/history';
import { lastingFolder } from './lasting-folder';
import { openDesk } from './browser';
import { brokenCertificate, runInto } from './reports-scene';
import { missing } from '../tools';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pemOf = (key: KeyObject): string =>
  key.export({ format: 'pem', type: key.type === 'private' ? 'pkcs8' : 'spki' }).toString();

/** What a download of the page holds. */
async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await act();
  const file = join(lastingFolder(), 'pack.zip');
  await (await coming).saveAs(file);
  return file;
}

/** The trend tells the runs of a day apart by the second, and a run may take less. */
async function nextSecond(): Promise<void> {
  const second = (): number => Math.trunc(Date.now() / 1000);
  const now = second();
  while (second() === now) await delay(10);
}

describe('the history on the desk', { skip: missing('browser') }, () => {
  shareBrowser();
  const reports = lastingFolder();

  before(async () => {
    // Two whole runs on a service, of which the second one breaks something.
    await runInto(reports);
    await nextSecond();
    await runInto(reports, brokenCertificate);
  });

  it('lists what there is, and tells two reports apart as conform diff does', async (t) => {
    const { page, complaints, foreign } = await openDesk(t, { to: '#/history', reports });
    const rows = page.getByRole('table').getByRole('row');
    await rows.nth(1).getByText('service: does not conform').waitFor();
    await rows.nth(2).getByText('service: conforms').waitFor();
    assert.equal(await rows.count(), 3);
    const compare = page.getByRole('button', { name: 'Compare the two' });
    assert.ok(await compare.isDisabled());
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await page.getByText('2 reports chosen: the earlier one is compared with the later one.').waitFor();
    await compare.click();
    await page.getByText('A regression: something became worse.').waitFor();
    const worse = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Worse', exact: true }) });
    assert.match(await worse.innerText(), /CRT-02 passed → failed/);
    assert.doesNotMatch(await worse.innerText(), /inconclusive/);
    const unjudged = page.locator('section', { hasText: 'Could not be judged this time' });
    assert.match(await unjudged.innerText(), /ENC-11 passed → inconclusive/);
    assert.equal(await page.getByRole('heading', { name: 'Better' }).count(), 0);
    assert.deepEqual([complaints, foreign], [[], []]);
  });

  it('tells what became worse from what could only not be judged, and leads to both', async (t) => {
    const { page } = await openDesk(t, { reports });
    await page.route('**/api/history/diff/**', async (route) => {
      const answer = (await (await route.fetch()).json()) as DiffAnswer;
      const groups = answer.groups.filter(({ kind }) => kind !== 'worse');
      await route.fulfill({ json: { ...answer, groups } });
    });
    await page.goto(`${new URL(page.url()).origin}/#/history/diff/1/latest`);
    await page.getByText('A regression: something could not be judged this time.').waitFor();
    await page.getByRole('link', { name: 'ENC-11' }).click();
    await page.getByRole('heading', { level: 1, name: /^ENC-11 / }).waitFor();
    await page.getByText('Another party, or the suite itself, got in the way.').waitFor();
  });

  it('leads from a failure to an exception of it; what failed stands first among all', async (t) => {
    const { page } = await openDesk(t, { to: '#/inspect/latest/CRT-02', reports });
    await page.getByRole('link', { name: 'Add an exception' }).click();
    const choice = page.getByLabel('Obligation', { exact: true });
    assert.equal(await choice.inputValue(), 'CRT-02');
    const groups = choice.locator('optgroup');
    assert.equal(await groups.nth(0).getAttribute('label'), 'Failed in the latest report');
    assert.deepEqual(await groups.nth(0).locator('option').allTextContents(), [
      'CRT-02 The registry publishes an RSA 2048 key',
    ]);
    await page.getByText('Each run on the target from this desk uses this file by itself').waitFor();
  });

  it('shows each obligation over the runs, in words too', async (t) => {
    const { page } = await openDesk(t, { to: '#/history/trend', reports });
    const row = page.getByRole('row').filter({ hasText: 'CRT-02' });
    await row.waitFor();
    assert.deepEqual(await row.locator('.spark .hidden').allTextContents(), ['passed', 'failed']);
    assert.match(await row.innerText(), /1 change/);
    const days = await page.locator('.trend .day').allInnerTexts();
    assert.equal(new Set(days).size, 2, days.join(', '));
    assert.match(days.join(), /:/, 'two runs of a day are told apart by the time');
    const all = await page.getByRole('row').count();
    await page.getByRole('checkbox', { name: 'Only those that changed' }).check();
    await page.getByText(/^[1-9] obligations\./).waitFor();
    assert.ok((await page.getByRole('row').count()) < all);
    assert.equal(await row.count(), 1);
    assert.deepEqual(await findingsOf(page), []);
  });

  it('makes a pack of an earlier report and verifies it: unsigned, then signed, then changed', async (t) => {
    t.after(() => Reflect.deleteProperty(process.env, signingKeyName));
    const { page, folder, desk } = await openDesk(t, { to: '#/history', reports });
    const conforming = page.getByRole('row').filter({ hasText: 'service: conforms' });
    const make = () => conforming.getByRole('button', { name: /^Make a pack/ }).click();
    const unsigned = await downloaded(page, make);
    await conforming.getByText('It is not signed').waitFor();
    assert.equal((await verifyPack(unsigned)).signature, 'absent');

    process.env[signingKeyName] = pemOf(privateKey);
    await page.reload();
    await page.getByText('Packs are signed with the key in the environment').waitFor();
    const signed = await downloaded(page, make);
    await conforming.getByText('Signed by the key').waitFor();
    assert.equal((await verifyPack(signed, { keys: [publicKey] })).signature, 'valid');

    const key = join(folder, 'key.pem');
    writeFileSync(key, pemOf(publicKey));
    await page.getByRole('link', { name: 'Verify a pack' }).click();
    const verify = async (file: string): Promise<string> => {
      await page.getByLabel('Evidence pack').setInputFiles(file);
      await page.getByRole('button', { name: 'Verify' }).click();
      const outcome = page.getByRole('region', { name: 'Outcome' });
      await outcome.waitFor();
      return outcome.innerText();
    };
    assert.match(
      await verify(signed),
      /The pack is undamaged[^]*no signature was checked[^]*judged again: .* give the same verdicts/,
    );
    await page.getByText('What it must be').click();
    await page.getByLabel('Public key').setInputFiles(key);
    assert.match(await verify(signed), /The pack is sound[^]*signature valid/);
    assert.match(await verify(unsigned), /Do not rely on this pack\.[^]*signature absent/);
    await page.getByLabel('Nonce').fill('another');
    assert.match(await verify(signed), /Do not rely on this pack\.[^]*nonce/);
    await page.getByLabel('Nonce').fill('');
    await page.getByLabel('Certificate').selectOption('Of the integrator');
    assert.match(await verify(signed), /Do not rely on this pack\.[^]*no certificate: .*integrator/);
    await page.getByLabel('Certificate').selectOption('Any sound pack');
    const bytes = readFileSync(signed);
    const cut = join(folder, 'cut.zip');
    writeFileSync(cut, bytes.subarray(0, bytes.length - 30));
    await page.getByLabel('Evidence pack').setInputFiles(cut);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').waitFor();
    assert.deepEqual(readdirSync(desk.context.folder), [], 'nothing that was handed over stays');
  });

  it('takes a pack that is dropped', async (t) => {
    const { page } = await openDesk(t, { to: '#/history/verify', reports });
    const data = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['no zip'], 'dropped.zip', { type: 'application/zip' }));
      return transfer;
    });
    await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: data });
    await page.getByText('dropped.zip').waitFor();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').waitFor();
  });

  it('edits approved exceptions, keeps what stands around them, and loses nothing of others', async (t) => {
    const { page, folder, complaints } = await openDesk(t, { to: '#/history/exceptions', reports });
    const file = join(folder, 'waivers.yaml');
    await page.getByText('There are none.').waitFor();
    const fill = async (approver: string, expires: string): Promise<void> => {
      await page.getByLabel('Reason', { exact: true }).fill('<img src=x onerror=alert(1)> until 2.4');
      await page.getByLabel('Approved by').fill(approver);
      await page.getByLabel('Expires', { exact: true }).fill(expires);
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await page.getByRole('button', { name: 'Add an exception' }).click();
    await page.getByLabel('Obligation', { exact: true }).selectOption('CRT-02');
    await fill('A. Reviewer', '2099-12-31');
    await page
      .getByRole('listitem')
      .filter({ hasText: 'until 2099-12-31, approved by A. Reviewer' })
      .waitFor();
    assert.match(readFileSync(file, 'utf8'), /^- id: CRT-02\n/);

    writeFileSync(file, `# ours\n${readFileSync(file, 'utf8')}# end\n`);
    await page.getByRole('button', { name: 'Change the exception for CRT-02' }).click();
    await fill('B. Other', '2099-12-31');
    await page.getByRole('alert').filter({ hasText: 'was changed by another meanwhile' }).waitFor();
    await page.getByRole('button', { name: 'Load again' }).click();
    await fill('B. Other', '2099-12-31');
    await page.getByText('B. Other').waitFor();
    assert.match(readFileSync(file, 'utf8'), /^# ours\n- id: CRT-02\n[^]*approver: B\. Other\n[^]*# end\n$/);

    await page.getByRole('button', { name: 'Remove the exception for CRT-02' }).click();
    assert.match(readFileSync(file, 'utf8'), /CRT-02/);
    await page.getByRole('button', { name: 'Press again to remove' }).click();
    await page.getByText('There are none.').waitFor();
    assert.equal(readFileSync(file, 'utf8'), '# ours\n[]\n# end\n');
    assert.deepEqual(
      complaints.filter((each) => !each.includes('422')),
      [],
    );
  });

  it('reads well at every width, by keyboard, and without findings of axe', async (t) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await openDesk(t, {
        to: '#/history',
        reports,
        context: { colorScheme, viewport: { width: 360, height: 740 } },
      });
      await page.getByRole('table').waitFor();
      assert.deepEqual(await findingsOf(page), []);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels stand out`);
    }
  });
});
