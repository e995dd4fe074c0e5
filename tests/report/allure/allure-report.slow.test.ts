import assert from 'node:assert/strict';
import { existsSync, globSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { externalReferences } from '../../../support/report/allure/make';
import { copyCachedRun } from '../../runs/kept';
import { temporaryFolder } from '../embedded-run';
import { skipUnlessInstalled } from '../../tools';
import { expectedCounts, failingRun, pastOf, reportAllure, statistic } from './allure-folder';

describe("Allure's report", () => {
  const skip = skipUnlessInstalled('java');

  it(
    'has the counts of our own report, asks no other host, and remembers earlier runs',
    { skip },
    async (t) => {
      const folder = temporaryFolder(t);
      const first = await failingRun(t, { reports: folder });
      const made = await reportAllure(folder);
      assert.deepEqual([made.code, made.stderr], [0, '']);
      const { passed, failed, broken: brokenCount, skipped, total } = statistic(folder);
      assert.deepEqual({ passed, failed, broken: brokenCount, skipped }, expectedCounts(first.results));
      assert.equal(total, first.results.run.plan.obligations.length);
      assert.match(
        made.stdout,
        new RegExp(`^${total} obligations: ${passed} passed, ${failed} failed, `, 'm'),
      );

      const report = join(folder, 'allure-report');
      assert.deepEqual(externalReferences(report), []);
      // Who does not conform reads nowhere as a share of what passed: the widgets that write one are hidden.
      assert.match(readFileSync(join(report, 'index.html'), 'utf8'), /\.chart__caption \{ display: none; \}/);
      const scripts = globSync('**/*.js', { cwd: report }).map((name) =>
        readFileSync(join(report, name), 'utf8'),
      );
      assert.ok(scripts.some((each) => each.includes('chart__caption')));
      for (const entry of readdirSync(join(folder, 'allure-report'), {
        recursive: true,
        withFileTypes: true,
      }))
        if (entry.isFile())
          assert.doesNotMatch(
            readFileSync(join(entry.parentPath, entry.name), 'latin1'),
            /google-analytics|googletagmanager|gtag\(/,
            entry.name,
          );

      const trend = () =>
        (
          JSON.parse(
            readFileSync(join(folder, 'allure-report/widgets/history-trend.json'), 'utf8'),
          ) as unknown[]
        ).length;
      assert.equal(trend(), 1);
      // The same run once more is no other run.
      assert.equal((await reportAllure(folder)).code, 0);
      assert.equal(trend(), 1);

      const second = await failingRun(t, { reports: folder, only: ['SES-01', 'HDR-05'] });
      assert.ok(!existsSync(join(folder, 'allure-report')));
      assert.equal((await reportAllure(folder)).code, 0);
      assert.equal(trend(), 2);
      assert.equal(statistic(folder).failed, expectedCounts(second.results).failed);
      assert.equal(pastOf(folder, 'HDR-05').length, 1);
    },
  );

  it('stays as it was where a later one cannot be made', { skip }, async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    assert.equal((await reportAllure(folder)).code, 0);
    const index = readFileSync(join(folder, 'allure-report/index.html'), 'utf8');
    const fake = join(temporaryFolder(t), 'jdk');
    mkdirSync(join(fake, 'bin'), { recursive: true });
    // A Java that answers for its version and can do nothing else.
    writeFileSync(join(fake, 'bin/java'), '#!/bin/sh\n[ "$1" = -version ] || { echo boom >&2; exit 9; }\n', {
      mode: 0o755,
    });
    const { code, stderr } = await reportAllure(folder, { JAVA_HOME: fake });
    assert.equal(code, 3);
    assert.match(stderr, /fault of the suite: Error: allure generate ended with 9: boom/);
    assert.equal(readFileSync(join(folder, 'allure-report/index.html'), 'utf8'), index);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});
