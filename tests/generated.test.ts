import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { assertGenerated } from './generated';

it('a generated file that is out of date fails with the command that writes the file again', () => {
  const file = 'docs/coverage.md';
  const text = readFileSync(join(__dirname, '..', file), 'utf8');
  assertGenerated(file, text, 'coverage');
  assert.throws(
    () => {
      assertGenerated(file, text.replace('# Coverage', '# Cover'), 'coverage');
    },
    {
      message: 'docs/coverage.md is out of date from line 1 on. Run: npm run generate -- coverage',
    },
  );
  assert.throws(
    () => {
      assertGenerated('docs/no-such-file.md', text, 'coverage');
    },
    {
      message: /^docs\/no-such-file\.md is out of date .* Run: npm run generate -- coverage$/,
    },
  );
});
