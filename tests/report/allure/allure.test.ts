import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import type { TestResult } from 'allure-js-commons';
import { conformingSeams, createIntegrator, logNothing } from '../../../support/client/integrator';
import type { RunSettings } from '../../../support/journey/run';
import {
  externalReferences,
  removeExternalReferences,
} from '../../../support/report/allure/external-references';
import { hasJava } from '../../../support/report/allure/generate';
import { allureStatuses } from '../../../support/report/allure/obligation-test';
import type { Results } from '../../../support/report/results';
import { writeReports } from '../../../support/report/write';
import { embeddedTarget } from '../../../support/target/embedded';
import type { Verdict } from '../../../support/verdict/verdict';
import type { Ended } from '../../cli/conform';
import { nodeProgram, root } from '../../cli/conform';
import { finishRun, temporaryFolder } from '../embedded-run';
import { oneOfEach, sampleResults } from '../sample-results';

const reportAllure = (folder: string, env: Record<string, string> = {}): Promise<Ended> =>
  nodeProgram(join(root, 'scripts/report-allure.cjs'), [folder], { env });

/** A finished run of an integrator that sends one REQUEST-ID for ever: failed, inconclusive and not tested beside passed. */
function failingRun(t: TestContext, settings: Partial<RunSettings> = {}) {
  return finishRun(t, {
    ...settings,
    target: { ...embeddedTarget, roles: ['session', 'identity'] },
    subjects: ['integrator'],
    client: () =>
      createIntegrator({
        log: logNothing,
        transport: (ca) => {
          const own = conformingSeams.transport(ca);
          return {
            send: (request) =>
              own.send({ ...request, headers: { ...request.headers, 'REQUEST-ID': 'always-the-same' } }),
          };
        },
      }),
  });
}

function testsIn(folder: string): TestResult[] {
  const results = join(folder, 'allure-results');
  return readdirSync(results)
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as TestResult);
}

function labels({ labels: all }: TestResult, name: string): string[] {
  return all.filter((label) => label.name === name).map(({ value }) => value);
}

/** What Allure counts, from the verdicts of the plan. */
function expectedCounts({ obligations }: Results): Record<string, number> {
  const counts: Record<string, number> = { passed: 0, failed: 0, broken: 0, skipped: 0 };
  for (const { planned, verdict } of obligations)
    if (planned) counts[allureStatuses[verdict]] = (counts[allureStatuses[verdict]] ?? 0) + 1;
  return counts;
}

