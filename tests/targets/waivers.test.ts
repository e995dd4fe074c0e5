import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { ConfigurationError } from '../../support/targets/errors';
import { loadWaivers } from '../../support/run/targets';
import { temporaryFolder } from '../report/embedded-run';

const first = ['- id: SES-05', '  reason: known', '  approver: A. Reviewer', '  expires: 2026-12-31'];
const second = first.map((line) => line.replace('SES-05', 'HDR-05'));
const both = (change: (line: string) => string): string => [...first, ...second.map(change)].join('\n');

/** The one line that a user reads, without the folder. */
function lineFor(t: TestContext, text: string): string {
  const folder = temporaryFolder(t);
  const file = join(folder, 'waivers.yaml');
  writeFileSync(file, text);
  try {
    loadWaivers(file);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError, String(error));
    return error.line.replace(`${folder}/`, '');
  }
  return 'was accepted';
}

const list = 'as in examples/waivers.yaml: a list of id, reason, approver and expires';

for (const [what, text, line] of [
  ['an empty file', '', `waivers.yaml: holds no list of approved exceptions — ${list}, or [] for none`],
  ['a map', 'SES-05: {}', `waivers.yaml: holds no list of approved exceptions — ${list}, or [] for none`],
  ['no YAML', '- id: [', /^waivers\.yaml:1: is not YAML: .* — as in examples\/waivers\.yaml/],
  ['a text in the list', '- SES-05', `waivers.yaml:1: exception 1 must hold members — ${list}`],
  [
    'a member left out',
    both((each) => (each.includes('approver') ? '' : each)),
    'waivers.yaml:5: approver is missing — add it',
  ],
  [
    'an unknown member',
    both((each) => each.replace('expires', 'expire')),
    'waivers.yaml:8: expire is not allowed here — did you mean expires?',
  ],
  [
    'a day that no calendar has',
    both((each) => each.replace('2026-12-31', '2026-02-30')),
    'waivers.yaml:8: expires must match format "date", is a string of 10 characters — a day that the calendar has, as in 2026-12-31',
  ],
  [
    'an empty reason',
    both((each) => each.replace('known', '""')),
    /^waivers\.yaml:6: reason must .* — say it in words$/,
  ],
  [
    'blanks for a reason',
    both((each) => each.replace('known', '"  "')),
    /^waivers\.yaml:6: reason has the wrong form/,
  ],
  [
    'an id of another shape',
    both((each) => each.replace('HDR-05', 'hdr-5')),
    /^waivers\.yaml:5: id has the wrong form — ids are three capitals, a hyphen and two digits/,
  ],
  [
    'an unknown id',
    both((each) => each.replace('HDR-05', 'HDR-99')),
    'waivers.yaml:5: id names HDR-99, an unknown obligation — ids are three capitals, a hyphen and two digits; npx conform list shows them all',
  ],
  [
    'an id twice',
    both((each) => each.replace('HDR-05', 'SES-05')),
    'waivers.yaml:5: id names SES-05, which is named above already — keep one of them',
  ],
  [
    'one that is only noted',
    both((each) => each.replace('HDR-05', 'SES-11')),
    'waivers.yaml:5: id names SES-11, which is noted and never judged: it cannot fail — take it out',
  ],
] as const)
  test(`${what} is refused with its place and a hint`, (t) => {
    const told = lineFor(t, text);
    if (typeof line === 'string') assert.equal(told, line);
    else assert.match(told, line);
    assert.doesNotMatch(told, /\n/);
  });

test('good files are read, a day that has gone by included', (t) => {
  assert.equal(
    lineFor(
      t,
      both((each) => each),
    ),
    'was accepted',
  );
  assert.equal(
    lineFor(
      t,
      both((each) => each.replace('2026-12-31', '2020-02-29')),
    ),
    'was accepted',
  );
  assert.equal(
    lineFor(
      t,
      // Declared, and evidence may refute the declaration.
      both((each) => each.replace('HDR-05', 'TOK-08')),
    ),
    'was accepted',
  );
  assert.equal(lineFor(t, '[]'), 'was accepted');
  assert.ok(loadWaivers(join(__dirname, '../../examples/waivers.yaml')).length > 1);
});

test('a file that is missing is named, with how one looks', () => {
  assert.throws(
    () => loadWaivers('nowhere.yaml'),
    (error) =>
      error instanceof ConfigurationError &&
      error.line === `nowhere.yaml: there is no such file — check the path; ${list}`,
  );
});
