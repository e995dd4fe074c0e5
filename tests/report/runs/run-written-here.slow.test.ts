import assert from 'node:assert/strict';
import fs, { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { historyEntriesIn } from '../../../support/report/runs/find-run';
import { runsInHistory } from '../../../support/report/runs/kept-run';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { temporaryFolder } from '../embedded-run';
import { atEachStep, overtakenAfter } from './killing';
import { destinationAt, leftovers, nthRun, runNumberIn, keptRunNumbers, publishRun } from './scene';

/** A folder whose history has run 1, and into which `--reports` then wrote run 2, of which a pack was made. */
function runWrittenHere(root: string): void {
  publishRun(destinationAt(root), nthRun(1));
  publishRun(destinationWithoutHistory(root), nthRun(2));
  writeFileSync(join(root, 'evidence-pack.zip'), 'packed');
}

describe('a run that --reports wrote into a folder with a history', () => {
  it('is put into the history by the next run, whole, wherever that run is killed', (t) => {
    const before = join(temporaryFolder(t), 'reports');
    runWrittenHere(before);
    const steps = atEachStep(
      t,
      before,
      (root) => {
        requireReady(destinationAt(root));
        publishRun(destinationAt(root), nthRun(5));
      },
      (root, at) => {
        requireReady(destinationAt(root));
        publishRun(destinationAt(root), nthRun(6));
        const kept = keptRunNumbers(root).filter((n) => n !== 5);
        assert.deepEqual([runNumberIn(root), ...kept], [6, 6, 2, 1], at);
        const second = runsInHistory(root).find(({ path }) => runNumberIn(path) === 2)?.path ?? '';
        assert.ok(existsSync(join(second, 'evidence-pack.zip')), at);
        assert.deepEqual(leftovers(root), [], at);
      },
    );
    assert.ok(steps > 30, `${steps} steps`);
  });

  it('is put into the history once if another run does so at the same time', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      runWrittenHere(root);
      const other = (): void => {
        requireReady(destinationAt(root));
        publishRun(destinationAt(root), nthRun(5));
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        requireReady(destinationAt(root));
      });
      const others = isThrough ? [] : [5];
      assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [others[0] ?? 2, ...others, 2, 1]);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
  });

  it('is whole in the history or not there if another run puts it in and takes it out meanwhile', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      runWrittenHere(root);
      const none = destinationAt(root, { runs: 0, bytes: 0 });
      const other = (): void => {
        publishRun(none, nthRun(5));
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        requireReady(none);
      });
      if (!isThrough)
        assert.deepEqual([runNumberIn(root), keptRunNumbers(root)[0]], [5, 5], `after ${steps} steps`);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
  });

  it('is whole in the history or not there if another run replaces it meanwhile', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      runWrittenHere(root);
      const other = (): void => {
        publishRun(destinationWithoutHistory(root), nthRun(5));
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        publishRun(destinationAt(root), nthRun(6));
      });
      const kept = keptRunNumbers(root).filter((n) => n !== 2 && n !== 5);
      assert.deepEqual(kept, [6, 1], `after ${steps} steps`);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
  });

  it('is copied if the file system has no links', (t) => {
    const root = temporaryFolder(t);
    t.mock.method(fs, 'linkSync', () => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    runWrittenHere(root);
    publishRun(destinationAt(root), nthRun(5));
    assert.deepEqual([runNumberIn(root), ...keptRunNumbers(root)], [5, 5, 2, 1]);
  });

  it('is kept and listed as unreadable if its results are cut', (t) => {
    const root = temporaryFolder(t);
    const cut = '{"schemaVersion": 3, "run": ';
    writeFileSync(join(root, 'results.json'), cut);
    publishRun(destinationAt(root), nthRun(2));
    const texts = runsInHistory(root).map(({ path }) => fs.readFileSync(join(path, 'results.json'), 'utf8'));
    assert.ok(texts.includes(cut));
    assert.deepEqual(
      historyEntriesIn(root)
        .map(({ run }) => run?.id.slice(0, 8))
        .sort(),
      ['00000002', undefined],
    );
  });
});
