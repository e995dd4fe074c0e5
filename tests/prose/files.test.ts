import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proseFiles } from '../../scripts/prose/files';

test('the guides, the sources and the examples are searched', () => {
  const files = proseFiles();
  for (const file of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/glossary.md', 'support/cli.ts'])
    assert.ok(files.includes(file), file);
  for (const folder of [
    'examples',
    'bin',
    'features',
    'steps',
    'mutants',
    'vectors/generate',
    'docs/decisions',
  ])
    assert.ok(
      files.some((file) => file.startsWith(`${folder}/`)),
      folder,
    );
});
