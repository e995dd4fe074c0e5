import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PickleStepType } from '@cucumber/messages';
import { contractObligations } from '../../support/obligations';
import { namesOf, readFeatures, rulesOf, stepsOf, tagsOf } from './feature-files';

const files = readFeatures();
const subjects = ['service', 'integrator'];
const levels = ['should', 'observe', 'declared'];
const ids = (names: readonly string[]): string[] => names.filter((name) => !/^[a-z]+$/.test(name));
const rules = files.flatMap((file) => rulesOf(file).map((rule) => ({ ...file, rule })));

describe('the features', () => {
  it('are there, with Rules and scenarios in them', () => {
    assert.ok(files.length > 5);
    assert.ok(rules.length > 15);
    for (const { file, pickles } of files) assert.ok(pickles.length > 0, file);
  });

  it('have one Rule for each obligation', () => {
    const tagged = rules.flatMap(({ rule }) => ids(namesOf(rule.tags)));
    const unwritten = contractObligations.all.filter(({ id }) => !tagged.includes(id));
    assert.deepEqual(
      unwritten.map(({ id, area, title }) => `${id}: write "Rule: ${title}" in features/${area}`),
      [],
    );
    assert.deepEqual([...new Set(tagged)].sort(), contractObligations.all.map(({ id }) => id).sort());
    assert.equal(new Set(tagged).size, tagged.length, 'an obligation has two Rules');
  });

  it('stand in the folder of their area', () => {
    for (const { file, rule } of rules)
      for (const id of ids(namesOf(rule.tags)).filter((id) => contractObligations.has(id)))
        assert.equal(
          file.replaceAll('\\', '/').split('/')[1],
          contractObligations.get(id).area,
          `${file}: ${id}`,
        );
  });

  it('carry tags that mean something, and no others', () => {
    const known = [...subjects, ...levels, 'docker'];
    for (const file of files)
      for (const name of namesOf(tagsOf(file)))
        assert.ok(known.includes(name) || contractObligations.has(name), `${file.file}: @${name}`);
  });

  it('keep everything inside Rules', () => {
    for (const { file, feature } of files) {
      assert.deepEqual(feature.tags, [], `${file}: a tag of the feature would reach every Rule`);
      for (const { scenario } of feature.children)
        assert.equal(scenario, undefined, `${file}: outside a Rule`);
    }
  });

  it('name no two scenarios about a subject alike', () => {
    const byName = Map.groupBy(
      files.flatMap((each) => each.pickles),
      ({ name }) => name,
    );
    assert.deepEqual(
      [...byName].filter(([, { length }]) => length > 1).map(([name]) => name),
      [],
    );
  });

  it('are in English', () => {
    for (const { file, feature } of files) assert.equal(feature.language, 'en', file);
  });
});

describe('a Rule', () => {
  for (const { file, rule, pickles } of rules) {
    const names = namesOf(rule.tags);
    const [id = ''] = ids(names);

    it(`${id} is about one obligation, and has its title`, () => {
      assert.equal(ids(names).length, 1, `${file}: ${rule.name}`);
      assert.ok(contractObligations.has(id), `${file}: there is no ${id}`);
      assert.equal(rule.name, contractObligations.get(id).title);
    });

    it(`${id} is tagged with what it is, where that is no must that is seen`, () => {
      const { level, seen } = contractObligations.get(id);
      const expected = [level, seen].filter((word) => levels.includes(word));
      const found = names.filter((name) => levels.includes(name));
      assert.deepEqual(found, expected, `${file}: ${id}`);
    });

    it(`${id} has scenarios with steps, each of the obligation's own subject`, () => {
      assert.ok(contractObligations.has(id));
      const own = pickles.filter(({ tags }) => namesOf(tags).includes(id));
      assert.ok(own.length > 0, `${file}: nothing exercises ${id}`);
      for (const { name, tags, steps } of own) {
        const found = namesOf(tags).filter((tag) => subjects.includes(tag));
        assert.deepEqual([...new Set(found)], [contractObligations.get(id).subject], `${file}: ${name}`);
        assert.ok(
          steps.some(({ type }) => type === PickleStepType.OUTCOME),
          `${file}: ${name} asserts nothing`,
        );
      }
    });
  }
});

describe('what is judged', () => {
  const asserted = new Set(
    files
      .flatMap(({ pickles }) => pickles)
      .map(({ tags, steps }) => ({ names: namesOf(tags), steps }))
      .filter(({ steps }) => steps.some(({ type }) => type === PickleStepType.OUTCOME))
      .flatMap(({ names }) => names),
  );
  for (const { id } of contractObligations.judged)
    it(`is asserted of ${id}`, () => {
      assert.ok(asserted.has(id), `${id}: write a scenario with a Then into its Rule`);
    });
});

describe('the words', () => {
  it('say in two lines why a feature is there; what its words mean may follow', () => {
    const linesOf = (text: string): string[] =>
      (text.split(/\n\s*\n/)[0] ?? '').split('\n').map((line) => line.trim());
    const others = files.filter(({ feature }) => linesOf(feature.description).length !== 2);
    assert.deepEqual(
      others.map(({ file }) => file),
      [],
      'not two lines',
    );
    for (const { file, feature } of files) {
      for (const line of linesOf(feature.description)) assert.match(line, /\S{2,}.*\s\S/, file);
      assert.match(feature.description, /\.$/, file);
    }
  });

  it('state facts, without "should" and "test that"', () => {
    for (const file of files) {
      const names = rulesOf(file).flatMap(({ name, children }) => [
        name,
        ...children.map((each) => each.scenario?.name ?? ''),
      ]);
      for (const text of [...stepsOf(file).map((step) => step.text), ...names, file.feature.name])
        assert.doesNotMatch(text, /\bshould\b|\btests? that\b|\bverif(y|ies) that\b/i, file.file);
    }
  });

  it('are found in every file', () => {
    for (const file of files) assert.ok(stepsOf(file).length > 0, file.file);
  });
});
