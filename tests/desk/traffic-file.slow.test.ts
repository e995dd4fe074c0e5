import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { harText } from '../cli/auditing';
import { shareBrowser } from '../report/page/browser';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { openDesk } from './browser';
import { missing } from '../tools';

async function opened(t: TestContext) {
  const opening = await openDesk(t, { to: '#/traffic' });
  const { reports, folder: uploads } = opening.desk.context;
  return { ...opening, audited: join(reports, 'audit'), uploads };
}

/** Drops a file on the page, as a hand does. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const held = await page.evaluateHandle(
    ([called, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], called));
      return data;
    },
    [name, content] as const,
  );
  await page.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: held });
}

const judged = (page: Page, name: string) => page.getByRole('heading', { name: `Judged: ${name}` }).waitFor();

describe('a file at the desk', { skip: missing('browser'), timeout: 120_000 }, () => {
  shareBrowser();

  it('is judged when it is dropped, and so is the recording of that', async (t) => {
    const { page, audited, uploads, complaints, foreign } = await opened(t);
    await drop(page, 'session.har', harText([{ id: 'HDR-07', at: 9 }]));
    await judged(page, 'session.har');
    const first = readResults(audited);
    assert.deepEqual([first.run.profile, first.exchanges], ['audit', 60]);
    await page.getByText('60 exchanges were judged.').waitFor();
    await page.getByText(/^HDR-07 /).waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'Look into it' }).getAttribute('href'),
      `#/inspect/${first.run.id}`,
    );
    const recording = join(temporaryFolder(t), 'any name.bin');
    writeFileSync(recording, gzipSync(readFileSync(join(audited, 'recording.jsonl'))));
    await page.getByLabel('Choose a file').setInputFiles(recording);
    await judged(page, 'any name.bin');
    await page.getByText('recording of this suite, judged by the current rules').waitFor();
    assert.deepEqual([readResults(audited).run.profile, readResults(audited).exchanges], ['rejudge', 60]);
    assert.deepEqual(readdirSync(uploads), [], 'nothing stays of what was handed over');
    await page.reload();
    await judged(page, 'any name.bin');
    assert.deepEqual([complaints, foreign], [[], []]);
  });

  it('that holds no traffic is refused with its name as text, and another can be tried', async (t) => {
    const { page, audited, uploads } = await opened(t);
    const name = '<img src=x onerror=document.title=1>..%2F..%2Fx.har';
    await drop(page, name, 'no traffic');
    const alert = page.getByRole('alert').filter({ hasText: 'holds neither HAR, nor a traffic log' });
    await alert.waitFor();
    assert.ok((await alert.innerText()).includes(name));
    assert.match(await alert.innerText(), /HAR 1\.2 is a JSON object with log\.entries/);
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(readdirSync(uploads), []);
    await drop(page, 'empty.har', '');
    await page.getByRole('alert').filter({ hasText: 'is empty' }).waitFor();
    await drop(page, name, harText());
    await judged(page, name);
    assert.equal(readResults(audited).run.traffic?.files[0]?.name, name);
  });

  it('that is larger than the desk takes is not handed over', async (t) => {
    const { page } = await opened(t);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.route('**/api/traffic/setup', (route) =>
      route.fulfill({ json: { targetFile: 'target.yaml', services: [], mostBytes: 1000 } }),
    );
    await page.reload();
    await page.getByLabel('Judge by the target file').waitFor();
    await drop(page, 'large.har', 'x'.repeat(1001));
    await page.getByRole('alert').filter({ hasText: 'The file is larger than' }).waitFor();
    assert.deepEqual(
      sent.filter((each) => each.includes('/api/traffic/files')),
      [],
    );
  });
});
