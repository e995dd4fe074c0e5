import assert from 'node:assert/strict';
import fs, { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { it } from 'node:test';
import { rerenderReport } from '../../../support/cli/report';
import { historyEntriesIn } from '../../../support/report/runs/find-run';
import { runsInHistory } from '../../../support/report/runs/kept-run';
import { readEvidence } from '../../../support/report/runs/read-run';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { copyCachedRun } from '../../runs/kept';
import { temporaryFolder } from '../embedded-run';
import { dieAfter } from './killing';
import { destinationAt, nthRun, runNumberIn, keptRunNumbers, narrowedRun, publishRun } from './scene';

it('a copy that another process removes while it is compared is copied again', (t) => {
  const root = temporaryFolder(t);
  publishRun(destinationAt(root), nthRun(1));
  const shown = join(root, 'basis.json');
  const real = fs.readFileSync;
  const reading = t.mock.method(fs, 'readFileSync', ((...args: Parameters<typeof real>) => {
    if (args[0] === shown) {
      reading.mock.restore();
      rmSync(shown);
    }
    return real(...args);
  }) as typeof real);
  requireReady(destinationAt(root));
  assert.deepEqual([reading.mock.callCount() > 0, runNumberIn(root)], [true, 1]);
});

it('a run that another process takes out while it is looked at is no newest of its kind', (t) => {
  const root = temporaryFolder(t);
  for (const run of [narrowedRun(1), nthRun(2), nthRun(3)]) publishRun(destinationAt(root), run);
  const goes = runsInHistory(root)[1]?.path ?? '';
  const real = fs.readdirSync;
  const looking = t.mock.method(fs, 'readdirSync', ((...args: Parameters<typeof real>) => {
    const names = real(...args);
    // Its size is known by now, and its kind is not.
    if (args[0] === goes) rmSync(goes, { recursive: true });
    return names;
  }) as typeof real);
  publishRun(destinationAt(root, { runs: 0, bytes: 0 }), nthRun(4));
  looking.mock.restore();
  assert.deepEqual(keptRunNumbers(root), [4, 1]);
});

it('a run that is replaced while the runs are listed is listed as the one that came', (t) => {
  const root = temporaryFolder(t);
  const goes = join(publishRun(destinationAt(root), nthRun(1)), 'results.json');
  const real = fs.statSync;
  const looking = t.mock.method(fs, 'statSync', ((...args: Parameters<typeof real>) => {
    if (args[0] === goes) {
      looking.mock.restore();
      publishRun(destinationAt(root, { runs: 0, bytes: 0 }), nthRun(2));
    }
    return real(...args);
  }) as typeof real);
  const listed = historyEntriesIn(root).map(({ name, path }) => [name, runNumberIn(path)]);
  assert.deepEqual(listed, [['latest', 2]]);
});

it('a run that leads nowhere, as by a link to a disk that is not there, is listed, and not waited for', (t) => {
  const root = temporaryFolder(t);
  publishRun(destinationAt(root), nthRun(1));
  symlinkSync(join(root, 'not-there'), join(root, 'history', '20200101T000000.000Z-1a2b3c4d'));
  assert.deepEqual(
    historyEntriesIn(root).map(({ name, run }) => [name, run !== undefined]),
    [
      ['latest', true],
      ['narrowed', false],
    ],
  );
});

it('a recording that another process takes out right before it is read is told of as missing', async (t) => {
  const root = temporaryFolder(t);
  const run = publishRun(destinationAt(root), nthRun(1));
  const real = fs.existsSync;
  const looking = t.mock.method(fs, 'existsSync', (path: string) => {
    const isThere = real(path);
    looking.mock.restore();
    rmSync(run, { recursive: true });
    return isThere;
  });
  await assert.rejects(
    readEvidence(join(run, 'recording.jsonl'), nthRun(1)),
    /is missing beside its results/,
  );
});

/** Lets another process do something in an empty folder right before it is asked whether its report is ours. */
function beforeItIsAsked(t: TestContext, root: string, other: () => void): void {
  const real = fs.openSync;
  const looking = t.mock.method(fs, 'openSync', ((...args: Parameters<typeof real>) => {
    if (args[0] === join(root, 'results.json')) {
      looking.mock.restore();
      other();
    }
    return real(...args);
  }) as typeof real);
}

it('half of the copies that another process makes of the first run are no files of another program', (t) => {
  const root = temporaryFolder(t);
  beforeItIsAsked(t, root, () => {
    publishRun(destinationAt(root), nthRun(1));
    rmSync(join(root, 'results.json'));
  });
  requireReady(destinationAt(root));
  assert.equal(runNumberIn(root), 1);
});

it('nor is half of a report that another process puts into a folder', (t) => {
  const deaths = [true];
  for (let steps = 0; deaths.at(-1) === true; steps += 1) {
    const folder = temporaryFolder(t);
    beforeItIsAsked(t, folder, () => {
      deaths.push(dieAfter(t, steps, () => publishRun(destinationWithoutHistory(folder), nthRun(1))));
    });
    requireReady(destinationWithoutHistory(folder));
    if (existsSync(join(folder, 'recording.jsonl')))
      assert.equal(runNumberIn(folder), 1, `after ${steps} steps`);
  }
});

it('a run that is taken out while its report is packed is told of as gone, and not made again', async (t) => {
  const { folder } = await copyCachedRun('narrowed', t);
  const real = fs.createReadStream;
  t.mock.method(fs, 'createReadStream', ((...args: Parameters<typeof real>) =>
    real(...args).once('close', () => {
      rmSync(folder, { recursive: true });
    })) as typeof real);
  await assert.rejects(
    rerenderReport(folder, join(folder, 'evidence-pack.zip')),
    /^\w+: was removed meanwhile/,
  );
  assert.equal(existsSync(folder), false);
});
