import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { Status } from 'allure-js-commons';
import { defaultRedactionSettings } from '../../../support/exchange/recording';
import { allureCategories, environmentInfo } from '../../../support/report/allure/about';
import { allureStatuses } from '../../../support/report/allure/results';
import { destinationWithoutHistory, writeReports } from '../../../support/report/runs/write-run';
import { settlementOf } from '../../../support/report/model/settlement';
import { reportOf } from '../../../support/report/model/report';
import type { ObligationResult, ScenarioVerdict, Verdict } from '../../../support/judging/verdict';
import { copyCachedRun } from '../../runs/kept';
import { temporaryFolder } from '../embedded-run';
import type { DifferingRows } from '../sample-results';
import { oneOfEach, sampleResults } from '../sample-results';
import { failingRun, labels, noJava, reportAllure, testsIn } from './allure-folder';
import { plainTextOrEmpty } from '../../plain';
import { withCalls } from '../../../support/exchange/evidence';
import { failureMessages, limitFailureMessages } from '../../../support/report/model/reported-obligation';
import { evidenceIn } from '../../recorded-lines';

/** What one step of a scenario has at least. */
const stopping: Readonly<Record<ScenarioVerdict, Status>> = {
  passed: Status.PASSED,
  failed: Status.FAILED,
  inconclusive: Status.BROKEN,
  'not-tested': Status.SKIPPED,
  'not-applicable': Status.SKIPPED,
};

describe("Allure's results", () => {
  it('are one test for each obligation of the plan, made anew without Java', async (t) => {
    const { folder, results } = await failingRun(t);
    const { code, stdout, stderr } = await reportAllure(folder, noJava);
    assert.equal(code, 3);
    assert.doesNotMatch(stdout, /Allure|obligations/);
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
      assert.deepEqual(
        test.steps.map((step) => step.name),
        row.scenarios.map(({ name, location }) => `${name} (${location})`),
      );
      for (const [index, { verdict }] of row.scenarios.entries()) {
        const step = test.steps[index];
        assert.ok(step && step.steps.length > 0 && step.stop !== undefined, row.id);
        const found = new Set(step.steps.map(({ status }) => status));
        assert.ok(found.has(stopping[verdict]), `${row.id} ${verdict}: ${[...found].join()}`);
        if (verdict === 'passed') assert.equal(found.size, 1, row.id);
      }
      assert.ok(
        labels(test, 'tag').includes(row.verdict) && labels(test, 'tag').includes(row.subject),
        row.id,
      );
      if (row.reason !== undefined && row.breaches === undefined)
        assert.ok(test.statusDetails.message?.includes(plainTextOrEmpty(row.reason)), row.id);
    }
    for (const verdict of ['passed', 'failed', 'not-tested', 'not-applicable'] as const)
      assert.ok(seen.has(verdict), `${verdict}: ${[...seen].join()}`);
  });

  it('show a failure with its message, and the exchanges of its breaches first', async (t) => {
    const { folder, results } = await failingRun(t, { only: ['HDR-05'] });
    await reportAllure(folder, noJava);
    const row = results.obligations.find(({ id }) => id === 'HDR-05');
    const test = testsIn(folder).find((each) => labels(each, 'obligation')[0] === 'HDR-05');
    assert.ok(row?.breaches && test);
    assert.equal(
      test.statusDetails.message,
      limitFailureMessages(row, failureMessages(row, results)).join('\n\n'),
    );
    assert.deepEqual([labels(test, 'epic'), labels(test, 'severity')], [['headers'], ['critical']]);
    assert.equal(labels(test, 'feature')[0], `HDR-05 ${row.title}`);
    const seqs = [...new Set(row.breaches.flatMap(({ exchanges }) => exchanges))].slice(0, 10);
    assert.deepEqual(
      test.attachments.map(({ source }) => source),
      seqs.map((seq) => `exchange-${seq}-attachment.json`),
    );
    const recorded = withCalls(evidenceIn(join(folder, 'recording.jsonl')));
    for (const seq of seqs)
      assert.deepEqual(
        JSON.parse(readFileSync(join(folder, `allure-results/exchange-${seq}-attachment.json`), 'utf8')),
        recorded[seq - 1],
      );
    assert.deepEqual(test.links, [{ type: 'clause', name: 'clause 5.2', url: '../compliance.html#HDR-05' }]);
  });

  it('are refused in one line where a report is missing, cut, of another run or in the way', async (t) => {
    const { folder } = await copyCachedRun('narrowed', t);
    const other = await copyCachedRun('certificates', t);
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
    const alone = (breaches: ObligationResult['breaches']) =>
      breaches && { breaches: breaches.map((each) => ({ ...each, exchanges: [] })) };
    const withoutScenarios = Object.entries(oneOfEach).map(([id, row]) => [
      id,
      { ...row, ...alone(row.breaches), scenarios: [] },
    ]);
    const waived = { reason: 'known', approver: 'A', expires: '2026-12-31', state: 'used' } as const;
    const results = sampleResults(Object.fromEntries(withoutScenarios) as DifferingRows, {
      waivers: [{ ...waived, obligation: 'SES-01' }],
    });
    writeReports(
      destinationWithoutHistory(folder),
      { ...results, exchanges: 0 },
      [],
      defaultRedactionSettings,
    );
    const { code, stderr } = await reportAllure(folder, noJava);
    assert.equal(code, 3, stderr);
    const told = testsIn(folder).map((test) => [labels(test, 'obligation')[0], test] as const);
    const statuses = new Map(told.map(([id, { status }]) => [id, status]));
    assert.deepEqual(
      Object.keys(oneOfEach).map((id) => statuses.get(id)),
      ['failed', 'skipped', 'broken', 'skipped', 'passed', 'skipped', 'passed'],
    );
    const failed = told.find(([id]) => id === 'SES-01')?.[1];
    assert.ok(failed && labels(failed, 'tag').includes('approved exception'));
    assert.match(
      failed.statusDetails.message ?? '',
      /^approved exception until 2026-12-31 by A: known\n\nSES-01 \[must/,
    );
  });
});

