import assert from 'node:assert/strict';
import fs, { cpSync, existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { publishReport } from '../../../support/report/runs/history';
import { writeFilesAtomically } from '../../../support/report/runs/in-place';
import { runsInHistory, folderOfShownRun } from '../../../support/report/runs/kept-run';
import { looseResults } from '../../../support/report/runs/own-files';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { temporaryFolder } from '../embedded-run';
import { haveSameBytes } from '../../../support/report/runs/draft';
import { atEachStep, dieAfter, overtakenAfter } from './killing';
import { fillWith, destinationAt, leftovers, nthRun, runNumberIn, keptRunNumbers, publishRun } from './scene';

const isSameIn = (name: string, one: string, other: string): boolean =>
  haveSameBytes(join(one, name), join(other, name));

describe('a process that is killed while it writes', () => {
  it('leaves its run whole or not at all, and the earlier ones as they were', (t) => {
    const before = temporaryFolder(t);
    for (const run of [nthRun(1), nthRun(2)]) publishRun(destinationAt(before), run);
    writeFileSync(join(before, 'evidence-pack.zip'), 'of run 2');
    const seen = new Set<number>();
    const steps = atEachStep(
      t,
      before,
      (root) => publishRun(destinationAt(root), nthRun(3)),
      (root, at) => {
        const latest = runNumberIn(folderOfShownRun(root));
        seen.add(latest);
        // Scripts read the copies, and settle nothing: once the results there are new, all else beside them is.
        const [newest] = runsInHistory(root);
        if (latest === 3 && newest !== undefined && isSameIn('results.json', root, newest.path))
          assert.equal(runNumberIn(root), 3, at);
        assert.deepEqual(keptRunNumbers(root), latest === 3 ? [3, 2, 1] : [2, 1], at);
        requireReady(destinationAt(root));
        assert.equal(runNumberIn(root), latest, at);
        const pack = join(runsInHistory(root).at(-2)?.path ?? '', 'evidence-pack.zip');
        assert.equal(existsSync(pack), latest === 3, at);
        assert.deepEqual(leftovers(root), [], at);
      },
    );
    assert.deepEqual([...seen], [2, 3]);
    assert.ok(steps > 30, `${steps} steps`);
  });

  it('leaves its own whole where it was the first, and the next is not refused', (t) => {
    atEachStep(
      t,
      temporaryFolder(t),
      (root) => publishRun(destinationAt(root), nthRun(1)),
      (root, at) => {
        requireReady(destinationAt(root));
        if (keptRunNumbers(root).length === 1) assert.equal(runNumberIn(root), 1, at);
        else assert.ok(!existsSync(join(root, 'results.json')), at);
        publishRun(destinationAt(root), nthRun(2));
        assert.equal(runNumberIn(root), 2, at);
      },
    );
  });

  it('leaves the old report or its own in a folder that is named', (t) => {
    const before = temporaryFolder(t);
    publishRun(destinationWithoutHistory(before), nthRun(1));
    const seen = new Set<number>();
    const steps = atEachStep(
      t,
      before,
      (folder) => publishRun(destinationWithoutHistory(folder), nthRun(2)),
      (folder, at) => {
        seen.add(runNumberIn(folderOfShownRun(folder)));
        requireReady(destinationWithoutHistory(folder));
        assert.deepEqual(leftovers(folder), [], at);
      },
    );
    assert.deepEqual([...seen], [1, 2]);
    assert.ok(steps > 20, `${steps} steps`);
  });

  it('may be killed again where the next one goes on', (t) => {
    const [before, half] = [temporaryFolder(t), join(temporaryFolder(t), 'half')];
    publishRun(destinationWithoutHistory(before), nthRun(1));
    cpSync(before, half, { recursive: true });
    assert.ok(dieAfter(t, 18, () => publishRun(destinationWithoutHistory(half), nthRun(2))));
    atEachStep(
      t,
      half,
      (folder) => {
        requireReady(destinationWithoutHistory(folder));
      },
      (folder, at) => {
        assert.equal(runNumberIn(folderOfShownRun(folder)), 2, at);
      },
    );
  });

  it('leaves all that it renders again of a run, or nothing, and nothing of another run', (t) => {
    const before = temporaryFolder(t);
    publishRun(destinationWithoutHistory(before), nthRun(1));
    const again = (run: string) => (draft: string) => {
      for (const name of ['junit.xml', 'summary.md']) writeFileSync(join(draft, name), `again, of ${run}`);
    };
    const { id } = nthRun(1).run;
    const seen = new Set<string>();
    atEachStep(
      t,
      before,
      (folder) => {
        writeFilesAtomically(folder, { kind: 'rendered', run: id }, again(id));
      },
      (folder) => {
        assert.equal(runNumberIn(folderOfShownRun(folder)), 1);
        const texts = ['junit.xml', 'summary.md'].map((name) => fs.readFileSync(join(folder, name), 'utf8'));
        seen.add(texts.map((text) => text.startsWith('again')).join());
      },
    );
    assert.deepEqual([...seen], ['false,false', 'true,true']);
    writeFilesAtomically(before, { kind: 'rendered', run: 'another' }, again('another'));
    assert.equal(runNumberIn(before), 1);
  });

  it('is told from one that lives by its name, and by the time where it is on another machine', (t) => {
    const root = temporaryFolder(t);
    const gone = `${spawnSync(process.execPath, ['--version']).pid}-${hostname().replace(/[^\w.-]/g, '_')}`;
    const draft = (owner: string): string =>
      join(root, `.draft-${owner}-00000000-0000-4000-8000-000000000000`);
    const [dead, living] = [draft(gone), draft(gone.replace(/^\d+/, String(process.ppid)))];
    const [elsewhere, longAgo] = [draft('1-another.machine'), draft('2-another.machine')];
    for (const folder of [dead, living, elsewhere, longAgo]) mkdirSync(folder);
    utimesSync(longAgo, 1, 1);
    requireReady(destinationAt(root));
    assert.deepEqual([dead, living, elsewhere, longAgo].map(existsSync), [false, true, true, false]);
  });
});

it('a run that another one overtakes ends all the same, wherever that is', (t) => {
  for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
    const root = temporaryFolder(t);
    const first = publishRun(destinationAt(root), nthRun(1));
    for (const folder of [root, first]) writeFileSync(join(folder, 'sign-off.json'), '{}');
    writeFileSync(join(root, 'evidence-pack.zip'), 'packed');
    const other = (): void => {
      publishRun(destinationAt(root), nthRun(3));
    };
    isThrough = !overtakenAfter(t, steps, other, () => {
      publishRun(destinationAt(root), nthRun(2));
    });
    const kept = isThrough ? [2, 1] : [3, 2, 1];
    assert.deepEqual(
      [runNumberIn(root), ...keptRunNumbers(root)],
      [kept[0], ...kept],
      `after ${steps} steps`,
    );
    assert.ok(existsSync(join(first, 'evidence-pack.zip')), `after ${steps} steps`);
    assert.ok(!existsSync(join(root, 'sign-off.json')), `after ${steps} steps`);
    assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
  }
});

