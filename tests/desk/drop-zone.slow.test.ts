import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { temporaryFolder } from '../report/embedded-run';
import { openDesk } from './browser';
import { missing } from '../tools';

interface Dropped {
  readonly files?: readonly string[];
  readonly items?: readonly { readonly mimeType: string; readonly data: string }[];
}

/** Drops what lies on this machine, or a text, as a hand does. */
async function drop(page: Page, { files = [], items = [] }: Dropped): Promise<void> {
  const { x, y, width, height } = (await page.locator('.drop-zone').boundingBox()) ?? assert.fail();
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', {
      type,
      ...{ x: x + width / 2, y: y + height / 2 },
      data: { items: [...items], files: [...files], dragOperationsMask: 1 },
    });
}

/** A view with a drop zone, and two files and a folder at hand. */
async function scene(t: TestContext, to: string) {
  const { page, complaints } = await openDesk(t, { to });
  const folder = temporaryFolder(t);
  const [first, second, below] = ['first.zip', 'second.zip', 'below'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const file of [first, second]) writeFileSync(file, 'neither traffic nor a pack');
  mkdirSync(below);
  const input = page.locator('.drop-zone input');
  await input.waitFor();
  return { page, complaints, first, second, below, input };
}

const views = [
  { to: '#/traffic', label: 'Choose a file' },
  { to: '#/history/verify', label: 'Evidence pack' },
];

describe('where a file is dropped or chosen', { skip: missing('browser') }, () => {
  shareBrowser();

  for (const { to, label } of views) {
    it(`what is not one file is refused in words, and changes nothing: ${to}`, async (t) => {
      const { page, first, second, below, input, complaints } = await scene(t, to);
      const refused = page.getByRole('alert').filter({ hasText: 'Drop one file here' });
      for (const dropped of [
        { items: [{ mimeType: 'text/plain', data: 'no file' }] },
        { items: [{ mimeType: 'text/uri-list', data: 'http://desk.example/' }] },
        { files: [first, second] },
        { files: [below] },
      ]) {
        await drop(page, dropped);
        await refused.waitFor();
        assert.equal(await input.inputValue(), '');
        await page.reload();
        await input.waitFor();
      }
      await drop(page, { files: [below] });
      await refused.waitFor();
      assert.deepEqual(await findingsOf(page), []);
      await drop(page, { files: [first] });
      await page.getByText(basename(first)).first().waitFor();
      assert.equal(await refused.count(), 0);
      assert.deepEqual(
        complaints.filter((each) => !each.includes('422')),
        [],
      );
    });

    it(`names the last one, by hand and by keyboard, and takes it again: ${to}`, async (t) => {
      const { page, first, second, input } = await scene(t, to);
      const named = (name: string) =>
        page.waitForFunction(
          (wanted) =>
            document.querySelector<HTMLInputElement>('.drop-zone input')?.files?.[0]?.name === wanted,
          name,
        );
      assert.equal(await page.getByLabel(label).getAttribute('type'), 'file');
      // Before a key is pressed: the browser would show its own dialog.
      page.on('filechooser', (chooser) => void chooser.setFiles(first));
      await input.evaluate((each: HTMLInputElement) => {
        each.addEventListener('change', () => {
          each.dataset.taken = String(Number(each.dataset.taken ?? 0) + 1);
        });
      });
      for (const count of [1, 2]) {
        await input.focus();
        await page.keyboard.press('Enter');
        await page.locator(`.drop-zone input[data-taken="${count}"]`).waitFor();
        await named('first.zip');
      }
      await drop(page, { files: [second] });
      await named('second.zip');
    });
  }
});
