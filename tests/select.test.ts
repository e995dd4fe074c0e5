import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isInPart } from '../scripts/rotation';
import { isSlow, selected, touchedBy } from './select';

const root = join(__dirname, '..');
const files = globSync('tests/**/*.test.ts', { cwd: root });
const none = { words: [], all: false };

describe('the choice of test files', () => {
  it('takes every file for quick or for slow, and all of them for npm run test:all', () => {
    const quick = selected(files, none);
    const slow = selected(files, { ...none, words: ['.slow.test'] });
    assert.deepEqual([...quick, ...slow].sort(), [...files].sort());
    assert.deepEqual(selected(files, { ...none, all: true }), files);
    assert.ok(quick.length > 200 && slow.length > 0);
  });

  it('misses no file for a slip in its name', () => {
    const named = globSync('tests/**/*.{test,spec}.*', { cwd: root });
    assert.deepEqual(
      named.filter((file) => !files.includes(file)),
      [],
    );
  });

  it('gives each of three parts some, and each file to one', () => {
    const parts = [1, 2, 3].map((index) =>
      files.filter(isSlow).filter((file) => isInPart({ index, count: 3 }, file)),
    );
    for (const part of parts) assert.ok(part.length >= files.filter(isSlow).length / 5, String(part.length));
    assert.equal(new Set(parts.flat()).size, files.filter(isSlow).length);
  });
});

const some = [
  'tests/cli/run.slow.test.ts',
  'tests/cli/list.test.ts',
  'tests/report/page/print.slow.test.ts',
  'tests/site/pages.slow.test.ts',
  'tests/vectors/vectors.slow.test.ts',
];

describe('what a change bears on', () => {
  const touched = (...changed: readonly string[]): string[] => touchedBy(changed, some, 'a commit');

  it('is the slow files of its room, wherever that stands', () => {
    assert.deepEqual(touched('support/cli/run.ts'), ['tests/cli/run.slow.test.ts']);
    assert.deepEqual(touched('scripts/site/index.ts'), ['tests/site/pages.slow.test.ts']);
    assert.deepEqual(touched('vectors/hkdf.json'), ['tests/vectors/vectors.slow.test.ts']);
    assert.deepEqual(touched('README.md', 'tests/cli/list.test.ts'), ['tests/cli/run.slow.test.ts']);
    assert.deepEqual(touched('README.md'), []);
  });

  it('is all of them where everything stands on it, the most direct first', () => {
    const all = touched(
      'support/judging/loop.ts',
      'support/site/a.ts',
      'tests/report/page/print.slow.test.ts',
    );
    assert.deepEqual(all.slice(0, 2), [
      'tests/report/page/print.slow.test.ts',
      'tests/site/pages.slow.test.ts',
    ]);
    assert.deepEqual([...all].sort(), some.filter(isSlow).sort());
  });
});
