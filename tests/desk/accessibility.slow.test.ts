import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { findingsOf } from '../report/page/axe';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { openPlace, places } from './places';
import { tabThrough } from './tab-through';
import { missing } from '../tools';

/** What stands where depends on the width, and contrast on the scheme: each of both comes. */
const looks = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 3840, colorScheme: 'light' },
] as const;

/** How much of the page lies beside the window. */
const beside = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The levels of the headings that are shown, in their order. */
const headings = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((each) => each.checkVisibility())
      .map(({ tagName }) => Number(tagName.slice(1))),
  );

describe('the desk, for all', { skip: missing('browser') }, () => {
  shareBrowser();

  for (const place of places)
    describe(place.name, () => {
      it('passes the rules of axe and fits, light and dark, on a phone and on a wall', async (t) => {
        const { page, complaints } = await openPlace(t, place, { context: { reducedMotion: 'reduce' } });
        for (const { width, colorScheme } of looks) {
          await page.setViewportSize({ width, height: width === 360 ? 740 : 1000 });
          assert.ok((await beside(page)) <= 0, `${await beside(page)} pixels beside ${width}`);
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await findingsOf(page), [], `${width} ${colorScheme}`);
        }
        assert.deepEqual(
          complaints.filter((each) => !/status of 4\d\d/.test(each)),
          [],
        );
      });

      // What stands behind a question is out of reach.
      if (place.isModal) return;
      it('leads headings and the Tab key through all of it, in the order of reading, and out again', async (t) => {
        const { page } = await openPlace(t, place, { context: { viewport: { width: 1280, height: 900 } } });
        const levels = await headings(page);
        assert.equal(levels.filter((level) => level === 1).length, 1);
        levels.forEach((level, at) => {
          assert.ok(level <= (levels[at - 1] ?? 0) + 1, `levels ${levels.join(' ')}`);
        });
        assert.equal(await page.getAttribute('html', 'lang'), 'en');
        const { reached, missed, unordered, unseen } = await tabThrough(page);
        assert.ok(reached >= 6, `${reached} controls`);
        assert.deepEqual({ missed, unordered, unseen }, { missed: [], unordered: [], unseen: [] });
      });
    });

  it('goes on at the beginning of an area that the keyboard has chosen', async (t) => {
    const { page } = await openDesk(t);
    for (const name of ['Run', 'Traffic', 'History', 'Review', 'Set up']) {
      await page.getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
      await page.waitForFunction(
        (area) => document.querySelector('nav [aria-current=page]')?.textContent === area,
        name,
      );
      assert.ok((await page.title()).endsWith(' – Conformance desk'), await page.title());
    }
  });

  it('has a way past the navigation', async (t) => {
    const { page } = await openDesk(t);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
    assert.match(page.url(), /\/(#\/setup)?$/, 'the area stays');
  });

  it('would be told of what is amiss', async (t) => {
    const { page } = await openDesk(t);
    await page.evaluate(() => {
      const [image, button, first] = ['img', 'button', 'button'].map((name) => document.createElement(name));
      const main = document.querySelector('main');
      if (!main || !image || !button || !first) throw new Error('there is no page');
      button.tabIndex = -1;
      button.textContent = 'Out of reach';
      first.tabIndex = 1;
      first.textContent = 'Out of order';
      first.style.outline = 'none';
      main.append(image, button, first);
    });
    assert.match((await findingsOf(page)).join('\n'), /image-alt/);
    const { missed, unordered, unseen } = await tabThrough(page);
    assert.match(missed.join(), /Out of reach/);
    assert.notDeepEqual(unordered, []);
    assert.match(unseen.join(), /Out of order/);
  });
});
