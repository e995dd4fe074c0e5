import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { entriesIn } from '../../../support/report/runs/find-run';
import { showAgain } from '../../../support/report/runs/history';
import { runsKeptIn, runAt, kindOf } from '../../../support/report/runs/kept';
import { exactly, requireReady } from '../../../support/report/runs/write-run';
import { parseKeep } from '../../../support/run/keep';
import { otpObligations } from '../../../support/run/nightly';
import { temporaryFolder } from '../embedded-run';
import {
  auditRun,
  fillWith,
  keeping,
  leftovers,
  nthRun,
  numberIn,
  numbersKept,
  partialRun,
  publishRun,
  without,
} from './scene';

it('a run is whole that leaves out nothing, or by night what takes an OTP', () => {
  const night = nthRun(1, { profile: 'nightly' });
  const kinds = [
    nthRun(1),
    without(['SES-05'], nthRun(1)),
    without(['SES-05'], nthRun(1, { subjects: ['integrator'] })),
    without(otpObligations, night),
    without(otpObligations, nthRun(1)),
    without([...otpObligations, 'SES-05'], night),
    auditRun(1),
  ].map(kindOf);
  assert.deepEqual(kinds, ['whole', 'partial', 'whole', 'whole', 'partial', 'partial', 'audit']);
});

it('what is to be kept is a number of runs, a size, or both', () => {
  assert.deepEqual(parseKeep('20'), { runs: 20, bytes: 500e6 });
  assert.deepEqual(parseKeep('2GB'), { runs: 50, bytes: 2e9 });
  assert.deepEqual(parseKeep('0,10MB'), { runs: 0, bytes: 10e6 });
  for (const text of ['', ',', '-1', '5,', ',5MB', '5MB,5', '5 MB', '5KB', 'all', '2020MB'.repeat(3)])
    assert.equal(parseKeep(text), undefined, text);
});

describe('a folder that keeps a history', () => {
  it('holds each run in a folder of its own, and copies of the newest whole one', (t) => {
    const root = temporaryFolder(t);
    const folder = publishRun(keeping(root), nthRun(1));
    assert.equal(folder, join(root, 'history/20260301T100100.000Z-00000001'));
    for (const run of [nthRun(2), partialRun(3), auditRun(4)]) publishRun(keeping(root), run);
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [2, 4, 3, 2, 1]);
    assert.equal(numberIn(runAt(root)), 2);
    assert.deepEqual(
      entriesIn(root).map(({ name, path }) => [name, numberIn(path)]),
      [
        ['latest', 2],
        ['partial', 3],
        ['audit', 4],
        ['1', 1],
      ],
    );
    assert.deepEqual(leftovers(root), []);
  });

  it('shows the run that ended last, whichever was written last', (t) => {
    const root = temporaryFolder(t);
    for (const n of [2, 1]) publishRun(keeping(root), nthRun(n));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [2, 2, 1]);
  });

  it('takes away what was made of the run before, and leaves it its pack', (t) => {
    const root = temporaryFolder(t);
    const first = publishRun(keeping(root), nthRun(1));
    const packs = ['evidence-pack.zip', 'evidence-pack.zip.sign-off.sigstore.json'];
    for (const name of packs) writeFileSync(join(root, name), `${name} packed`);
    writeFileSync(join(root, 'sign-off.json'), '{}');
    for (const name of ['allure-report', 'allure-history']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'conform.json'), '{}');
    }
    publishRun(keeping(root), partialRun(2));
    assert.ok(existsSync(join(root, packs[0] ?? '')), 'no whole run came');
    publishRun(keeping(root), nthRun(3));
    for (const name of packs) assert.equal(readFileSync(join(first, name), 'utf8'), `${name} packed`);
    const gone = [...packs, 'sign-off.json', 'allure-report'].filter((name) => existsSync(join(root, name)));
    assert.deepEqual([gone, existsSync(join(root, 'allure-history'))], [[], true]);
  });

  it('keeps no more than so many runs besides the newest of each kind, and whole ones longest', (t) => {
    const root = temporaryFolder(t);
    const two = keeping(root, { runs: 2, bytes: 1e9 });
    for (const n of [1, 2, 3]) publishRun(two, nthRun(n));
    for (const n of [4, 5]) publishRun(two, partialRun(n));
    assert.deepEqual(numbersKept(root), [5, 3, 2, 1]);
    publishRun(two, nthRun(6));
    assert.deepEqual(numbersKept(root), [6, 5, 3, 2]);
    publishRun(keeping(root, { runs: 0, bytes: 1e9 }), nthRun(7));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [7, 7, 5]);
    assert.deepEqual(leftovers(root), []);
  });

  it('lets no large recording of traffic push whole runs out', (t) => {
    const root = temporaryFolder(t);
    const small = keeping(root, { runs: 50, bytes: 500_000 });
    for (const n of [1, 2]) publishRun(small, nthRun(n), 300_000);
    for (const n of [3, 4]) publishRun(small, auditRun(n), 1_000_000);
    assert.deepEqual(numbersKept(root), [4, 2, 1]);
    publishRun(small, nthRun(5), 300_000);
    assert.deepEqual(numbersKept(root), [5, 4, 2]);
  });

  it('is read and pruned around folders that are none of its runs', (t) => {
    const root = temporaryFolder(t);
    mkdirSync(join(root, 'history/20260301T100100Z-00000001-mine'), { recursive: true });
    publishRun(keeping(root, { runs: 0, bytes: 0 }), nthRun(1));
    assert.equal(runsKeptIn(root).length, 1);
    assert.equal(readdirSync(join(root, 'history')).length, 2);
  });

  it('copies again, before the next run, what is not as in the run', (t) => {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    for (const name of ['results.json', 'summary.md']) rmSync(join(root, name));
    writeFileSync(join(root, 'junit.xml'), 'changed');
    assert.throws(() => {
      requireReady(keeping(root));
    }, /would be replaced/);
    rmSync(join(root, 'junit.xml'));
    requireReady(keeping(root));
    assert.equal(numberIn(root), 1);
  });
});

