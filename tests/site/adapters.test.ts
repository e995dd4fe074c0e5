import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '../../scripts/site/adapters/languages';
import { languageNames } from '../../scripts/site/adapters/languages';
import type { Code, Topic } from '../../scripts/site/adapters/topics';
import { placesOf, readCode, readTopics } from '../../scripts/site/adapters/topics';
import { contractObligations } from '../../support/obligations';

const topics = readTopics();

describe('the links into adapters', () => {
  // The example for Node is the one in TypeScript.
  for (const language of languageNames.filter((name) => name !== 'node'))
    it(`lead to code of the adapter for ${language}, where there is one`, () => {
      const read = readCode(language);
      const found = topics.flatMap((topic) =>
        placesOf(topic, (each) => (each === language ? read : new Map())),
      );
      const wanted = topics.filter(({ code }) => code[language] !== undefined);
      assert.equal(found.length, read.size === 0 ? 0 : wanted.length);
      if (read.size > 0)
        assert.ok(found.length > 0, `docs/site/adapters.yml names nothing in adapters/${language}`);
    });

  it('are for obligations that exist, each topic with its own title', () => {
    for (const id of topics.flatMap(({ obligations }) => obligations))
      assert.ok(contractObligations.has(id), id);
    assert.equal(new Set(topics.map(({ title }) => title)).size, topics.length);
  });

  const topic: Topic = {
    title: 'Field encryption',
    obligations: ['ENC-04'],
    code: { go: 'func encryptField(' },
  };
  const codeWith = (...lines: readonly string[]): ((language: Language) => Code) => {
    const file: Code = new Map([['adapters/go/fields.go', lines]]);
    return (language) => (language === 'go' ? file : new Map());
  };

  it('name the line of the code', () => {
    assert.deepEqual(placesOf(topic, codeWith('package main', 'func encryptField(value string) {')), [
      { language: 'go', file: 'adapters/go/fields.go', line: 2 },
    ]);
  });

  it('wait for an adapter that is not there', () => {
    assert.deepEqual(
      placesOf(topic, () => new Map()),
      [],
    );
  });

  for (const [what, lines, message] of [
    ['is gone', ['func encrypt(value string) {'], /in the adapter for Go, and there is none/],
    [
      'is there twice',
      ['func encryptField(', 'func encryptField('],
      /fields\.go:1, adapters\/go\/fields\.go:2 have it/,
    ],
  ] as const)
    it(`fail where the code ${what}`, () => {
      assert.throws(() => placesOf(topic, codeWith(...lines)), message);
    });
});
