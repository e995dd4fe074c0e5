import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { loadVectors, ownVectorPaths } from '../../support/cases/load-vectors';
import { runVectors } from '../../support/vectors/run-vectors';
import type { AnyVectorFile } from '../../support/cases/vector-file';
import { files, textOf } from '../../vectors/generate';
import { assertGenerated } from '../generated';
import type { LooseCase } from './changes';
import { changesOf } from './changes';

const paths = ownVectorPaths();

describe('the vector files', () => {
  it('are those that the generator makes, byte for byte', () => {
    const names = Object.keys(files).sort();
    const advice = 'remove old files, and run: npm run generate -- vectors';
    assert.deepEqual(paths.map((path) => basename(path)).sort(), names, advice);
    for (const [name, make] of Object.entries(files))
      assertGenerated(`vectors/${name}`, textOf(make()), 'vectors');
  });

  for (const path of paths)
    it(`${basename(path)} passes on every implementation`, async () => {
      const { file } = loadVectors(path);
      const { run, passed, failures, notApplicable } = await runVectors(file);
      assert.deepEqual(failures, []);
      assert.deepEqual([passed, notApplicable], [run, 0]);
      assert.ok(run >= 2 * file.numberOfCases, 'a case ran on one implementation alone');
    });

  it('are named in their README, with their number of cases', () => {
    const readme = readFileSync(join(__dirname, '../../vectors/README.md'), 'utf8');
    for (const path of paths) {
      const { name, file } = loadVectors(path);
      const row = readme.split('\n').find((line) => line.includes(`\`${name}\``));
      assert.equal(row?.split('|')[2]?.trim(), String(file.numberOfCases), name);
    }
  });
});

/** The file with one case alone, changed. */
function withCase(file: AnyVectorFile, group: object, each: LooseCase): AnyVectorFile {
  return { ...file, numberOfCases: 1, groups: [{ ...group, cases: [each] }] } as unknown as AnyVectorFile;
}

describe('one changed byte', () => {
  for (const path of paths) {
    const { name, file } = loadVectors(path);
    it(`fails in every case of ${name}`, async () => {
      let changes = 0;
      for (const { cases, ...group } of file.groups)
        for (const each of cases as unknown as LooseCase[])
          for (const [what, changed] of changesOf(file.schema, each, group)) {
            const { failed } = await runVectors(withCase(file, group, changed));
            assert.ok(failed > 0, `${each.id}: ${what} was changed, and nothing failed`);
            changes += 1;
          }
      assert.ok(changes >= file.numberOfCases);
    });
  }
});
