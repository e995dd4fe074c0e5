import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generateTraffic } from '../../mutants/traffic/generate';
import { harOf } from '../../mutants/traffic/har-file';
import { contractObligations } from '../../support/obligations';
import { reportOf } from '../../support/report/model/report';
import type { Results } from '../../support/judging/results';
import { renderAnnotations } from '../../support/report/annotations';
import { conform } from '../cli/conform';
import { temporaryFolder } from './embedded-run';
import { brokenRow, sampleOverall, oneOfEach, sampleResults } from './sample-results';
import { read, readAll } from './workflow-commands';

const annotate = (results: Results): string => renderAnnotations(reportOf(results));

describe('annotations', () => {
  it('say what failed as errors, what warns or is inconclusive as warnings, and nothing else', () => {
    const commands = read(annotate(sampleResults(oneOfEach)));
    assert.deepEqual(
      commands.map(({ kind, properties }) => [kind, properties.title?.slice(0, 6)]),
      [
        ['error', 'SES-01'],
        ['warning', 'SES-03'],
        ['warning', 'ENC-14'],
      ],
    );
    const [error, inconclusive] = commands;
    // The scenario that failed, and not the first one.
    assert.match(error?.text ?? '', /\n {2}scenario {2}features\/session\/some\.feature:12$/);
    // No line of the user's files explains a failure, and ours are not in the user's repository.
    assert.deepEqual(Object.keys(error?.properties ?? {}), ['title']);
    assert.match(error?.text ?? '', /\n {2}got {7}GET & <b>, in exchange #1\n/);
    assert.deepEqual(Object.keys(inconclusive?.properties ?? {}), ['title']);
  });

  it('come back as they were but in one line, whatever stands in them', () => {
    const got = '100% sure,\r\n::error title=x::forged %0A: a, b';
    const results = sampleResults({
      'SES-01': { ...brokenRow('SES-01', { got }), title: 'Titles: one, two %2C\nthree' },
    });
    const printed = annotate(results);
    assert.equal(printed.trim().split('\n').length, 2);
    const [command, ...others] = read(printed);
    assert.deepEqual(others, []);
    assert.equal(command?.properties.title, 'SES-01 Titles: one, two %2C ↵ three');
    assert.ok(command.text.includes(got.replace('\r\n', ' ↵ ')));
  });

  it('are ten of a kind at most, of which the last counts the others', () => {
    const musts = contractObligations.all.filter(({ level }) => level === 'must').slice(0, 25);
    const failing = (count: number) =>
      read(
        annotate(
          sampleResults(Object.fromEntries(musts.slice(0, count).map(({ id }) => [id, brokenRow(id)]))),
        ),
      );
    assert.equal(failing(10).length, 10);
    assert.doesNotMatch(failing(10).at(-1)?.properties.title ?? '', /more/);
    const many = failing(25);
    assert.deepEqual([many.length, many.at(-1)?.properties.title], [10, '16 more']);
  });

  it('call a waived failure a notice', () => {
    const results = sampleResults(
      { 'SES-01': brokenRow('SES-01') },
      {
        waivers: [
          { obligation: 'SES-01', reason: 'known', approver: 'A', expires: '2026-12-31', state: 'used' },
        ],
      },
    );
    assert.deepEqual(
      read(annotate(results)).map(({ kind, text }) => [kind, text]),
      [['notice', 'approved exception until 2026-12-31 by A: known']],
    );
  });
});

describe('the annotations of a run', () => {
  const waiver = { reason: 'known', approver: 'A', expires: '2026-12-31' };

  it('say first what came of it, and what narrowed it', () => {
    const overall = {
      service: sampleOverall('does-not-conform', true),
      integrator: sampleOverall('no-failure', true),
    };
    const plan = { ...sampleResults().run.plan, narrowedBy: ['--only'] as const };
    const [first, ...others] = readAll(annotate(sampleResults({}, { overall, plan, selfTest: true })));
    assert.deepEqual(others, []);
    assert.deepEqual([first?.kind, first?.properties], ['notice', { title: 'Overall' }]);
    assert.match(
      first?.text ?? '',
      /^service: does not conform; assessed: session; health-data transfer as HIP not assessed\nintegrator: no failure in the 12 of 92 requirements that were seen\nNarrowed by --only: .*\nA self-test/,
    );
  });

  it('tell what fails or hides it though no obligation does, before whatever failed', () => {
    const musts = contractObligations.all.filter(({ level }) => level === 'must').slice(0, 20);
    const commands = read(
      annotate(
        sampleResults(Object.fromEntries(musts.map(({ id }) => [id, brokenRow(id)])), {
          faults: ['a hook broke'],
          warnings: ['a secret expires'],
          waivers: [
            { ...waiver, obligation: 'CRT-01', state: 'unused' },
            { ...waiver, obligation: 'CRT-02', state: 'expired' },
          ],
        }),
      ),
    );
    assert.deepEqual(
      [...commands.slice(0, 3), commands.at(-1)].map((each) => [each?.kind, each?.properties.title]),
      [
        ['error', 'Fault of the suite'],
        ['error', 'Approved exception for CRT-01'],
        ['error', 'Approved exception for CRT-02'],
        ['warning', 'Warning'],
      ],
    );
    assert.match(commands[1]?.text ?? '', /^unused, until 2026-12-31, by A: .*remove it from the file/);
    assert.match(commands[2]?.text ?? '', /^expired, .*have it approved again/);
  });
});

describe('conform in a job of GitHub', () => {
  const audit = async (folder: string, env: Record<string, string>, options: readonly string[] = []) => {
    const file = join(folder, 'traffic.har');
    const exchanges = [...generateTraffic({ exchanges: 60, seed: 3, breaks: [{ id: 'HDR-07', at: 20 }] })];
    writeFileSync(file, JSON.stringify(harOf(exchanges, { creator: 'generated' })));
    const only = ['--only', 'HDR-05,HDR-07', '--subject', 'integrator', '--reports', join(folder, 'reports')];
    return conform(['audit', file, ...only, ...options], { env });
  };

  it('annotates on stdout, or on stderr where JSON stands there, and nowhere else', async (t) => {
    const folder = temporaryFolder(t);
    const [inJob, asJson, outside] = [
      await audit(folder, { GITHUB_ACTIONS: 'true' }),
      await audit(folder, { GITHUB_ACTIONS: 'true' }, ['--json']),
      await audit(folder, {}),
    ];
    const titles = (text: string) => read(text).map(({ properties }) => properties.title?.slice(0, 6));
    assert.deepEqual(
      [inJob, asJson, outside].map(({ code }) => code),
      [1, 1, 1],
    );
    assert.deepEqual([titles(inJob.stdout), inJob.stderr], [['HDR-07'], '']);
    assert.deepEqual(titles(asJson.stderr), ['HDR-07']);
    assert.equal((JSON.parse(asJson.stdout) as { counts: { failed: number } }).counts.failed, 1);
    assert.deepEqual([titles(outside.stdout), outside.stderr], [[], '']);
  });

  it('takes nothing for a command that stands in what others said', async (t) => {
    const { stdout } = await audit(temporaryFolder(t), { GITHUB_ACTIONS: 'true' });
    const [, token = '', shown = '', rest = ''] =
      /^::stop-commands::([0-9a-f-]{36})\n([^]*?)\n::\1::\n([^]*)$/.exec(stdout) ?? [];
    assert.notEqual(token, '', stdout);
    assert.match(shown, /\n {2}HDR-07 +failed/);
    assert.deepEqual(read(shown), []);
    assert.equal(readAll(rest).length, rest.trim().split('\n').length);

    const again = await audit(temporaryFolder(t), { GITHUB_ACTIONS: 'true' });
    assert.ok(!again.stdout.includes(token), 'what ends it must be unpredictable');
    const outside = await audit(temporaryFolder(t), {});
    assert.doesNotMatch(outside.stdout, /^::/m);
  });

  it('adds its summary to the page of the job, and keeps its verdict where it cannot', async (t) => {
    const folder = temporaryFolder(t);
    const page = join(folder, 'page.md');
    writeFileSync(page, 'of an earlier step\n');
    const { code } = await audit(folder, { GITHUB_STEP_SUMMARY: page });
    const text = readFileSync(page, 'utf8');
    assert.equal(code, 1);
    assert.equal(text, `of an earlier step\n${readFileSync(join(folder, 'reports/summary.md'), 'utf8')}\n`);

    const elsewhere = await audit(folder, { GITHUB_STEP_SUMMARY: join(folder, 'none/page.md') });
    assert.equal(elsewhere.code, 1);
    assert.match(elsewhere.stderr, /^GITHUB_STEP_SUMMARY cannot be written: ENOENT.*\n$/);
  });
});
