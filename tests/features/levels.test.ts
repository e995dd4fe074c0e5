import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { contractObligations } from '../../support/obligations';
import { namesOf, readFeatures, rulesOf } from './feature-files';

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const texts = readFeatures().flatMap((file) =>
  rulesOf(file).flatMap(({ tags, description }) => {
    const id = namesOf(tags).find((name) => contractObligations.has(name));
    return id === undefined
      ? []
      : [{ id, level: contractObligations.get(id).level, text: oneLine(description) }];
  }),
);

/** Maps each must that only warns in part to the file in support/obligations that creates the warning. */
const warnsInPart: Readonly<Record<string, string>> = {
  'CRT-08': 'certificate/refresh.ts',
  'ENC-09': 'field-encryption/secrecy.ts',
  'HDR-08': 'headers/ids-and-times.ts',
  'HDT-19': 'health-data-transfer/discarded-keys.ts',
  'TOK-04': 'token/use.ts',
};

/** The musts that the document does not state in these words, because they follow from its words. */
const inferred = [
  ...['SES-02', 'SES-07', 'HDR-10', 'TOK-04', 'TOK-06', 'ENC-09', 'SEC-02'],
  ...['FLW-03', 'FLW-06', 'FLW-13', 'CBK-04'],
];

describe('the level of a rule', () => {
  it('is never left open by "we expect"', () => {
    for (const { feature } of readFeatures())
      assert.doesNotMatch(oneLine(feature.description), /\bwe expect/i);
    for (const { id, text } of texts) assert.doesNotMatch(text, /\bwe expect/i, id);
    for (const { id, rule, causes = [] } of contractObligations.all)
      for (const each of [rule, ...causes]) assert.doesNotMatch(each, /\bwe expect/i, id);
  });

  it('is "We recommend", and a warning, in each rule that only warns', () => {
    for (const { id, text } of texts.filter(({ level }) => level === 'should')) {
      assert.match(text, /\bWe recommend\b/, id);
      assert.match(text, /\bwarning\b/, id);
    }
  });

  it('of a must is a recommendation only in the part that warns', () => {
    for (const { id, text } of texts.filter(({ level }) => level === 'must')) {
      assert.equal(/\bwarning\b/.test(text), id in warnsInPart, id);
      if (/\bWe recommend\b/.test(text)) assert.match(text, /\bwarning\b/, id);
    }
  });

  it('of a must that rests on an inference is "It follows that"', () => {
    const found = texts
      .filter(({ text }) => /\bIt follows (?:from the path )?that\b/.test(text))
      .map(({ id }) => id);
    assert.deepEqual(found.sort(), inferred.sort());
    for (const { id } of texts.filter(({ level, text }) => level === 'must' && text.includes('not say that')))
      assert.ok(found.includes(id), id);
  });
});

it('the parts that only warn are those whose files create warnings', () => {
  const folder = join(__dirname, '../../support/obligations');
  const creating = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !name.startsWith('judge/'))
    .filter((name) =>
      /\bwarns\b(?:: true|: true as const| })/.test(readFileSync(join(folder, name), 'utf8')),
    );
  assert.deepEqual(creating.sort(), Object.values(warnsInPart).sort());
});