it('what is made again of a run is copied where it is shown, and replaces nothing elsewhere', (t) => {
  const root = temporaryFolder(t);
  const [first, second] = [nthRun(1), nthRun(2)].map((run) => publishRun(keeping(root), run)) as [
    string,
    string,
  ];
  for (const folder of [first, second]) {
    writeFileSync(join(folder, 'junit.xml'), `again ${folder}`);
    showAgain(relative(process.cwd(), folder));
  }
  assert.equal(readFileSync(join(root, 'junit.xml'), 'utf8'), `again ${second}`);
  const kept = join(temporaryFolder(t), 'kept/history', basename(first));
  cpSync(first, kept, { recursive: true });
  writeFileSync(join(kept, '../../junit.xml'), 'theirs');
  showAgain(kept, { pack: true });
  assert.deepEqual(readdirSync(join(kept, '../..')).sort(), ['history', 'junit.xml']);
  assert.equal(readFileSync(join(kept, '../../junit.xml'), 'utf8'), 'theirs');
});

it('a history that cannot be written is told of before the run', (t) => {
  const root = temporaryFolder(t);
  writeFileSync(join(root, 'history'), 'a file');
  assert.throws(() => {
    requireReady(keeping(root));
  }, /ConfigurationError: the reports folder .*history cannot be written/);
  requireReady(exactly(root));
});

describe('a folder that is named', () => {
  it('holds one report, and whatever else there is stays', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    mkdirSync(join(folder, 'history'));
    for (const n of [1, 2]) {
      requireReady(exactly(folder));
      assert.equal(publishRun(exactly(folder), nthRun(n)), folder);
    }
    assert.equal(numberIn(folder), 2);
    assert.equal(readFileSync(join(folder, 'notes.txt'), 'utf8'), 'mine');
    assert.deepEqual(readdirSync(join(folder, 'history')), []);
    assert.deepEqual(leftovers(folder), []);
  });

  it('is read as what it holds, though it keeps a history too, and that is taken in', (t) => {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    publishRun(exactly(root), partialRun(2));
    assert.deepEqual([numberIn(runAt(root)), ...numbersKept(root)], [2, 1]);
    requireReady(keeping(root));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [1, 2, 1]);
  });

  for (const name of ['results.json', 'junit.xml', 'summary.md'])
    it(`is refused where ${name} is of another program, with a history too`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, name), '{"theirs": true}');
      fillWith(partialRun(1))(
        mkdirSync(join(folder, 'history/20260301T100100.000Z-00000001'), { recursive: true }) ?? '',
      );
      for (const to of [exactly(folder), keeping(folder)])
        assert.throws(() => {
          requireReady(to);
        }, new RegExp(`ConfigurationError: would be replaced, and no report of this suite shows that it wrote it`));
      assert.equal(readFileSync(join(folder, name), 'utf8'), '{"theirs": true}');
      rmSync(join(folder, name));
      requireReady(exactly(folder));
    });
});
