import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import type { Expression } from '@cucumber/cucumber-expressions';
import { CucumberExpression, ParameterTypeRegistry, RegularExpression } from '@cucumber/cucumber-expressions';
import { matchNatively } from '../../support/cli/cucumber/native-matching';

const registry = new ParameterTypeRegistry();

/** Expressions beside texts that they match, or do not. */
const cases: readonly (readonly [make: () => Expression, texts: readonly string[]])[] = [
  [
    () => new CucumberExpression('{int} v3 request(s) carry/carries {string}', registry),
    ['2 v3 requests carry "TIMESTAMP"', "1 v3 request carries 'it\\'s \"so\"'", 'a v3 request carries "x"'],
  ],
  [
    () => new CucumberExpression('it is wrong because of {}', registry),
    ['it is wrong because of \u{1F3E5} नमस्ते', 'it is wrong because of '],
  ],
  [
    () => new CucumberExpression('a recording of {string} and {string}', registry),
    ['a recording of "" and "a"', 'a recording of "a" and \'\'', 'a recording'],
  ],
  [
    () => new RegularExpression(/^(a|b(c)?) then(?: (d(e)?))?$/i, registry),
    ['A then', 'bc then DE', 'b then d'],
  ],
];

/** What came of a match, as it is told in messages and given to steps. */
function seen(expression: Expression, text: string): unknown {
  const matched = expression.match(text);
  return matched?.map((each) => ({ group: each.group, value: each.getValue(undefined) })) ?? null;
}

const library = (expressions: readonly object[]): ISupportCodeLibrary =>
  ({
    stepDefinitions: expressions.map((expression) => ({ expression })),
  }) as unknown as ISupportCodeLibrary;

describe('the text of a step', () => {
  for (const [make, texts] of cases)
    it(`is matched by ${make().source} as Cucumber's library matches it`, () => {
      const [theirs, ours] = [make(), make()];
      const before: unknown = Reflect.get(Reflect.get(ours, 'treeRegexp') as object, 'match');
      matchNatively(library([ours]));
      assert.notEqual(Reflect.get(Reflect.get(ours, 'treeRegexp') as object, 'match'), before);
      for (const text of texts) assert.deepEqual(seen(ours, text), seen(theirs, text), text);
      assert.notEqual(seen(ours, texts[0] ?? ''), null);
    });

  it('is left to the library where its expressions look otherwise', () => {
    const odd = { match: () => null, treeRegexp: { regexp: 'a text' } };
    matchNatively(library([odd, {}]));
    assert.deepEqual(Object.keys(odd.treeRegexp), ['regexp']);
    matchNatively({} as ISupportCodeLibrary);
  });
});