it('a run takes nothing away from a later one that overtakes it and holds more, wherever that is', (t) => {
  const withoutBasis = (draft: string): void => {
    fillWith(nthRun(2))(draft);
    fs.rmSync(join(draft, 'basis.json'));
  };
  for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
    const folder = temporaryFolder(t);
    publishRun(destinationWithoutHistory(folder), nthRun(1));
    const other = (): void => {
      publishRun(destinationWithoutHistory(folder), nthRun(3));
    };
    isThrough = !overtakenAfter(t, steps, other, () => {
      publishReport(destinationWithoutHistory(folder), nthRun(2), withoutBasis);
    });
    const isLater = looseResults(folder)?.run?.id === nthRun(3).run.id;
    assert.equal(existsSync(join(folder, 'basis.json')), isLater, `after ${steps} steps`);
    assert.deepEqual(leftovers(folder), [], `after ${steps} steps`);
  }
});

it('a run takes away what is made of the run before beside it while it comes, wherever that is', (t) => {
  for (const to of [destinationWithoutHistory, destinationAt])
    for (let steps = 0, isThrough = false; !isThrough; steps += 1) {
      const place = temporaryFolder(t);
      publishRun(to(place), nthRun(1));
      const { id } = nthRun(1).run;
      const other = (): void => {
        // Where it comes later, the one that makes it takes it away.
        if (looseResults(place)?.run?.id !== id) return;
        mkdirSync(join(place, 'allure-report'), { recursive: true });
        writeFileSync(join(place, 'allure-report', 'conform.json'), JSON.stringify({ run: id }));
      };
      isThrough = !overtakenAfter(t, steps, other, () => {
        publishRun(to(place), nthRun(2));
      });
      assert.equal(existsSync(join(place, 'allure-report')), false, `after ${steps} steps`);
    }
});
