import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Examples, Rule, Scenario } from '@cucumber/messages';
import { PickleStepType } from '@cucumber/messages';
import { deliberateMistakes } from '../../support/contract/deliberate-mistakes';
import { contractObligations } from '../../support/obligations';
import { namesOf, readFeatures, readMistakes, rulesOf } from './feature-files';
import { loadSteps } from './step-library';

const files = readFeatures();
const rules = files.flatMap(rulesOf).flatMap((rule) => {
  const id = namesOf(rule.tags).find((name) => contractObligations.has(name));
  return id === undefined ? [] : [{ rule, id, home: contractObligations.get(id) }];
});

const scenariosOf = ({ children }: Rule): readonly Scenario[] =>
  children.flatMap(({ scenario }) => scenario ?? []);
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The rows of tables, each by the names of its columns. */
function rowsOf(examples: readonly Examples[]): Readonly<Record<string, string>>[] {
  return examples.flatMap(({ tableHeader, tableBody }) => {
    const names = tableHeader?.cells.map(({ value }) => value) ?? [];
    return tableBody.map(({ cells }) =>
      Object.fromEntries(cells.map(({ value }, index) => [names[index] ?? '', value])),
    );
  });
}

describe('the story of the features', () => {
  for (const { rule, id, home } of rules)
    it(`${id} begins with the words of the document, its clauses, and why the rule exists`, () => {
      const text = oneLine(rule.description);
      const begins = `"${oneLine(home.quote)}" (${home.clauses.join(', ')}).`;
      assert.ok(text.startsWith(begins), `${text}\n  is to begin with\n${begins}`);
      assert.match(text.slice(begins.length), /^ .{15,}[.?]$/, 'why the rule exists');
    });

  const examples = rules.flatMap(({ rule, home }) =>
    scenariosOf(rule).map((scenario) => ({ rule, home, scenario })),
  );

  it('is told in examples of three steps or more, three of four of them', () => {
    const lengths = examples.map(({ rule, scenario }) => {
      const shared = rule.children.flatMap(({ background }) => background?.steps ?? []);
      return shared.length + scenario.steps.length;
    });
    const long = lengths.filter((length) => length >= 3).length;
    assert.ok(long / lengths.length >= 0.75, `${long} of ${lengths.length}`);
  });

  it('says what is done in three of five examples', () => {
    const acting = examples.filter(({ scenario }) =>
      scenario.steps.some(({ keyword }) => keyword.trim() === 'When'),
    );
    assert.ok(acting.length / examples.length >= 0.6, `${acting.length} of ${examples.length}`);
  });

  it('says what is done wherever there is something to be done', () => {
    const still = examples
      .filter(({ home }) => home.level !== 'observe' && home.seen !== 'declared')
      .filter(({ scenario }) => !scenario.steps.some(({ keyword }) => keyword.trim() === 'When'))
      .map(({ scenario }) => scenario.name);
    assert.deepEqual(still, []);
  });

  it('has its values in tables: a dozen outlines, a hundred rows', () => {
    const outlines = [...files, ...readMistakes()]
      .flatMap(rulesOf)
      .flatMap(scenariosOf)
      .filter(({ examples: tables }) => tables.length > 0);
    const rows = outlines.flatMap(({ examples: tables }) => rowsOf(tables));
    assert.ok(outlines.length >= 12, `${outlines.length} outlines`);
    assert.ok(rows.length >= 100, `${rows.length} rows`);
    for (const { name, examples: tables } of outlines)
      for (const table of tables) assert.notEqual(table.name, '', `${name}: a table without a name`);
  });

  it('is written in few steps, each in use, with three parameters at most', async () => {
    const steps = await loadSteps();
    assert.ok(steps.length <= 135, `${steps.length} steps`);
    for (const { text, uses } of steps) {
      assert.ok(uses > 0, `no feature uses: ${text}`);
      assert.ok((text.match(/\{/g) ?? []).length <= 3, text);
    }
  });

  it('asserts at the end of each example', () => {
    for (const { file, pickles } of files)
      for (const { name, steps } of pickles)
        assert.equal(steps.at(-1)?.type, PickleStepType.OUTCOME, `${file}: ${name}`);
  });
});

const rowsIn = (rule: Rule): Readonly<Record<string, string>>[] =>
  scenariosOf(rule).flatMap(({ examples }) => rowsOf(examples));

describe('what is sent wrong on purpose', () => {
  for (const [id, mistakes] of Object.entries(deliberateMistakes))
    it(`has a row for each of its values in the rule of ${id}`, () => {
      const told = rules.flatMap((each) => (each.id === id ? rowsIn(each.rule) : [])).flatMap(Object.values);
      const missing = Object.values(mistakes).filter((mistake) => !told.includes(mistake));
      assert.deepEqual(missing, []);
    });
});
