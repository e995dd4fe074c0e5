import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Strings } from '../../support/desk/server/strings';
import { readStrings } from '../../support/desk/server/strings';
import { shareBrowser } from '../report/page/browser';
import { lines } from '../targets/target-files';
import { openDesk } from './browser';
import { openTarget } from './open-page';
import { missing } from '../tools';

/** All texts in brackets, as a translation that is easily told from what is none. */
function bracketed(strings: Strings): Strings {
  const inBrackets = (name: string, each: string): string => (name === 'language' ? each : `⟦${each}⟧`);
  const entries = Object.entries(strings).map(
    ([name, each]) => [name, typeof each === 'string' ? inBrackets(name, each) : bracketed(each)] as const,
  );
  return Object.fromEntries(entries);
}

/** Words on the page that neither come from its strings nor are marked as words of the suite. */
function foreignWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder?.closest('[translate="no"], script, noscript') !== null) continue;
      const text = node.nodeValue ?? '';
      if (/\p{L}/u.test(text) && !/^\s*⟦[^]*⟧\s*$/u.test(text)) found.push(text);
    }
    return found;
  });
}

describe('the words of set up', { skip: missing('browser') }, () => {
  shareBrowser();
  const strings = bracketed(readStrings());

  it('come from the strings, or are the suite’s and not to be translated: a file to begin with', async (t) => {
    const { page } = await openDesk(t, { strings });
    for (const kind of ['services', 'client', 'mock']) {
      await page.locator(`input[name=kind][value=${kind}]`).check();
      assert.deepEqual(await foreignWords(page), []);
    }
  });

  it('a form with mistakes, secrets that are asked for, and lines of the doctor', async (t) => {
    const text = lines(
      'name: a',
      'limits: { timeoutMs: soon }',
      'credentials: { clientId: me, clientSecret: "${A_SECRET_OF_TEST}" }',
      'integrator: { env: { MODE: fast } }',
    );
    const { page } = await openTarget(t, text, {}, { strings });
    assert.deepEqual(await foreignWords(page), []);
    await page.locator('[id="field-limits.timeoutMs"]').fill('500');
    await page.locator('[id="field-integrator.command"]').fill('false');
    await page.locator('[id="variable-A_SECRET_OF_TEST"]').fill('x');
    await page.keyboard.press('Enter');
    await page.locator('.secrets .given').waitFor();
    await page.getByRole('button', { name: '⟦Ask the doctor⟧' }).click();
    await page.locator('.doctor .line').first().waitFor();
    await page.getByText(/^⟦The doctor found/).waitFor();
    assert.deepEqual(await foreignWords(page), []);
  });
});
