import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { it } from 'node:test';

type Exec = (expression: RegExp, text: string) => (RegExpExecArray & { indices: [number, number][] }) | null;

const match = createRequire(__filename)('../../scripts/match-indices.cjs') as Exec;
// The package that Cucumber asks, as Cucumber finds it.
const cucumber = createRequire(require.resolve('@cucumber/cucumber'));
const theirs = createRequire(cucumber.resolve('@cucumber/cucumber-expressions'))(
  'regexp-match-indices',
) as Exec;

const cases: readonly (readonly [RegExp, string])[] = [
  [/^the (\w+) is (?:always )?"([^"]*)"$/, 'the token is always "kept"'],
  [/^the (\w+) is (?:always )?"([^"]*)"$/, 'another sentence'],
  [/^(a(b)?(c(d)?)?)?e$/, 'abce'],
  [/^(?<first>\d+) and (?<second>\d+)$/u, '12 and 345'],
  [/(é|😀) (x)?/u, 'say 😀 x'],
];

for (const [expression, text] of cases)
  it(`groups of ${String(expression)} stand in ${JSON.stringify(text)} where Cucumber's own package finds them`, () => {
    const [mine, wanted] = [match(expression, text), theirs(expression, text)];
    assert.deepEqual(mine && [...mine], wanted && [...wanted]);
    assert.deepEqual(mine && [...mine.indices], wanted && [...wanted.indices]);
    assert.equal(mine?.index, wanted?.index);
  });

it('an expression that asks for indices itself is not asked for them twice', () => {
  assert.deepEqual(match(/a(b)/d, 'ab')?.indices[1], [1, 2]);
});

it('a second match with the same expression begins at the start again', () => {
  const expression = /b/g;
  assert.equal(match(expression, 'ab')?.index, 1);
  assert.equal(match(expression, 'ab')?.index, 1);
});
