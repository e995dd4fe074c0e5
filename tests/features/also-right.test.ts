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

it('the top of a feature explains the levels of its Rules, once', () => {
  const topOf = (...ids: readonly string[]): string => {
    const rules = ids.map((id) => `  @integrator @${id}\n  Rule: R\n    Some text.\n\n    Example: E\n`);
    const written = writeAlsoRight(['Feature: F', '  Some words.', '', ...rules].join('\n'));
    assert.equal(writeAlsoRight(written), written);
    return oneLine(written.slice(0, written.indexOf('  @integrator')));
  };
  assert.equal(topOf('SES-01'), 'Feature: F Some words. A breach of a Rule is a failure. ');
  assert.match(topOf('SES-01', 'SES-10'), /is a failure, or a warning if the Rule has the tag `@should`\. $/);
  assert.match(
    topOf('SES-01', 'SES-11'),
    /is a failure\. With the tag `@observe`, a Rule cannot be broken: /,
  );
  assert.match(topOf('TOK-08'), /is a failure\. With the tag `@declared`, a Rule is not-tested without /);
});

it('the top of a feature says that parts of its Rules only warn', () => {
  const text = (name: string): string => oneLine(readText(`features/${name}.feature`));
  assert.match(text('headers/request-headers'), /is a failure, unless its text calls it a warning\./);
  assert.match(
    text('field-encryption/encrypted-fields'),
    /a warning\. With the tag `@should`, each breach is/,
  );
});

const rule = (id: string, ...description: string[]): string =>
  [
    ...['Feature: F', '', '  A breach of a Rule is a failure.', '', `  @integrator @${id}`],
    ...['  Rule: R', ...description, '', '    Example: E', ''],
  ].join('\n');

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
    ['', '    Recorded traffic cannot show anything.'],
  ])
    assert.equal(writeAlsoRight(rule('SES-03', ...before, ...old)), expected);
});

it('what recorded traffic leaves open follows from how the obligation is seen', () => {
  const endOf = (id: string): string => oneLine(writeAlsoRight(rule(id, '    Some text.')));
  assert.match(
    endOf('HDT-01'),
    /Also right: - .*; - .*\. Recorded traffic cannot show whether the integrator keeps this Rule or breaks it: .*\. Example/,
  );
  assert.match(
    endOf('ENC-01'),
    /Recorded traffic can show a breach of this Rule, but never that the integrator keeps it\./,
  );
  assert.match(endOf('SES-11'), /Some text\. Recorded traffic cannot show whether the service .*\. Example/);
  for (const id of ['HDR-04', 'TOK-08']) assert.doesNotMatch(endOf(id), /Recorded traffic/, id);
});
