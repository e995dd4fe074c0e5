import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs, { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { replaceFolder } from '../../../support/report/allure/own-folder';
import { runOfAllureFolder } from '../../../support/report/runs/stale';
import { destinationWithoutHistory, requireReady } from '../../../support/report/runs/write-run';
import { temporaryFolder } from '../embedded-run';
import { destinationAt, nthRun, runNumberIn, publishRun } from '../runs/scene';

it('a folder that another process makes meanwhile is replaced', async (t) => {
  const place = temporaryFolder(t);
  const folder = join(place, 'allure-report');
  const real = fs.renameSync;
  const renaming = t.mock.method(fs, 'renameSync', (from: string, to: string) => {
    if (to === folder) {
      renaming.mock.restore();
      mkdirSync(folder);
      writeFileSync(join(folder, 'conform.json'), '{"run":"theirs"}');
    }
    real(from, to);
  });
  await replaceFolder(folder, 'ours', () => undefined);
  assert.deepEqual([runOfAllureFolder(folder), readdirSync(place)], ['ours', ['allure-report']]);
});

it('leavings of a killed process stop no other', async (t) => {
  const place = temporaryFolder(t);
  const folder = join(place, 'allure-report');
  const left = join(place, `allure-report.${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}.tmp`);
  mkdirSync(join(left, 'data'), { recursive: true });
  await replaceFolder(folder, 'ours', () => undefined);
  assert.equal(runOfAllureFolder(folder), 'ours');
  assert.ok(!existsSync(left));
});

it('leavings of a killed process go with the next run', (t) => {
  const place = temporaryFolder(t);
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const machine = hostname().replace(/[^\w.-]/g, '_');
  const draft = (name: string, pid: number): string => join(place, `${name}.${pid}-${machine}.tmp`);
  const [left, lived, foreign] = [
    draft('allure-report', gone),
    draft('allure-report', process.ppid),
    draft('notes', gone),
  ];
  // Of another machine: only its age shows that it was left.
  const old = join(place, 'allure-results.1-elsewhere.tmp');
  for (const folder of [left, lived, foreign, old]) mkdirSync(join(folder, 'data'), { recursive: true });
  utimesSync(old, 1, 1);
  requireReady(destinationWithoutHistory(place));
  assert.deepEqual([left, lived, foreign, old].map(existsSync), [false, true, true, false]);
});

/** Right before and right after a folder takes its place. */
const moments = ['before', 'after'] as const;

for (const moment of moments)
  it(`no stale report is shown where a run ends ${moment}`, async (t) => {
    for (const to of [destinationWithoutHistory, destinationAt]) {
      const place = temporaryFolder(t);
      publishRun(to(place), nthRun(1));
      const folder = join(place, 'allure-report');
      const real = fs.renameSync;
      const renaming = t.mock.method(fs, 'renameSync', (from: string, onto: string) => {
        if (onto !== folder) {
          real(from, onto);
          return;
        }
        renaming.mock.restore();
        if (moment === 'after') real(from, onto);
        publishRun(to(place), nthRun(2));
        if (moment === 'before') real(from, onto);
      });
      const made = replaceFolder(folder, nthRun(1).run.id, () => undefined);
      await assert.rejects(made, /was replaced by another run meanwhile/);
      assert.deepEqual([existsSync(folder), runNumberIn(place)], [false, 2]);
    }
  });

it('a report whose run is gone says so', async (t) => {
  const place = temporaryFolder(t);
  publishRun(destinationWithoutHistory(place), nthRun(1));
  const made = replaceFolder(join(place, 'allure-report'), nthRun(1).run.id, () => {
    publishRun(destinationWithoutHistory(place), nthRun(2));
    throw new Error('allure generate ended with 1');
  });
  await assert.rejects(made, /was replaced by another run meanwhile/);
});