function statistic(folder: string): Record<string, number> {
  const file = join(folder, 'allure-report/widgets/summary.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { statistic: Record<string, number> }).statistic;
}

/** The earlier verdicts on an obligation that the report shows beside the one of today. */
function pastOf(folder: string, id: string): unknown[] {
  const cases = join(folder, 'allure-report/data/test-cases');
  const texts = readdirSync(cases).map((name) => readFileSync(join(cases, name), 'utf8'));
  const all = texts.map(
    (text) => JSON.parse(text) as { name: string; extra: { history?: { items: unknown[] } } },
  );
  return all.find(({ name }) => name.startsWith(`${id} `))?.extra.history?.items ?? [];
}

const noJava = { JAVA_HOME: '/nonexistent' };

describe("Allure's results", () => {
  it('are one test for each obligation of the plan, made anew without Java', async (t) => {
    const { folder, results } = await failingRun(t);
    const { code, stdout, stderr } = await reportAllure(folder, noJava);
    assert.deepEqual([code, stdout], [3, '']);
    assert.match(stderr, /^error: there is no Java here, .*install Java 17 .*\n$/);
    assert.ok(!existsSync(join(folder, 'allure-report')));

    const tests = testsIn(folder);
    const planned = results.obligations.filter((row) => row.planned);
    assert.deepEqual(
      tests.flatMap((test) => labels(test, 'obligation')).sort(),
      planned.map(({ id }) => id).sort(),
    );
    assert.equal(new Set(tests.map(({ historyId }) => historyId)).size, tests.length);
    const seen = new Set<Verdict>();
    for (const test of tests) {
      const row = planned.find(({ id }) => id === labels(test, 'obligation')[0]);
      assert.ok(row);
      seen.add(row.verdict);
      assert.equal(test.status, allureStatuses[row.verdict], row.id);
      assert.equal(test.steps.length, row.scenarios.length, row.id);
      assert.ok(
        labels(test, 'tag').includes(row.verdict) && labels(test, 'tag').includes(row.subject),
        row.id,
      );
      assert.ok(labels(test, 'story').length <= 1, row.id);
      if (row.reason !== undefined && row.failures === undefined)
        assert.ok(test.statusDetails.message?.includes(row.reason), row.id);
    }
    for (const verdict of ['passed', 'failed', 'not-tested', 'not-applicable'] as const)
      assert.ok(seen.has(verdict), `${verdict}: ${[...seen].join()}`);
  });

  it('show a failure with its message, and the exchanges of its breaches first', async (t) => {
    const { folder, results } = await failingRun(t, { only: ['HDR-05'] });
    await reportAllure(folder, noJava);
    const row = results.obligations.find(({ id }) => id === 'HDR-05');
    const test = testsIn(folder).find((each) => labels(each, 'obligation')[0] === 'HDR-05');
    assert.ok(row?.failures && row.breaches && test);
    assert.equal(test.statusDetails.message, row.failures.join('\n\n'));
    assert.deepEqual([labels(test, 'epic'), labels(test, 'severity')], [['headers'], ['critical']]);
    assert.equal(labels(test, 'feature')[0], `HDR-05 ${row.title}`);
    const seqs = [...new Set(row.breaches.flatMap(({ exchanges }) => exchanges))].slice(0, 10);
    assert.deepEqual(
      test.attachments.map(({ source }) => source),
      seqs.map((seq) => `exchange-${seq}-attachment.json`),
    );
    const recorded = readFileSync(join(folder, 'recording.jsonl'), 'utf8').split('\n');
    for (const seq of seqs)
      assert.deepEqual(
        JSON.parse(readFileSync(join(folder, `allure-results/exchange-${seq}-attachment.json`), 'utf8')),
        JSON.parse(recorded[seq - 1] ?? ''),
      );
    // No page beside it, no link to it.
    assert.deepEqual(test.links, []);
    writeFileSync(join(folder, 'compliance.html'), '');
    await reportAllure(folder, noJava);
    const linked = testsIn(folder).find(({ name }) => name === test.name);
    assert.deepEqual(linked?.links, [
      { type: 'clause', name: 'clause 5.2', url: '../compliance.html#HDR-05' },
    ]);
  });

  it('are refused in one line where a report is missing, cut, of another run or in the way', async (t) => {
    const { folder } = await finishRun(t, { only: ['SES-05'] });
    const other = await finishRun(t, { only: ['SES-05'] });
    const messages = join(folder, 'messages.ndjson');
    const whole = readFileSync(messages, 'utf8');
    const refused = async (expected: RegExp) => {
      const earlier = readdirSync(folder);
      const { code, stdout, stderr } = await reportAllure(folder, noJava);
      assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2], stderr);
      assert.match(stderr, expected);
      assert.deepEqual(readdirSync(folder), earlier);
    };
    writeFileSync(messages, whole.slice(0, -200));
    await refused(/messages\.ndjson:\d+: is not a message of Cucumber/);
    writeFileSync(messages, whole.split('\n').slice(0, 50).join('\n'));
    await refused(/messages\.ndjson: ends before the run does/);
    writeFileSync(messages, readFileSync(join(other.folder, 'messages.ndjson')));
    await refused(/messages\.ndjson: is of another run than results\.json/);
    writeFileSync(messages, whole);
    mkdirSync(join(folder, 'allure-report'));
    writeFileSync(join(folder, 'allure-report/index.html'), 'theirs');
    await refused(/allure-report: is there already, and this suite did not make it/);

    const nowhere = await reportAllure(temporaryFolder(t), noJava);
    assert.deepEqual([nowhere.code, nowhere.stderr.split('\n').length], [2, 2]);
    assert.match(nowhere.stderr, /results\.json: /);
  });

  it('need no messages where there was no run, and map every verdict', async (t) => {
    const folder = temporaryFolder(t);
    const differing = Object.entries(oneOfEach).map(([id, row]) => [
      id,
      { ...row, scenarios: [], breaches: undefined },
    ]);
    const waived = { reason: 'known', approver: 'A', expires: '2026-12-31', state: 'used' } as const;
    const results = sampleResults(
      JSON.parse(JSON.stringify(Object.fromEntries(differing))) as typeof oneOfEach,
      { waivers: [{ ...waived, obligation: 'SES-01' }] },
    );
    writeReports(folder, { ...results, exchanges: 0 }, []);
    const { code, stderr } = await reportAllure(folder, noJava);
    assert.equal(code, 3, stderr);
    const told = testsIn(folder).map((test) => [labels(test, 'obligation')[0], test] as const);
    const statuses = Object.fromEntries(told.map(([id, { status }]) => [id, status]));
    assert.deepEqual(
      Object.keys(oneOfEach).map((id) => statuses[id]),
      ['failed', 'skipped', 'broken', 'skipped', 'passed', 'passed', 'passed'],
    );
    const failed = told.find(([id]) => id === 'SES-01')?.[1];
    assert.ok(failed && labels(failed, 'tag').includes('waived'));
    assert.match(failed.statusDetails.message ?? '', /^waived until 2026-12-31 by A: known\n\nSES-01 \[must/);
  });
});

