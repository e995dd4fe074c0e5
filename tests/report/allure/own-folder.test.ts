import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { replaceFolder, runOf } from '../../../support/report/allure/own-folder';
import { temporaryFolder } from '../embedded-run';

it('a folder that another process puts there meanwhile is replaced as well', async (t) => {
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
  assert.deepEqual([runOf(folder), readdirSync(place)], ['ours', ['allure-report']]);
});

it('what a killed process of the same number left does not keep the next one from it', async (t) => {
  const place = temporaryFolder(t);
  const folder = join(place, 'allure-report');
  const left = [`${process.pid}`, `${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}`];
  for (const owner of left) mkdirSync(join(place, `allure-report.${owner}.tmp/data`), { recursive: true });
  await replaceFolder(folder, 'ours', () => undefined);
  assert.equal(runOf(folder), 'ours');
  assert.ok(!existsSync(join(place, `allure-report.${left[1]}.tmp`)));
});
