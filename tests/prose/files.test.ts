import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notYet, proseFiles } from '../../scripts/prose/files';

test('the guides, the sources and the examples are searched', () => {
  const files = proseFiles();
  for (const file of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/glossary.md', 'support/cli.ts'])
    assert.ok(files.includes(file), file);
  assert.ok(files.some((file) => file.startsWith('examples/')));
  assert.ok(files.some((file) => file.startsWith('bin/')));
});

test('what waits to be rewritten is left out, and is not all there is', () => {
  const files = proseFiles();
  assert.ok(files.length > 100);
  for (const pattern of notYet) assert.ok(!files.some((file) => pattern.test(file)), String(pattern));
});
