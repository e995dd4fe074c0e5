import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runsKeptIn, runAt } from '../../../support/report/runs/kept';
import { exactly, requireReady } from '../../../support/report/runs/write-run';
import { temporaryFolder } from '../embedded-run';
import { atEachStep, overtakenAfter } from './killing';
import { auditRun, fillWith, keeping, leftovers, nthRun, numberIn, numbersKept, publishRun } from './scene';

/** Reports as version 1.0 kept them: the latest of each kind beside the history. */
function leftByOne(root: string): void {
  const [whole, audit] = [join(root, 'history/20260301T100100Z-00000001-whole'), join(root, 'audit')];
  for (const [folder, run] of [
    [root, nthRun(2)],
    [whole, nthRun(1)],
    [audit, auditRun(3)],
    [join(root, '.ready-000000000000001-partial-x'), nthRun(4)],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    fillWith(run)(folder);
  }
  writeFileSync(join(root, 'evidence-pack.zip'), 'packed');
  mkdirSync(join(audit, 'clients/one'), { recursive: true });
  writeFileSync(join(audit, 'clients/one/results.json'), '{}');
  mkdirSync(join(root, 'proxy'));
  writeFileSync(join(root, 'proxy/.recording-1.jsonl'), 'all that is left');
}

describe('what version 1.0 left', () => {
  it('is taken into the history by the first run, whole, wherever that is killed', (t) => {
    const before = join(temporaryFolder(t), 'reports');
    leftByOne(before);
    assert.deepEqual(numberIn(runAt(before)), 2);
    const steps = atEachStep(
      t,
      before,
      (root) => {
        requireReady(keeping(root));
        publishRun(keeping(root), nthRun(5));
      },
      (root, at) => {
        requireReady(keeping(root));
        publishRun(keeping(root), nthRun(6));
        const kept = numbersKept(root).filter((n) => n !== 5);
        assert.deepEqual([numberIn(root), ...kept], [6, 6, 4, 3, 2, 1], at);
        const of = (n: number): string =>
          runsKeptIn(root).find(({ path }) => numberIn(path) === n)?.path ?? '';
        assert.ok(existsSync(join(of(2), 'evidence-pack.zip')), at);
        assert.ok(existsSync(join(of(3), 'clients/one/results.json')), at);
        // No script goes on reading what it says.
        assert.ok(!existsSync(join(root, 'audit/results.json')), at);
        assert.deepEqual(readdirSync(join(root, 'proxy')), ['.recording-1.jsonl'], at);
        assert.deepEqual(leftovers(root), [], at);
      },
    );
    assert.ok(steps > 60, `${steps} steps`);
  });

  it('is taken in once, where another run does so at the same time', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      leftByOne(root);
      const other = (): void => {
        requireReady(keeping(root));
        publishRun(keeping(root), nthRun(5));
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        requireReady(keeping(root));
      });
      const others = isThrough ? [] : [5];
      assert.deepEqual([numberIn(root), ...numbersKept(root)], [others[0] ?? 2, ...others, 4, 3, 2, 1]);
      const [audit] = runsKeptIn(root).filter(({ kind }) => kind === 'audit');
      assert.ok(existsSync(join(audit?.path ?? '', 'clients/one/results.json')), `after ${steps} steps`);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
  });

  it('is whole in the history or not there, where another run takes it in, and out again, meanwhile', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      leftByOne(root);
      const none = keeping(root, { runs: 0, bytes: 0 });
      const other = (): void => {
        for (const run of [nthRun(5), auditRun(6)]) publishRun(none, run);
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        requireReady(none);
      });
      const kept = numbersKept(root);
      if (!isThrough)
        assert.deepEqual([numberIn(root), ...kept.slice(0, 2)], [5, 6, 5], `after ${steps} steps`);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
  });

  it('makes room for a run that another process writes there meanwhile, and takes nothing of it', (t) => {
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const root = join(temporaryFolder(t), 'reports');
      leftByOne(root);
      const audit = join(root, 'audit');
      isThrough = !overtakenAfter(
        t,
        steps,
        () => publishRun(exactly(audit), auditRun(7)),
        () => {
          requireReady(keeping(root));
        },
      );
      // Taken in as well, or there still; what it replaced before that is gone.
      const kept = numbersKept(root);
      if (!isThrough && !kept.includes(7)) assert.equal(numberIn(audit), 7, `after ${steps} steps`);
      assert.deepEqual(
        kept.filter((n) => n !== 7 && n !== 3),
        [4, 2, 1],
      );
      assert.deepEqual(existsSync(audit) ? leftovers(audit) : [], [], `after ${steps} steps`);
    }
  });

  it('is copied where the history is on another file system', (t) => {
    const root = join(temporaryFolder(t), 'reports');
    leftByOne(root);
    const real = fs.renameSync;
    t.mock.method(fs, 'renameSync', (from: string, to: string) => {
      const isOther = (path: string): boolean => path.startsWith(join(root, 'history'));
      if (isOther(from) !== isOther(to))
        throw Object.assign(new Error('cross-device link'), { code: 'EXDEV' });
      real(from, to);
    });
    publishRun(keeping(root), nthRun(5));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [5, 5, 4, 3, 2, 1]);
    const [audit] = runsKeptIn(root).filter(({ kind }) => kind === 'audit');
    assert.ok(existsSync(join(audit?.path ?? '', 'clients/one/results.json')));
    assert.ok(!existsSync(join(root, 'audit')));
  });

  it('stays, though its results cannot be read', (t) => {
    const root = temporaryFolder(t);
    const cut = '{"schemaVersion": 1, "run": ';
    writeFileSync(join(root, 'results.json'), cut);
    publishRun(keeping(root), nthRun(2));
    const texts = runsKeptIn(root).map(({ path }) => fs.readFileSync(join(path, 'results.json'), 'utf8'));
    assert.ok(texts.includes(cut));
  });
});

it('copies take the place of links where a file system has none', (t) => {
  const root = temporaryFolder(t);
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  leftByOne(root);
  publishRun(keeping(root), nthRun(5));
  assert.deepEqual([numberIn(root), ...numbersKept(root)], [5, 5, 4, 3, 2, 1]);
});
