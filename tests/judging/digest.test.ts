import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { buildSync } from 'esbuild';
import { suiteRoot } from '../../support/contract/suite-root';
import { coveredCode, suiteDigest } from '../../support/judging/digest';

/** What judges a pack again: the results from its recording, and its scenarios from Cucumber's messages. */
const scenarios = 'support/report/pack/pack-scenarios.ts';
const judges = ['support/traffic/judge-again.ts', scenarios];

/** The files that a digest reads, relative to the root of the suite. */
function coveredFiles(t: TestContext, part?: 'judging'): string[] {
  const read = t.mock.method(fs, 'readFileSync');
  digestAnew(part);
  return read.mock.calls.map(({ arguments: [file] }) => String(file).slice(suiteRoot.length + 1));
}

/** The digest, by a module that has not reckoned it yet: another test of this process may have. */
function digestAnew(part?: 'judging'): string {
  const load = createRequire(__filename);
  const module = load.resolve('../../support/judging/digest');
  const { [module]: reckoned } = load.cache;
  Reflect.deleteProperty(load.cache, module);
  try {
    return (load(module) as { suiteDigest: typeof suiteDigest }).suiteDigest(part);
  } finally {
    load.cache[module] = reckoned;
  }
}

it('the digest of the suite covers nothing that only a clone has', (t) => {
  const covered = coveredFiles(t);
  assert.ok(covered.some((file) => file.startsWith('vectors/')));
  const { files } = JSON.parse(fs.readFileSync(join(suiteRoot, 'package.json'), 'utf8')) as {
    files: string[];
  };
  const left = files.flatMap((each) => (each.startsWith('!') ? [`${each.slice(1)}/`] : []));
  assert.deepEqual(
    covered.filter((file) => left.some((each) => file.startsWith(each))),
    [],
  );
});

it('the digest of the suite covers the address that reports name, which judges nothing', (t) => {
  const own = [suiteDigest(), suiteDigest('judging')];
  const read = fs.readFileSync;
  t.mock.method(fs, 'readFileSync', (file: string, how: 'utf8') =>
    file === join(suiteRoot, 'package.json')
      ? '{"config":{"site":"https://docs.example.org"}}'
      : read(file, how),
  );
  assert.notEqual(digestAnew(), own[0]);
  assert.equal(digestAnew('judging'), own[1]);
});

describe('the digest of what judges', () => {
  it('covers each file that judging a pack again runs', () => {
    // As the build does: imports of types are gone, and what is loaded late is there.
    const { metafile } = buildSync({
      absWorkingDir: suiteRoot,
      entryPoints: judges,
      bundle: true,
      platform: 'node',
      packages: 'external',
      write: false,
      outdir: 'none',
      metafile: true,
    });
    const reached = Object.keys(metafile.inputs);
    assert.ok(reached.length > 100, 'imports were followed');
    const isCovered = (file: string): boolean =>
      coveredCode.judging.some((each) => file === each || file.startsWith(`${each}/`));
    // It compares, and comparing is the verifier's own.
    const uncovered = reached.filter((file) => !isCovered(file) && file !== scenarios);
    assert.deepEqual(uncovered, [], 'add them to coveredCode, or let judges do without them');
  });

  it('has a place for each of its names', () => {
    assert.deepEqual(
      coveredCode.judging.filter((each) => !existsSync(join(suiteRoot, each))),
      [],
    );
  });

  it('does not cover the field profiles that ship: each basis contains the profile of its run', (t) => {
    const ofProfiles = (file: string): boolean => file.startsWith('profiles/');
    assert.deepEqual(coveredFiles(t, 'judging').filter(ofProfiles), []);
    t.mock.restoreAll();
    assert.ok(coveredFiles(t).some(ofProfiles));
  });

  it('is not that of the whole suite', () => {
    assert.match(suiteDigest('judging'), /^sha256:[0-9a-f]{64}$/);
    assert.notEqual(suiteDigest('judging'), suiteDigest());
  });
});
