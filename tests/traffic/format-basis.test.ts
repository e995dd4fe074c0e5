import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { foreignForms } from '../../support/traffic/foreign-forms';
import type { FormatBasis } from '../../support/traffic/format-basis';
import { logWrappers } from '../../support/traffic/wraps';
import { root } from '../cli/conform';
import { trafficFormats } from './forms';

const bases: readonly (readonly [name: string, basis: FormatBasis])[] = [
  ...foreignForms.map(({ name, basis }) => [name, basis] as const),
  ...logWrappers.map(({ name, basis }) => [name, basis] as const),
  ...Object.entries(trafficFormats).map(([name, { basis }]) => [name, basis] as const),
];

describe('a format of another program', () => {
  for (const [name, { kind, where }] of bases)
    it(`is documented or was recorded: ${name}`, () => {
      assert.match(kind, /^(documented|recorded)$/);
      assert.match(where, /^\S.{5,}$/);
      assert.doesNotMatch(where, /https?:/, 'a citation names the page, since addresses change');
    });

  it('has its basis in the guide, if log collectors write it', () => {
    const guide = readFileSync(join(root, 'docs/guides/traffic.md'), 'utf8');
    for (const { name, basis } of logWrappers)
      assert.ok(new RegExp(`^\\| ${name} +\\|.*\\| ${basis.kind} +\\|$`, 'm').test(guide), name);
  });
});
