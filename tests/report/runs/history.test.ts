import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { historyEntriesIn } from '../../../support/report/runs/find-run';
import { copyRerenderedFiles } from '../../../support/report/runs/history';
import { runsInHistory, folderOfShownRun, runKindOf } from '../../../support/report/runs/kept-run';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { parseRetention } from '../../../support/run/history-retention';
import { otpObligations } from '../../../support/run/nightly';
import { temporaryFolder } from '../embedded-run';
import {
  auditRun,
  fillWith,
  destinationAt,
  leftovers,
  nthRun,
  runNumberIn,
  keptRunNumbers,
  narrowedBy,
  narrowedRun,
  publishRun,
  without,
} from './scene';

it('a run is whole that no option narrowed, and by night too: settings of the target narrow the scope alone', () => {
  const night = nthRun(1, { profile: 'nightly' });
  const kinds = [
    nthRun(1),
    narrowedRun(1),
    narrowedBy(['--failed-only'], nthRun(1)),
    narrowedBy(['a choice of scenarios'], nthRun(1)),
    without(['SES-05'], nthRun(1, { subjects: ['integrator'] })),
    narrowedBy(['--profile nightly'], without(otpObligations, night)),
    narrowedBy(['--only', '--profile nightly'], without([...otpObligations, 'SES-05'], night)),
    nthRun(1, { challenge: { id: 'c', createdAt: '2026-03-01', items: 1, answers: 1, note: 'a challenge' } }),
    auditRun(1),
  ].map(runKindOf);
  assert.deepEqual(kinds, [
    ...['whole', 'narrowed', 'narrowed', 'narrowed', 'whole', 'whole', 'narrowed', 'narrowed'],
    'audit',
  ]);
});

it('what is to be kept is a number of runs, a size, or both', () => {
  assert.deepEqual(parseRetention('20'), { runs: 20, bytes: 500e6 });
  assert.deepEqual(parseRetention('2GB'), { runs: 50, bytes: 2e9 });
  assert.deepEqual(parseRetention('0,10MB'), { runs: 0, bytes: 10e6 });
  for (const text of ['', ',', '-1', '5,', ',5MB', '5MB,5', '5 MB', '5KB', 'all', '2020MB'.repeat(3)])
    assert.equal(parseRetention(text), undefined, text);
});

describe('a folder that keeps a history', () => {
  it('holds each run in a folder of its own, and copies of the newest whole one', (t) => {
    const root = temporaryFolder(t);
    const folder = publishRun(destinationAt(root), nthRun(1));
    assert.equal(folder, join(root, 'history/20260301T100100.000Z-00000001'));
    for (const run of [nthRun(2), narrowedRun(3), auditRun(4)]) publishRun(destinationAt(root), run);
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [2, 4, 3, 2, 1]);
    assert.equal(runNumberIn(folderOfShownRun(root)), 2);
    assert.deepEqual(
      historyEntriesIn(root).map(({ name, path }) => [name, runNumberIn(path)]),
      [
        ['latest', 2],
        ['narrowed', 3],
        ['audit', 4],
        ['1', 1],
      ],
    );
    assert.deepEqual(leftovers(root), []);
  });

  it('shows the run that ended last, whichever was written last', (t) => {
    const root = temporaryFolder(t);
    for (const n of [2, 1]) publishRun(destinationAt(root), nthRun(n));
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [2, 2, 1]);
  });

  it('takes away what was made of the run before, and leaves it its pack', (t) => {
    const root = temporaryFolder(t);
    const first = publishRun(destinationAt(root), nthRun(1));
    const packs = ['evidence-pack.zip', 'evidence-pack.zip.sign-off.sigstore.json'];
    for (const name of packs) writeFileSync(join(root, name), `${name} packed`);
    writeFileSync(join(root, 'sign-off.json'), '{}');
    for (const name of ['allure-report', 'allure-history']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, 'conform.json'), '{}');
    }
    publishRun(destinationAt(root), narrowedRun(2));
    assert.ok(existsSync(join(root, packs[0] ?? '')), 'no whole run came');
    publishRun(destinationAt(root), nthRun(3));
    for (const name of packs) assert.equal(readFileSync(join(first, name), 'utf8'), `${name} packed`);
    const gone = [...packs, 'sign-off.json', 'allure-report'].filter((name) => existsSync(join(root, name)));
    assert.deepEqual([gone, existsSync(join(root, 'allure-history'))], [[], true]);
  });

  it('keeps no more than so many runs besides the newest of each kind, and whole ones longest', (t) => {
    const root = temporaryFolder(t);
    const two = destinationAt(root, { runs: 2, bytes: 1e9 });
    for (const n of [1, 2, 3]) publishRun(two, nthRun(n));
    for (const n of [4, 5]) publishRun(two, narrowedRun(n));
    assert.deepEqual(keptRunNumbers(root), [5, 3, 2, 1]);
    publishRun(two, nthRun(6));
    assert.deepEqual(keptRunNumbers(root), [6, 5, 3, 2]);
    publishRun(destinationAt(root, { runs: 0, bytes: 1e9 }), nthRun(7));
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [7, 7, 5]);
    assert.deepEqual(leftovers(root), []);
  });

  it('lets no large recording of traffic push whole runs out', (t) => {
    const root = temporaryFolder(t);
    const small = destinationAt(root, { runs: 50, bytes: 500_000 });
    for (const n of [1, 2]) publishRun(small, nthRun(n), 300_000);
    for (const n of [3, 4]) publishRun(small, auditRun(n), 1_000_000);
    assert.deepEqual(keptRunNumbers(root), [4, 2, 1]);
    publishRun(small, nthRun(5), 300_000);
    assert.deepEqual(keptRunNumbers(root), [5, 4, 2]);
  });

  it('is read and pruned around folders that are none of its runs', (t) => {
    const root = temporaryFolder(t);
    mkdirSync(join(root, 'history/20260301T100100Z-00000001-mine'), { recursive: true });
    publishRun(destinationAt(root, { runs: 0, bytes: 0 }), nthRun(1));
    assert.equal(runsInHistory(root).length, 1);
    assert.equal(readdirSync(join(root, 'history')).length, 2);
  });

  it('copies again, before the next run, what is not as in the run', (t) => {
    const root = temporaryFolder(t);
    publishRun(destinationAt(root), nthRun(1));
    for (const name of ['results.json', 'summary.md']) rmSync(join(root, name));
    writeFileSync(join(root, 'junit.xml'), 'changed');
    assert.throws(() => {
      requireReady(destinationAt(root));
    }, /would be replaced/);
    rmSync(join(root, 'junit.xml'));
    requireReady(destinationAt(root));
    assert.equal(runNumberIn(root), 1);
  });
});