describe('references to other hosts', () => {
  const page = (body: string) => `<!DOCTYPE html><html><head></head><body>${body}</body></html>`;
  const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script>
    <script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag('config', 'G-1');</script>`;

  it('are removed where they are known, and the scripts beside them stay', (t) => {
    const folder = temporaryFolder(t);
    const own = '<script>window.ready = 1;</script><script src="assets/index.js"></script>';
    writeFileSync(join(folder, 'index.html'), page(`${own}${analytics}${own}`));
    removeExternalReferences(folder);
    assert.equal(
      readFileSync(join(folder, 'index.html'), 'utf8').replace(/\s+/g, ' '),
      page(`${own}${own}`).replace(/\s+/g, ' '),
    );
  });

  for (const [name, text] of Object.entries({
    'a.html': page('<img src="//cdn.example/a.png">'),
    'b.css': '@import url("https://fonts.example/x.css");',
    'c.js': 'fetch("https://collect.example/hit")',
    'd.html': page('<link rel="stylesheet" href="https://cdn.example/a.css">'),
    'e.js': 'const host = "www.google-analytics.com/collect";',
  }))
    it(`are found as in ${name}, and such a report is not handed out`, (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, name), text);
      assert.throws(() => {
        removeExternalReferences(folder);
      }, /still refers to another host/);
    });

  it('are not what merely is an address', (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(
      join(folder, 'a.html'),
      page('<svg xmlns="http://www.w3.org/2000/svg"></svg> http://127.0.0.1:80'),
    );
    writeFileSync(join(folder, 'a.json'), '{"src": "https://gateway.example/"}');
    assert.deepEqual(externalReferences(folder), []);
  });
});

describe("Allure's report", async () => {
  const skip = (await hasJava()) ? false : 'there is no Java here to make it with';

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
      assert.match(made.stdout, new RegExp(`^${total} obligations: ${passed} passed, ${failed} failed, `));

      assert.deepEqual(externalReferences(join(folder, 'allure-report')), []);
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
    const { folder } = await finishRun(t, { only: ['SES-05'] });
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