test('the environment in Allure tells what fails or hides a run though no obligation does', () => {
  const waiver = { obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2026-12-31' } as const;
  const plain = environmentInfo(reportOf(sampleResults({}, { waivers: [{ ...waiver, state: 'used' }] })));
  const told = environmentInfo(
    reportOf(
      sampleResults(
        {},
        {
          faults: ['a hook broke'],
          warnings: ['a secret expires'],
          seed: 1,
          waivers: [{ ...waiver, state: 'unused' }],
        },
      ),
    ),
  );
  const more = Object.keys(told).filter((name) => !(name in plain));
  assert.deepEqual(more, ['Faults of the suite', 'Approved exception for SES-01', 'Warnings', 'Seed']);
  assert.match(told['Approved exception for SES-01'] ?? '', /^unused, .*fails the run/);
});

test('a consequence is one in Allure too where it is an approved exception', () => {
  const waiver = { obligation: 'HDR-05', reason: 'known', approver: 'A', expires: '2026-12-31' } as const;
  const { run } = sampleResults({}, { waivers: [{ ...waiver, state: 'used' }] });
  const exception = settlementOf({ id: 'HDR-05' }, { run })?.text ?? '';
  const asDeployed = { profile: 'claims-exchange-2026-09', departures: ['session-status'] } as const;
  const deployed = settlementOf({ id: 'SES-05', asDeployed }, { run })?.text ?? '';
  const kindsOf = (message: string): string[] =>
    allureCategories
      .filter(({ matchedStatuses }) => matchedStatuses?.includes(Status.FAILED))
      .filter(({ messageRegex }) => isWhole(String(messageRegex), message))
      .map(({ name }) => name ?? '');
  assert.deepEqual(kindsOf(`${exception}\n\nfollows SES-01`), ['Consequences of others']);
  assert.deepEqual(kindsOf(`${deployed}\n\nfollows SES-01`), ['Consequences of others']);
  assert.deepEqual(kindsOf('follows SES-01'), ['Consequences of others']);
  assert.deepEqual(kindsOf(`${exception}\n\nHDR-05 [must, clause 5.2] an id`), ['Broken obligations']);
});

/** Whether an expression of Java, which Allure reads, fits the whole of a text. */
function isWhole(expression: string, text: string): boolean {
  return new RegExp(`^(?:${expression.replace('(?s)', '')})$`, 's').test(text);
}
