import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../support/judging/results';
import { deadAddress } from '../client/servers';
import { leaks } from '../exchange/canaries';
import { runningMock } from '../mock/running-mock';
import { comparable, readResults, temporaryFolder, overallVerdictTexts } from '../report/embedded-run';
import { conform, conformProcess } from './conform';
import { ownMock } from './own-mock';
import { earlierReports, writeMockTarget } from './targets';

const verdictsOf = (results: Results): Record<string, string> =>
  Object.fromEntries(results.obligations.map(({ id, verdict }) => [id, verdict]));

test('a self-test judges the mock, and is not a certificate', async (t) => {
  const { folder } = earlierReports(t);
  const args = ['run', '--self-test', '--subject', 'service', '--reports', folder];
  const { code, stdout, stderr } = await conformProcess(args);
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^service: no failure in the \d+ of \d+ requirements that were seen$/m);
  assert.match(stdout, /A self-test of the suite on its own mock: this is not a certificate\./);
  assert.deepEqual(overallVerdictTexts(readResults(folder)), { service: 'no failure' });
});

test('without --target, target.yaml of the folder of the caller is run', async (t) => {
  const { folder, env } = await writeMockTarget(t, await runningMock(t), { name: 'of this folder' });
  const reports = temporaryFolder(t);
  const args = ['run', '--only', 'SES-05', '--json', '--reports', reports];
  const { code, stdout, stderr } = await conform(args, { env, cwd: folder });
  assert.deepEqual([code, stderr], [0, '']);
  const { target, selfTest } = (JSON.parse(stdout) as Results).run;
  assert.deepEqual([target.name, target.file, selfTest], ['of this folder', 'target.yaml', false]);
  // The same folder, but asked for a self-test.
  const own = await conform(['run', '--self-test', ...args.slice(1)], { cwd: folder });
  assert.equal((JSON.parse(own.stdout) as Results).run.selfTest, true);
});

test('--json prints the results with their folder and nothing else; --only takes ids in any case, and is never a certificate', async (t) => {
  const reports = temporaryFolder(t);
  const { code, stdout, stderr } = await conform([
    'run',
    '--self-test',
    '--only',
    'ses-05, CRT-01',
    '--json',
    '--reports',
    reports,
  ]);
  assert.deepEqual([code, stderr], [0, '']);
  const results = JSON.parse(stdout) as Results;
  assert.deepEqual(results, { ...readResults(reports), folder: reports });
  assert.deepEqual(results.run.plan.obligations, ['SES-05', 'CRT-01']);
  assert.deepEqual(overallVerdictTexts(results), { service: 'no failure' });
});

test('a mock in its own process, over TLS, gets the verdicts of the embedded one', async (t) => {
  const mock = await ownMock(t);
  assert.ok(readFileSync(join(mock.folder, 'ca.pem'), 'utf8').startsWith('-----BEGIN CERTIFICATE-----'));
  const reports = [temporaryFolder(t), temporaryFolder(t)] as const;
  const args = ['run', '--target', mock.target, '--reports', reports[0]];
  const [remote, embedded] = await Promise.all([
    conform(args, { env: mock.env }),
    conform(['run', '--self-test', '--subject', 'service', '--reports', reports[1]]),
  ]);
  assert.deepEqual([remote.code, remote.stderr, embedded.code], [0, '', 0]);
  assert.doesNotMatch(remote.stdout, /self-test/);
  const [first, second] = [readResults(reports[0]), readResults(reports[1])];
  assert.equal(first.run.target.embedded, false);
  for (const url of Object.values(first.run.target.services)) assert.match(url, /^https:/);
  assert.deepEqual(verdictsOf(first), verdictsOf(second));
  const { obligations } = comparable(first) as Results;
  assert.deepEqual(obligations, (comparable(second) as Results).obligations);
  const { CLIENT_SECRET = '', TEST_OTP = '' } = mock.env;
  assert.deepEqual(leaks(remote.stdout + JSON.stringify(first), { CLIENT_SECRET, TEST_OTP }), []);
  assert.equal(await mock.stop(), 0);
});

for (const [setting, changes] of [
  ['limits.probes: gentle', { limits: { probes: 'gentle', otpAttempts: 20, requestsPerMinute: 6000 } }],
  ['environment: production', { environment: 'production', cmId: 'abdm' }],
] as const)
  test(`a whole run from which ${setting} left something out ends with 3, and names the setting`, async (t) => {
    const account = 'cmId' in changes ? { cmId: changes.cmId } : {};
    const target = await writeMockTarget(t, await runningMock(t, { account }), changes);
    const reports = temporaryFolder(t);
    const args = ['run', '--target', target.file, '--reports', reports];
    const { code, stdout, stderr } = await conform(args, { env: target.env });
    assert.deepEqual([code, stderr], [3, ''], stdout);
    assert.match(stdout, /^service: no failure in the \d+ of \d+ requirements that were seen$/m);
    const { verdict, why = [], scope } = readResults(reports).run.overall.service ?? {};
    assert.equal(verdict, 'no-failure');
    assert.deepEqual([...new Set(why.map(({ kind }) => kind))], ['left-out']);
    const { ids = [] } = scope?.leftOut?.find(({ by }) => by === setting) ?? {};
    assert.ok(ids.includes('SES-08'), stdout);
    assert.match(stdout, new RegExp(`^Left out: .*\\(${setting}\\)`, 'm'));
    // The option `--only` narrows the run by itself.
    const only = await conform([...args, '--only', 'SES-05'], { env: target.env });
    assert.deepEqual([only.code, only.stderr], [0, ''], only.stdout);
  });

