import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { shareBrowser } from '../report/page/browser';
import { lines } from '../targets/target-files';
import { isSaved, openTarget, saveOn } from './open-page';
import { missing } from '../tools';

describe('saving on the page', { skip: missing('browser') }, () => {
  shareBrowser();

  it('saves nothing while something typed is not taken, and forgets that where it is discarded', async (t) => {
    const { page, read } = await openTarget(t, lines('name: a'));
    const text = page.getByRole('textbox', { name: 'The file as text' });
    await page.getByRole('textbox', { name: /^Facility/ }).fill('Here');
    await page.waitForFunction(
      () => document.querySelector<HTMLTextAreaElement>('#yaml-text')?.value.includes('Here') === true,
    );
    await text.fill('name: [b');
    await saveOn(page);
    await page.getByText('is not YAML').waitFor();
    await page.getByText('Something that was typed is not taken').waitFor();
    await page.getByText('Not saved yet.').waitFor();
    assert.equal(read(), 'name: a\n');
    await page.getByRole('button', { name: 'Undo what was typed' }).click();
    assert.equal(await text.inputValue(), 'name: a\nfacility: Here\n');
    await text.fill('name: [c');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open what is on disk' }).click();
    await isSaved(page);
    assert.equal(await text.inputValue(), 'name: a\n');
  });

  it('waits for what is still on its way when Save is pressed', async (t) => {
    const { page, read } = await openTarget(t, lines('name: a'));
    const gate = Promise.withResolvers<undefined>();
    await page.route('**/api/target/edit', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await Promise.all([
      page.waitForRequest('**/api/target/edit'),
      page.getByRole('textbox', { name: /^Facility/ }).fill('Here'),
    ]);
    await saveOn(page);
    gate.resolve(undefined);
    await isSaved(page);
    assert.deepEqual(parse(read()), { name: 'a', facility: 'Here' });
  });

  it('refuses to write over what others wrote, and lets the person choose', async (t) => {
    const { page, file, read } = await openTarget(t, lines('name: a'));
    await page.getByRole('textbox', { name: /^Facility/ }).fill('Here');
    writeFileSync(file, 'name: theirs\n');
    await saveOn(page);
    const dialog = page.getByRole('dialog', { name: 'The file has changed on disk' });
    await dialog.waitFor();
    assert.equal(read(), 'name: theirs\n');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await saveOn(page);
    await dialog.getByRole('button', { name: 'Save over it' }).click();
    await isSaved(page);
    assert.deepEqual(parse(read()), { name: 'a', facility: 'Here' });
  });

  it('saves what is not right yet only when asked again', async (t) => {
    const { page, read } = await openTarget(t, lines('name: a'));
    await page.getByRole('textbox', { name: /^Gateway/ }).fill('nowhere');
    await page.getByText('1 mistake.').waitFor();
    await saveOn(page);
    const dialog = page.getByRole('dialog', { name: 'Save with 1 mistake?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(read(), 'name: a\n');
    await saveOn(page);
    await dialog.getByRole('button', { name: 'Save it as it is' }).click();
    await isSaved(page);
    assert.deepEqual(parse(read()), { name: 'a', services: { gateway: 'nowhere' } });
  });

  it('asks before what is not saved is left', async (t) => {
    const { page } = await openTarget(t, lines('name: a'));
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    assert.deepEqual(asked, []);
    await page.getByRole('textbox', { name: /^Facility/ }).fill('Here');
    await page.getByText('Not saved yet.').waitFor();
    await page.reload();
    assert.deepEqual(asked, ['beforeunload']);
  });
});
