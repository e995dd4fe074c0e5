import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { featuresWithRules, writeAlsoRight } from '../../scripts/also-right';
import { contractObligations } from '../../support/obligations';
import { assertGenerated } from '../generated';

const root = join(__dirname, '../..');
const readText = (name: string): string => readFileSync(join(root, name), 'utf8');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

it('each Rule ends with what its home says is right, too', () => {
  const names = featuresWithRules();
  for (const name of names) assertGenerated(name, writeAlsoRight(readText(name)), 'features');
  const all = oneLine(names.map(readText).join('\n'));
  for (const { id, latitude } of contractObligations.all)
    for (const behaviour of typeof latitude === 'string' ? [] : Object.keys(latitude))
      assert.ok(all.includes(behaviour), `${id}: ${behaviour}`);
});

const rule = (id: string, ...description: string[]): string =>
  ['Feature: F', '', `  @integrator @${id}`, '  Rule: R', ...description, '', '    Example: E', ''].join(
    '\n',
  );

it('a paragraph that was changed or added by hand is written again; the text before it stays', () => {
  const before = ['    Some text.', '', '    Right: a. Wrong: b.'];
  const only = '    Nothing else is right: the document gives exactly one value.';
  const expected = rule('SES-03', ...before, '', only);
  for (const old of [
    [],
    ['', '    Also right: anything.'],
    ['', only],
    [
      '',
      '    Also right:',
      '    - much;',
      '    - more.',
      '',
      '    Recorded traffic never settles this Rule.',
    ],
  ])
    assert.equal(writeAlsoRight(rule('SES-03', ...before, ...old)), expected);
});

it('what recorded traffic leaves open follows from how the obligation is seen', () => {
  const endOf = (id: string): string => oneLine(writeAlsoRight(rule(id, '    Some text.')));
  assert.match(
    endOf('HDT-01'),
    /Also right: - .*; - .*\. Recorded traffic never settles this Rule\. Example/,
  );
  assert.match(
    endOf('ENC-01'),
    /Recorded traffic can show a breach of this Rule, but never that the integrator keeps it\./,
  );
  assert.match(endOf('SES-11'), /Some text\. Recorded traffic never settles this Rule\. Example/);
  for (const id of ['HDR-04', 'TOK-08']) assert.doesNotMatch(endOf(id), /Recorded traffic/, id);
});
