import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basename } from 'node:path';
import { contractObligations } from '../../support/obligations';
import { namesOf, readMistakes, rulesOf, tagsOf } from '../features/feature-files';

const files = readMistakes();
const rules = files.flatMap((file) => rulesOf(file).map((rule) => ({ ...file, rule })));
const ids = rules.map(({ rule }) => namesOf(rule.tags).find((name) => contractObligations.has(name)) ?? '');

describe('the features of mistakes', () => {
  it('have one file for each area, and one Rule for an obligation at most', () => {
    for (const [index, { file }] of rules.entries())
      assert.equal(
        basename(file, '.feature'),
        contractObligations.get(ids[index] ?? '').area,
        `${file}: ${ids[index]}`,
      );
    assert.equal(new Set(ids).size, ids.length);
  });

  for (const { rule, file } of rules)
    it(`${rule.name}: a title and tags that its obligation has`, () => {
      const [id = '', ...others] = namesOf(rule.tags);
      assert.ok(contractObligations.has(id), `${file}: ${rule.name} is about no obligation`);
      const { title, level } = contractObligations.get(id);
      assert.equal(rule.name, title);
      assert.deepEqual(others, level === 'should' ? ['should'] : [], 'the tag @should, if a breach warns');
    });

  it('carry no other tags, and describe their topic in two to four lines', () => {
    for (const file of files) {
      const ofRules = rulesOf(file).flatMap(({ tags }) => tags);
      assert.equal(tagsOf(file).length, ofRules.length, file.file);
      assert.match(file.feature.description, /^ +\S[^\n]+\.(?:\n +\S[^\n]+){1,3}\.$/, file.file);
    }
  });
});
