import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { exactly } from '../../../support/report/history/shelves';
import { requireReady } from '../../../support/report/write';
import { temporaryFolder } from '../embedded-run';
import { keeping, leftovers, nthRun, numberIn, numbersKept, publishRun } from './scene';

describe('a folder that keeps a history', () => {
  it('holds the latest whole run, and those before it as they were', (t) => {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    const first = readFileSync(join(root, 'results.json'), 'utf8');
    assert.ok(!existsSync(join(root, 'history')), 'there is nothing before the first run');
    const packs = ['evidence-pack.zip', 'evidence-pack.zip.sign-off.sigstore.json'];
    for (const name of packs) writeFileSync(join(root, name), `${name} packed`);
    for (const n of [2, 3]) publishRun(keeping(root), nthRun(n));
    assert.equal(numberIn(root), 3);
    assert.deepEqual(numbersKept(root), [2, 1]);
    const [, oldest = ''] = readdirSync(join(root, 'history')).sort().reverse();
    assert.equal(readFileSync(join(root, 'history', oldest, 'results.json'), 'utf8'), first);
    // A pack is of the run that it was made of, and the sign-off beside it is of that pack.
    for (const name of packs) {
      assert.equal(readFileSync(join(root, 'history', oldest, name), 'utf8'), `${name} packed`);
      assert.ok(!existsSync(join(root, name)));
    }
    assert.deepEqual(leftovers(root), []);
  });

  it('never lets a partial run take the place of a whole one', (t) => {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    for (const n of [2, 3]) publishRun(keeping(root, 'partial'), nthRun(n));
    assert.deepEqual([numberIn(root), numberIn(join(root, 'partial'))], [1, 3]);
    assert.deepEqual(numbersKept(root), [2]);
    publishRun(keeping(root), nthRun(4));
    assert.deepEqual([numberIn(root), numberIn(join(root, 'partial'))], [4, 3]);
    assert.deepEqual(numbersKept(root), [2, 1]);
  });

  it('keeps no more than so many runs, partial ones the shortest', (t) => {
    const root = temporaryFolder(t);
    const keep = { runs: 2, bytes: 1e9 };
    for (const n of [1, 2, 3]) publishRun(keeping(root, 'whole', keep), nthRun(n));
    assert.deepEqual(numbersKept(root), [2, 1]);
    for (const n of [4, 5]) publishRun(keeping(root, 'partial', keep), nthRun(n));
    assert.deepEqual(numbersKept(root), [2, 1]);
    publishRun(keeping(root, 'whole', keep), nthRun(6));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [6, 3, 2]);
    publishRun(keeping(root, 'whole', { runs: 0, bytes: 1e9 }), nthRun(7));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [7]);
    assert.deepEqual(leftovers(root), []);
  });

  it('keeps no more than so many bytes', (t) => {
    const root = temporaryFolder(t);
    const keep = { runs: 50, bytes: 2_700_000 };
    for (const n of [1, 2, 3, 4]) publishRun(keeping(root, 'whole', keep), nthRun(n), 1_000_000);
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [4, 3, 2]);
    const twin = temporaryFolder(t);
    for (const n of [1, 2, 3, 4])
      publishRun(keeping(twin, 'whole', { ...keep, bytes: 10_000_000 }), nthRun(n), 1_000_000);
    assert.deepEqual([numberIn(twin), ...numbersKept(twin)], [4, 3, 2, 1]);
  });

  it('keeps the report of an audit without its recording', (t) => {
    const root = temporaryFolder(t);
    const traffic = { note: 'traffic', files: [] };
    for (const n of [1, 2]) publishRun(keeping(root, 'audit'), nthRun(n, { traffic }));
    assert.equal(numberIn(join(root, 'audit')), 2);
    const [name = ''] = readdirSync(join(root, 'history'));
    assert.match(name, /^20260301T100100Z-00000001-audit$/);
    const kept = readdirSync(join(root, 'history', name));
    assert.deepEqual([kept.includes('results.json'), kept.includes('recording.jsonl')], [true, false]);
  });

  it('keeps results that nobody can read any more as they are', (t) => {
    const root = temporaryFolder(t);
    writeFileSync(join(root, 'results.json'), '{"schemaVersion": 1, "run": ');
    publishRun(keeping(root), nthRun(2));
    const [name = ''] = readdirSync(join(root, 'history'));
    assert.equal(
      readFileSync(join(root, 'history', name, 'results.json'), 'utf8'),
      '{"schemaVersion": 1, "run": ',
    );
  });
});

describe('a folder that is named', () => {
  it('holds one report, and whatever else there is stays', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    mkdirSync(join(folder, 'history'));
    for (const n of [1, 2]) {
      requireReady(exactly(folder));
      publishRun(exactly(folder), nthRun(n));
    }
    assert.equal(numberIn(folder), 2);
    assert.equal(readFileSync(join(folder, 'notes.txt'), 'utf8'), 'mine');
    assert.deepEqual(readdirSync(join(folder, 'history')), []);
    assert.deepEqual(leftovers(folder), []);
  });

  for (const name of ['results.json', 'junit.xml', 'summary.md'])
    it(`is refused where ${name} is of another program`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, name), '{"theirs": true}');
      assert.throws(() => {
        requireReady(exactly(folder));
      }, new RegExp(`ConfigurationError: would be replaced, and no report of this suite shows that it wrote it`));
      assert.equal(readFileSync(join(folder, name), 'utf8'), '{"theirs": true}');
      rmSync(join(folder, name));
      requireReady(exactly(folder));
    });

  it('is refused likewise where it keeps a history, for partial runs too', (t) => {
    const root = temporaryFolder(t);
    requireReady(keeping(root));
    mkdirSync(join(root, 'partial'));
    writeFileSync(join(root, 'partial/junit.xml'), '<theirs/>');
    assert.throws(() => {
      requireReady(keeping(root));
    }, /would be replaced/);
  });
});
