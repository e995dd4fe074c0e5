import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { root } from '../cli/conform';

const files = globSync(['examples/ci/github-*.yml', '.github/workflows/*.yml'], { cwd: root }).sort();

/** Each action that a workflow uses, with the comment behind it. */
const usedIn = (text: string) => [...text.matchAll(/^\s*(?:- )?uses: (.+)$/gm)].map(([, use = '']) => use);

/** A tag may be moved; a commit may not. The comment says which release it is. */
const pinned = /^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

describe('workflows', () => {
  it('use actions by commit', () => {
    assert.ok(files.length >= 4, files.join());
    for (const file of [...files, 'action.yml']) {
      // What stands in this repository is of the same commit.
      const used = usedIn(readFileSync(join(root, file), 'utf8')).filter((use) => !use.startsWith('./'));
      assert.ok(used.length > 0, file);
      for (const use of used) assert.match(use, pinned, file);
    }
    assert.doesNotMatch('actions/checkout@v4', pinned);
  });

  it('may read the repository, and no more unless a job says so', () => {
    for (const file of files) {
      const { permissions } = parse(readFileSync(join(root, file), 'utf8')) as { permissions?: unknown };
      assert.deepEqual(permissions, { contents: 'read' }, file);
    }
  });

  it('run each part of the night, and fetch the history from which the turns follow', () => {
    const [, parts = ''] = /^parts=\((.*)\)$/m.exec(readFileSync(join(root, '.ci/night'), 'utf8')) ?? [];
    const text = readFileSync(join(root, '.github/workflows/nightly.yml'), 'utf8');
    const { jobs } = parse(text) as { jobs: { night: { strategy: { matrix: { part: string[] } } } } };
    assert.deepEqual(jobs.night.strategy.matrix.part, parts.split(' '));
    for (const name of ['ci', 'nightly', 'release'])
      assert.match(readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8'), /fetch-depth: 0/, name);
  });

  it('publish with provenance, and say what the package is made of', () => {
    const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    const { jobs } = parse(text) as { jobs: { publish: { permissions: Record<string, string> } } };
    assert.equal(jobs.publish.permissions['id-token'], 'write');
    assert.ok(
      text.indexOf('npm sbom') > 0 && text.indexOf('npm sbom') < text.indexOf('npm publish --provenance'),
    );
  });
});
