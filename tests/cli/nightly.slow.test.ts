import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import type { TestContext } from 'node:test';
import { contractObligations } from '../../support/obligations';
import type { Exchange } from '../../support/exchange/exchange';
import { toNightlySettings, nightlySeed, otpObligations } from '../../support/run/nightly';
import type { RunSettings } from '../../support/run/plan';
import { embeddedTarget } from '../../support/run/targets';
import { runningMock } from '../mock/running-mock';
import { finishRun, readResults, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { conform, nodeProgram, root } from './conform';
import { writeMockTarget } from './targets';

const exchangesIn = (folder: string): Exchange[] =>
  readFileSync(join(folder, 'recording.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Exchange);

const operationsIn = (exchanges: readonly Exchange[]): Set<string | undefined> =>
  new Set(exchanges.map(({ operation }) => operation));

const variantsIn = (exchanges: readonly Exchange[]): Set<string | undefined> =>
  new Set(exchanges.map(({ asked }) => asked?.variant));

const leftOut = {
  kind: 'left-out',
  text: 'left out at night: it would use up an OTP',
  by: '--profile nightly',
};

/** A mock of this process as a remote service, with the full probes that its target asks for. */
async function remote(t: TestContext) {
  const limits = { probes: 'full', otpAttempts: 20, requestsPerMinute: 6000, callbackMs: 5000 };
  return writeMockTarget(t, await runningMock(t), { limits });
}

test('at night a service is asked for no OTP, gently, and the rest is judged as by day', async (t) => {
  const { file, env } = await remote(t);
  const reports = [temporaryFolder(t), temporaryFolder(t)] as const;
  const args = ['run', '--target', file, '--reports'];
  const night = await conform([...args, reports[0], '--profile', 'nightly'], { env });
  assert.deepEqual([night.code, night.stderr], [0, ''], night.stdout);
  assert.match(night.stdout, /^service: no failure in the \d+ of \d+ requirements that were seen$/m);
  assert.match(night.stdout, /^Narrowed by --profile nightly: never a certificate\.$/m);
  assert.match(night.stdout, /^Left out: .* \(limits\.probes: gentle\); .* \(--profile nightly\)\.$/m);
  assert.match(night.stdout, new RegExp(`^Test data made up from seed ${nightlySeed}\\.$`, 'm'));
  const day = await conform([...args, reports[1]], { env });
  assert.equal(day.code, 0);

  const { run, obligations } = readResults(reports[0]);
  assert.deepEqual([run.profile, run.seed, run.warnings], ['nightly', 1, undefined]);
  assert.deepEqual(run.plan.narrowedBy, ['--profile nightly']);
  const byDay = readResults(reports[1]);
  assert.deepEqual(
    [byDay.run.profile, byDay.run.seed, byDay.run.plan.narrowedBy],
    ['sandbox', null, undefined],
  );
  assert.deepEqual(overallVerdictTexts(byDay), { service: 'conforms' });
  for (const { id, subject, planned, verdict, reason } of obligations.filter(
    (row) => row.subject === 'service',
  )) {
    const spared = otpObligations.includes(id);
    assert.equal(planned, !spared, id);
    if (spared) assert.deepEqual([subject, verdict, reason], ['service', 'not-tested', leftOut], id);
    else if (id !== 'SES-11')
      assert.equal(verdict, byDay.obligations.find((row) => row.id === id)?.verdict, id);
  }

  const [nightly, daily] = reports.map(exchangesIn);
  assert.ok(nightly !== undefined && daily !== undefined);
  assert.ok(!operationsIn(nightly).has('otp.verify') && operationsIn(daily).has('otp.verify'));
  for (const probe of ['wrong-secret', 'without clientSecret'])
    assert.ok(!variantsIn(nightly).has(probe) && variantsIn(daily).has(probe), probe);
});

test('nothing is left out that a service could show without an OTP', async (t) => {
  const { results } = await finishRun(t, {
    target: embeddedTarget,
    only: otpObligations,
    sparesOtps: true,
  });
  const shown = results.obligations.filter((row) => row.planned && row.verdict !== 'not-tested');
  assert.deepEqual(shown, []);
  assert.equal(results.run.plan.obligations.length, otpObligations.length);
});

test('cucumber-js by its profile nightly makes the plan of conform', async (t) => {
  const { file, env } = await remote(t);
  const folder = temporaryFolder(t);
  const cucumber = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');
  const args = ['-p', 'nightly', '--world-parameters', JSON.stringify({ reports: folder })];
  const { code, stderr } = await nodeProgram(cucumber, args, { env: { ...env, CONFORM_TARGET: file } });
  assert.equal(code, 0, stderr);
  const { run } = readResults(folder);
  assert.deepEqual(
    [run.profile, run.seed, overallVerdictTexts({ run })],
    ['nightly', 1, { service: 'no failure' }],
  );
  assert.ok(!operationsIn(exchangesIn(folder)).has('otp.verify'));
  assert.deepEqual(
    readResults(folder)
      .obligations.filter(({ reason }) => reason?.text === leftOut.text)
      .map(({ id }) => id),
    otpObligations,
  );

  const refused = { ...env, CONFORM_TARGET: file, CLIENT_SECRET: 'rotated-yesterday' };
  const before = readFileSync(join(folder, 'results.json'), 'utf8');
  const ended = await nodeProgram(cucumber, args, { env: refused });
  assert.equal(ended.code, 1);
  assert.match(ended.stdout, /^error: .*credentials were refused by the gateway.*rotated\?/m);
  assert.equal(readFileSync(join(folder, 'results.json'), 'utf8'), before);
});

test('cucumber-js by its profile integrator writes no report where no target is named', async (t) => {
  const cucumber = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');
  const reports = temporaryFolder(t);
  const args = ['-p', 'integrator', '--world-parameters', JSON.stringify({ reports })];
  const { code, stdout } = await nodeProgram(cucumber, args, { env: { CONFORM_TARGET: undefined } });
  assert.equal(code, 1);
  assert.match(stdout, /^error: target\.yaml: there is no such file — /);
  assert.deepEqual(readdirSync(reports), []);
});

test('cucumber-js tells a target that it cannot use in the line of conform', async () => {
  const cucumber = join(root, 'node_modules/@cucumber/cucumber/bin/cucumber.js');
  const ended = await nodeProgram(cucumber, ['-p', 'nightly'], { env: { CONFORM_TARGET: 'nowhere.yaml' } });
  const { stderr } = await conform(['doctor', '--target', 'nowhere.yaml']);
  assert.deepEqual([ended.code, ended.stdout], [1, stderr]);
});

describe('what makes no sense at night', () => {
  const settings: RunSettings = { profile: 'sandbox', subjects: ['service'], only: [], reports: 'reports' };
  const manual = { ...embeddedTarget, file: 'my.yaml', integrator: { manual: true } };

  const ofOthers = { ...embeddedTarget, services: { registry: 'https://registry.example' } };

  it('is an obligation that takes an OTP of a registry, unless a program gets them', () => {
    const needy = { ...settings, target: ofOthers, only: ['SES-05', 'ENC-11'] };
    assert.throws(() => toNightlySettings(needy), {
      name: 'ConfigurationError',
      message: 'ENC-11 would use up an OTP, and none is sent at night',
    });
    assert.deepEqual(toNightlySettings({ ...needy, only: ['SES-05', 'ENC-01'] }).only, ['SES-05', 'ENC-01']);
    assert.deepEqual(toNightlySettings({ ...needy, target: undefined }).only, needy.only);
    const otpCommand = { command: ['./fresh-otp'], cwd: '.' };
    assert.deepEqual(toNightlySettings({ ...needy, target: { ...ofOthers, otpCommand } }).only, needy.only);
  });

  it('is left out of what the service owes, and of nothing that the integrator does', () => {
    const both = toNightlySettings({ ...settings, target: ofOthers, subjects: ['service', 'integrator'] });
    assert.deepEqual([...(both.omitted?.keys() ?? [])], otpObligations);
    assert.ok(otpObligations.every((id) => contractObligations.get(id).subject === 'service'));
    assert.equal(both.probes, 'gentle');
    const { omitted, sparesOtps, probes } = toNightlySettings({
      ...settings,
      subjects: ['service', 'integrator'],
    });
    assert.deepEqual([omitted, sparesOtps, probes], [undefined, undefined, undefined]);
  });

  it('is a run by hand', () => {
    assert.throws(() => toNightlySettings({ ...settings, target: manual, subjects: ['integrator'] }), {
      name: 'ConfigurationError',
      message: /asks for a person/,
    });
    assert.equal(toNightlySettings({ ...settings, target: manual }).profile, 'nightly');
  });

  it('is told on one line, before anything is written', async (t) => {
    const cwd = temporaryFolder(t);
    const { file, env } = await remote(t);
    const args = ['run', '--target', file, '--profile', 'nightly', '--only', 'OTP-05'];
    const { code, stdout, stderr } = await conform(args, { cwd, env });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(
      stderr,
      /^error: --only OTP-05 would use up an OTP.* — leave it out, run without --profile nightly, or name a program that gets OTPs: otp\.command\n$/,
    );
    assert.deepEqual(readdirSync(cwd), []);
  });
});

describe('the options of a night', () => {
  it('take the place of its own', () => {
    const settings: RunSettings = { profile: 'sandbox', subjects: ['service'], only: [], reports: 'reports' };
    const { budgetMs, seed } = toNightlySettings(settings);
    assert.deepEqual([budgetMs, seed], [20 * 60_000, nightlySeed]);
    const own = toNightlySettings({ ...settings, budgetMs: 5000, seed: 0 });
    assert.deepEqual([own.budgetMs, own.seed], [5000, 0]);
  });

  const bad: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
    'an unknown profile': [['--profile', 'night'], /'night' is invalid.*certification, nightly/],
    'a budget without a unit': [
      ['--budget', '20'],
      /'20' is invalid\. a whole number with its unit, as in 90s, 20m or 2h/,
    ],
    'a budget of nothing': [['--budget', '0m'], /'0m' is invalid/],
    'a budget that is no whole number': [['--budget', '1.5m'], /'1\.5m' is invalid/],
    'a seed that is no whole number': [['--seed', '-1'], /'-1' is invalid\. a whole number/],
  };
  for (const [what, [args, telling]] of Object.entries(bad))
    it(`refuse ${what} in one line`, async (t) => {
      const cwd = temporaryFolder(t);
      const { code, stdout, stderr } = await conform(['run', ...args], { cwd });
      assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [2, '', 1], stderr);
      assert.match(stderr, telling);
      assert.deepEqual(readdirSync(cwd), []);
    });

  it('count by day too', async (t) => {
    const reports = temporaryFolder(t);
    const { code } = await conform([
      'run',
      '--self-test',
      '--only',
      'SES-05',
      '--seed',
      '12',
      '--budget',
      '1h',
      '--reports',
      reports,
    ]);
    const { run } = readResults(reports);
    assert.deepEqual([code, run.profile, run.seed, run.warnings], [0, 'embedded', 12, undefined]);
  });
});
