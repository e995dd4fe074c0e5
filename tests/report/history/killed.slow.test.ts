import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { recover, settleForReading } from '../../../support/report/history/swap';
import { keptIn } from '../../../support/report/history/archive';
import { temporaryFolder } from '../embedded-run';
import { keeping, leftovers, nthRun, numberIn, numbersKept, publishRun } from './scene';

const names = [
  'linkSync',
  'renameSync',
  'rmSync',
  'mkdirSync',
  'writeFileSync',
  'copyFileSync',
] as const satisfies readonly (keyof typeof fs)[];
const killed = new Error('killed');

/** A process that ran and is gone. */
const gone = `${spawnSync(process.execPath, ['--version']).pid}-${hostname().replace(/[^\w.-]/g, '_')}`;

/** Lets so many steps on files happen, and no more: what is done to clean up comes too late, as for a killed process. */
function dieAfter(t: TestContext, steps: number, act: () => void): { readonly died: boolean } {
  let left = steps;
  const mocks = names.map((name) => {
    const real = fs[name] as (...args: unknown[]) => unknown;
    return t.mock.method(fs, name, ((...args: unknown[]) => {
      left -= 1;
      if (left < 0) throw killed;
      return real(...args);
    }) as never);
  });
  try {
    act();
    return { died: false };
  } catch (error) {
    assert.equal(error, killed);
    return { died: true };
  } finally {
    for (const each of mocks) each.mock.restore();
  }
}

/** What the dead process left is now known as nobody's. */
function bury(root: string): void {
  if (existsSync(join(root, '.lock'))) writeFileSync(join(root, '.lock'), `${gone} x`);
  for (const name of readdirSync(root).filter((each) => each.startsWith('.draft-')))
    fs.renameSync(join(root, name), join(root, name.replace(/\d+-.*(?=-[0-9a-f-]{36}$)/, gone)));
}

describe('a process that is killed while it writes', () => {
  it('leaves the earlier report or its own, whole, wherever it was', (t) => {
    const outcomes = new Set<number>();
    let steps = 0;
    for (let died = true; died; steps += 1) {
      const root = temporaryFolder(t);
      for (const n of [1, 2]) publishRun(keeping(root), nthRun(n));
      ({ died } = dieAfter(t, steps, () => {
        publishRun(keeping(root), nthRun(3));
      }));
      bury(root);
      settleForReading(root);
      const latest = numberIn(root);
      outcomes.add(latest);
      assert.deepEqual(numbersKept(root), latest === 3 ? [2, 1] : [1], `after ${steps} steps`);
      recover(root);
      assert.deepEqual(leftovers(root), [], `after ${steps} steps`);
    }
    assert.deepEqual([...outcomes], [2, 3]);
    assert.ok(steps > 20, `${steps} steps`);
  });

  it('leaves its own whole where it was the first', (t) => {
    for (let [steps, died] = [0, true]; died; steps += 1) {
      const root = temporaryFolder(t);
      ({ died } = dieAfter(t, steps, () => {
        publishRun(keeping(root), nthRun(1));
      }));
      bury(root);
      recover(root);
      if (existsSync(join(root, 'results.json'))) assert.equal(numberIn(root), 1);
      else assert.deepEqual(readdirSync(root), [], `after ${steps} steps`);
    }
  });

  it('is followed by one whose report stands there in the end, and both are whole', (t) => {
    for (let [steps, died] = [0, true]; died; steps += 3) {
      const root = temporaryFolder(t);
      publishRun(keeping(root), nthRun(1));
      ({ died } = dieAfter(t, steps, () => {
        publishRun(keeping(root), nthRun(2));
      }));
      bury(root);
      publishRun(keeping(root), nthRun(3));
      assert.equal(numberIn(root), 3);
      const kept = numbersKept(root);
      assert.ok(['1', '2,1'].includes(kept.join()), `after ${steps} steps: ${kept.join()}`);
    }
  });

  it('may be killed again where it is brought to its end', (t) => {
    for (let [steps, died] = [0, true]; died; steps += 2) {
      const root = temporaryFolder(t);
      publishRun(keeping(root), nthRun(1));
      dieAfter(t, 30, () => {
        publishRun(keeping(root), nthRun(2));
      });
      bury(root);
      ({ died } = dieAfter(t, steps, () => {
        recover(root);
      }));
      bury(root);
      recover(root);
      assert.deepEqual([numberIn(root), ...numbersKept(root)], [2, 1]);
      assert.deepEqual(leftovers(root), []);
    }
  });

  it('is told from one that lives by its name, and by the time where it is on another machine', (t) => {
    const root = temporaryFolder(t);
    const draft = (owner: string): string =>
      join(root, `.draft-${owner}-00000000-0000-4000-8000-000000000000`);
    const [dead, living] = [draft(gone), draft(gone.replace(/^\d+/, String(process.ppid)))];
    const [elsewhere, longAgo] = [draft('1-another.machine'), draft('2-another.machine')];
    for (const folder of [dead, living, elsewhere, longAgo]) mkdirSync(folder);
    utimesSync(longAgo, 1, 1);
    recover(root);
    assert.deepEqual([dead, living, elsewhere, longAgo].map(existsSync), [false, true, true, false]);
  });

  it('holds no lock: not on this machine, and not for ever on another', (t) => {
    const root = temporaryFolder(t);
    publishRun(keeping(root), nthRun(1));
    writeFileSync(join(root, '.lock'), `${gone} x`);
    publishRun(keeping(root), nthRun(2));
    writeFileSync(
      join(root, '.lock'),
      `${gone.replace(/^\d+/, String(process.pid))} of an earlier container`,
    );
    publishRun(keeping(root), nthRun(3));
    writeFileSync(join(root, '.lock'), '1-another.machine x');
    utimesSync(join(root, '.lock'), 1, 1);
    publishRun(keeping(root), nthRun(4));
    assert.deepEqual([numberIn(root), ...numbersKept(root)], [4, 3, 2, 1]);
    assert.ok(!existsSync(join(root, '.lock')));
  });
});

it('copies take the place of links where a file system has none', (t) => {
  const root = temporaryFolder(t);
  t.mock.method(fs, 'linkSync', () => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
  });
  for (const n of [1, 2]) publishRun(keeping(root), nthRun(n));
  assert.deepEqual([numberIn(root), ...numbersKept(root)], [2, 1]);
  assert.equal(keptIn(root).length, 1);
});
