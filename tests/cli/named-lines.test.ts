import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import type { FeatureText } from '../../support/cli/cucumber/named-lines';
import { linesSelectedBy, scenarioLinesNear } from '../../support/cli/cucumber/named-lines';
import { readFeatures, readMistakes, readVectorFeatures } from '../features/feature-files';
import { root } from './conform';

function parse(text: string): FeatureText {
  const newId = IdGenerator.incrementing();
  const { feature } = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  return { feature, text };
}

const lines = [
  '# a remark', // 1
  '@service',
  'Feature: Sessions',
  '  A description.',
  '',
  '  Background:', // 6
  '    Given a gateway',
  '',
  '  @SES-05',
  '  Rule: The first',
  '    Words of the Rule.', // 11
  '',
  '    @once',
  '    Example: A session',
  '      When the suite creates a session',
  '        | a | table |', // 16
  '',
  '    Scenario Outline: A session of <service>',
  '      When the suite creates a session with "<service>"',
  '',
  '      @known', // 21
  '      Examples: Known services',
  '        | service  |',
  '        | gateway  |',
  '        | registry |',
  '', // 26
  '      Examples: None',
  '        | service |',
  '',
  '  Rule: The second',
  '    Scenario: Another', // 31
  '      When the suite creates a session',
  '',
];

/** Each line with the lines of the scenarios and rows that it selects. */
const expected: readonly (readonly [what: string, line: number, selected: readonly number[]])[] = [
  ['the line before the feature', 1, []],
  ['the tag of the feature', 2, [14, 18, 31]],
  ['the feature', 3, [14, 18, 31]],
  ['the background', 7, [14, 18, 31]],
  ['the tag of a Rule', 9, [14, 18]],
  ['a Rule', 10, [14, 18]],
  ['the description of a Rule', 11, [14, 18]],
  ['the tag of a scenario', 13, [14]],
  ['a scenario', 14, [14]],
  ['a step', 15, [14]],
  ['a row of a step', 16, [14]],
  ['the line after a scenario', 17, [14]],
  ['a scenario outline', 18, [18]],
  ['a step of an outline', 19, [18]],
  ['the tag of a table', 21, [24, 25]],
  ['a table', 22, [24, 25]],
  ['the header of a table', 23, [24, 25]],
  ['a row', 25, [25]],
  ['the line after a table', 26, [24, 25]],
  ['a table without rows', 27, []],
  ['the second Rule', 30, [31]],
  ['the last line', 32, [31]],
  ['a line after the end', 33, []],
  ['line 0', 0, []],
];

describe('a line of a feature file', () => {
  const feature = parse(lines.join('\n'));
  for (const [what, line, selected] of expected)
    it(`selects what is around it: ${what}`, () => {
      assert.deepEqual(linesSelectedBy(feature, line), selected);
    });

  it('has neighbours for the message if it selects nothing', () => {
    assert.deepEqual(scenarioLinesNear(feature, 1), [14]);
    assert.deepEqual(scenarioLinesNear(feature, 27), [18, 31]);
    assert.deepEqual(scenarioLinesNear(feature, 99), [31]);
  });

  it('selects a scenario in every feature of the suite', () => {
    for (const { file, feature: parsed } of [...readFeatures(), ...readVectorFeatures(), ...readMistakes()]) {
      const read = { feature: parsed, text: readFileSync(join(root, file), 'utf8') };
      const count = read.text.trimEnd().split('\n').length;
      for (let line = parsed.location.line; line <= count; line += 1)
        assert.notDeepEqual(linesSelectedBy(read, line), [], `${file}:${line}`);
    }
  });
});
