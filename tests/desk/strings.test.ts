import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStrings } from '../../support/desk/server/strings';
import { givenTexts, placeholdersOf, usedTexts } from './used-texts';

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