it('what is made again of a run is copied where it is shown, and replaces nothing elsewhere', (t) => {
  const root = temporaryFolder(t);
  const [first, second] = [nthRun(1), nthRun(2)].map((run) => publishRun(destinationAt(root), run)) as [
    string,
    string,
  ];
  for (const folder of [first, second]) {
    writeFileSync(join(folder, 'junit.xml'), `again ${folder}`);
    copyRerenderedFiles(relative(process.cwd(), folder));
  }
  assert.equal(readFileSync(join(root, 'junit.xml'), 'utf8'), `again ${second}`);
  const kept = join(temporaryFolder(t), 'kept/history', basename(first));
  cpSync(first, kept, { recursive: true });
  writeFileSync(join(kept, '../../junit.xml'), 'theirs');
  copyRerenderedFiles(kept, { pack: true });
  assert.deepEqual(readdirSync(join(kept, '../..')).sort(), ['history', 'junit.xml']);
  assert.equal(readFileSync(join(kept, '../../junit.xml'), 'utf8'), 'theirs');
});

it('a history that cannot be written is told of before the run', (t) => {
  const root = temporaryFolder(t);
  writeFileSync(join(root, 'history'), 'a file');
  assert.throws(() => {
    requireReady(destinationAt(root));
  }, /ConfigurationError: the reports folder .*history cannot be written/);
  requireReady(destinationWithoutHistory(root));
});

describe('a folder that is named', () => {
  it('holds one report, and whatever else there is stays', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    mkdirSync(join(folder, 'history'));
    for (const n of [1, 2]) {
      requireReady(destinationWithoutHistory(folder));
      assert.equal(publishRun(destinationWithoutHistory(folder), nthRun(n)), folder);
    }
    assert.equal(runNumberIn(folder), 2);
    assert.equal(readFileSync(join(folder, 'notes.txt'), 'utf8'), 'mine');
    assert.deepEqual(readdirSync(join(folder, 'history')), []);
    assert.deepEqual(leftovers(folder), []);
  });

  it('is read as what it holds, though it keeps a history too, and that is taken in', (t) => {
    const root = temporaryFolder(t);
    publishRun(destinationAt(root), nthRun(1));
    publishRun(destinationWithoutHistory(root), narrowedRun(2));
    assert.deepEqual([runNumberIn(folderOfShownRun(root)), ...keptRunNumbers(root)], [2, 1]);
    requireReady(destinationAt(root));
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [1, 2, 1]);
  });

  for (const name of ['results.json', 'junit.xml', 'summary.md'])
    it(`is refused where ${name} is of another program, with a history too`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, name), '{"theirs": true}');
      fillWith(narrowedRun(1))(
        mkdirSync(join(folder, 'history/20260301T100100.000Z-00000001'), { recursive: true }) ?? '',
      );
      for (const to of [destinationWithoutHistory(folder), destinationAt(folder)])
        assert.throws(() => {
          requireReady(to);
        }, new RegExp(`ConfigurationError: would be replaced, and no report of this suite shows that it wrote it`));
      assert.equal(readFileSync(join(folder, name), 'utf8'), '{"theirs": true}');
      rmSync(join(folder, name));
      requireReady(destinationWithoutHistory(folder));
    });
});
