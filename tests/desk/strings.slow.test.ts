import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStrings } from '../../support/desk/server/strings';
import { shareBrowser } from '../report/page/browser';
import { openDesk } from './browser';
import { openPlace, places } from './places';
import { pseudoStrings, pseudoText, strangeTexts } from './pseudo';
import { givenTexts, placeholdersOf, usedTexts } from './used-texts';
import { missing } from '../tools';

describe('the texts of the desk', () => {
  const given = givenTexts(readStrings());
  const used = usedTexts();

  it('are all used', () => {
    assert.ok(given.size > 20 && used.calls.length > 10);
    const idle = [...given.keys()].filter((name) => !used.has(name));
    assert.deepEqual(idle, []);
  });

  it('say what they are given, and are given what they say', () => {
    for (const { name, parameters, place } of used.calls) {
      const texts = given.get(name) ?? [];
      // A number may choose the form and stand in none.
      const said = placeholdersOf(texts);
      const wanted = texts.length > 1 ? [...new Set([...said, 'count'])].sort() : said;
      assert.deepEqual(parameters.toSorted(), wanted, `${name} at ${place}`);
    }
  });

  it('have no ends that are joined elsewhere, and no markup', () => {
    for (const [name, texts] of given)
      for (const text of texts) {
        assert.equal(text, text.trim(), name);
        assert.notEqual(text, '', name);
        assert.doesNotMatch(text, /<[a-z/]|&[a-z]+;/, name);
      }
  });
});

describe('the desk in a language that no one speaks', { skip: missing('browser') }, () => {
  shareBrowser();
  const strings = pseudoStrings(readStrings());

  for (const place of places)
    it(`speaks it at: ${place.name}, and fits a phone`, async (t) => {
      const { page } = await openPlace(t, place, {
        strings,
        context: { viewport: { width: 360, height: 740 } },
      });
      assert.deepEqual(await strangeTexts(page), []);
      assert.equal(await page.getAttribute('html', 'lang'), 'en-XA');
      const beside = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(beside <= 0, `${beside} pixels stand beside the window`);
    });

  it('would be told of a text that is not in the table', async (t) => {
    const { page } = await openDesk(t, { strings });
    await page.evaluate((known) => {
      const [text, label, both] = ['p', 'button', 'p'].map((name) => document.createElement(name));
      if (!text || !label || !both) throw new Error('there is no page');
      text.textContent = 'A stray text';
      label.ariaLabel = 'A stray label';
      both.textContent = `${known} and more`;
      document.querySelector('main')?.append(text, label, both);
    }, pseudoText('A known text with {name}'));
    assert.deepEqual(await strangeTexts(page), [
      'P: A stray text',
      'BUTTON aria-label: A stray label',
      `P: ${pseudoText('A known text with {name}')} and more`,
    ]);
  });
});