test('wrong credentials are named as such', async (t) => {
  const target = await writeMockTarget(t, await runningMock(t));
  const reports = temporaryFolder(t);
  const env = { ...target.env, CLIENT_SECRET: 'rotated-yesterday-it-seems' };
  const { code, stdout, stderr } = await conformProcess(
    ['run', '--target', target.file, '--reports', reports],
    {
      env,
    },
  );
  assert.deepEqual([code, stderr], [3, '']);
  assert.match(
    stdout,
    /credentials accepted: no\..*400.*Check credentials\.clientId and credentials\.clientSecret: were they rotated\?/,
  );
  assert.match(
    stdout,
    /^service: the test is incomplete; assessed: gateway; identity, registry and dummy payer not assessed$/m,
  );
  assert.deepEqual(leaks(stdout, { secret: env.CLIENT_SECRET }), []);
  const verdicts = verdictsOf(readResults(reports));
  for (const id of ['SES-05', 'SES-08', 'HDR-09', 'CRT-01', 'ENC-11', 'OTP-03'])
    assert.equal(verdicts[id], 'inconclusive', id);
});

test(
  'services that were stopped are inconclusive, and nothing is waited for',
  { timeout: 300_000 },
  async (t) => {
    const mock = await runningMock(t);
    // Waiting for a single callback would take longer than this test may.
    const target = await writeMockTarget(t, mock, {
      limits: { otpAttempts: 20, requestsPerMinute: 6000, callbackMs: 600_000 },
    });
    await mock.close();
    const reports = temporaryFolder(t);
    const { code, stdout } = await conform(['run', '--target', target.file, '--reports', reports], {
      env: target.env,
    });
    assert.equal(code, 3);
    assert.match(stdout, /gateway reachable: no\. .*ECONNREFUSED: check services\.gateway and that it runs/);
    const { counts, run } = readResults(reports);
    assert.deepEqual([counts.passed, counts.failed, counts.warning], [0, 0, 0]);
    assert.deepEqual(overallVerdictTexts({ run }), { service: 'incomplete' });
  },
);

test('one stopped service leaves the others to be judged', async (t) => {
  const mock = await runningMock(t);
  const services = { ...mock.urls, identity: `https://${await deadAddress()}` };
  const target = await writeMockTarget(t, mock, { services });
  const reports = temporaryFolder(t);
  const { code } = await conform(['run', '--target', target.file, '--reports', reports], { env: target.env });
  assert.equal(code, 3);
  const verdicts = verdictsOf(readResults(reports));
  assert.deepEqual(
    [verdicts['CRT-01'], verdicts['CRT-02'], verdicts['SES-05']],
    ['inconclusive', 'passed', 'passed'],
  );
});

test('a service that is broken does not conform', async (t) => {
  const mock = await runningMock(t, {
    seams: { certificate: { registry: () => 'no key today' } },
  });
  const target = await writeMockTarget(t, mock);
  const reports = temporaryFolder(t);
  const { code, stdout } = await conformProcess(['run', '--target', target.file, '--reports', reports], {
    env: target.env,
  });
  assert.equal(code, 1);
  assert.match(stdout, /^service: does not conform$/m);
  const again = `npx conform run --target ${target.file} --only CRT-02`;
  assert.ok(stdout.includes(`CRT-02 [must, clause 4.2]`) && stdout.includes(again), stdout);
});

test('the doctor finds a good target good, and says what to mend of a bad one', async (t) => {
  const mock = await runningMock(t);
  const target = await writeMockTarget(t, mock);
  const good = await conform(['doctor', '--target', target.file], { env: target.env });
  assert.deepEqual([good.code, good.stderr], [0, ''], good.stdout);
  for (const line of good.stdout.trim().split('\n')) assert.match(line, /^(✓ | {4}[A-Z]{3}-\d\d )/);
  for (const name of [
    'gateway reachable',
    'credentials accepted',
    'clocks agree',
    'registry certificate path',
  ])
    assert.match(good.stdout, new RegExp(`^✓ ${name} `, 'm'));

  const services = {
    ...mock.urls,
    identity: mock.urls.gateway,
    registry: `https://${await deadAddress()}/v4`,
  };
  const bad = await writeMockTarget(t, mock, { services });
  const told = await conform(['doctor', '--target', bad.file, '--json'], { env: bad.env, cwd: bad.folder });
  assert.equal(told.code, 3);
  const checks = JSON.parse(told.stdout) as { name: string; state: string; detail: string }[];
  const stateOf = (name: string): string | undefined => checks.find((check) => check.name === name)?.state;
  assert.equal(stateOf('gateway reachable'), 'good');
  assert.equal(stateOf('registry reachable'), 'bad');
  assert.equal(stateOf('identity certificate path'), 'bad');
  assert.match(
    checks.find(({ name }) => name === 'identity certificate path')?.detail ?? '',
    /404: check paths\.identity/,
  );
  assert.equal(existsSync(join(bad.folder, 'reports')), false);
});
