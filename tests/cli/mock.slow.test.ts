import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { parse, stringify } from 'yaml';
import type { Target } from '../../support/targets/target';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import { startConform } from './started';

/** `conform mock` in a process of its own, started in a folder; resolves when it serves, or has ended. */
async function serving(t: TestContext, cwd: string, args: readonly string[]) {
  const { child, output, ended } = await startConform(t, ['mock', ...args], 'Ctrl-C ends the mock.', { cwd });
  return {
    text: output(),
    stop() {
      // As a terminal and npx interrupt it: more than once.
      child.kill('SIGINT');
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const gatewayIn = (file: string): string =>
  (parse(readFileSync(file, 'utf8')) as { services: { gateway: string } }).services.gateway;

describe('a second mock', () => {
  it('does not touch the files of the first mock, and uses its folder once the first mock has ended', async (t) => {
    const cwd = temporaryFolder(t);
    const first = await serving(t, cwd, []);
    const file = join(cwd, 'reports/mock/target.yaml');
    const before = readFileSync(file, 'utf8');
    const second = await serving(t, cwd, []);
    assert.match(second.text, /run --target reports\/mock-2\/target\.yaml/);
    assert.equal(readFileSync(file, 'utf8'), before);
    assert.notEqual(gatewayIn(join(cwd, 'reports/mock-2/target.yaml')), gatewayIn(file));
    assert.equal(await first.stop(), 0);
    const third = await serving(t, cwd, []);
    assert.match(third.text, /run --target reports\/mock\/target\.yaml/);
  });

  it('cannot use the folder or the variables file of the first mock, and says so in one line', async (t) => {
    const cwd = temporaryFolder(t);
    await serving(t, cwd, ['--out', 'mine', '--variables', 'mock.env']);
    const before = ['mine/target.yaml', 'mock.env'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    const folder = await conform(['mock', '--out', 'mine'], { cwd });
    assert.equal(folder.code, 2);
    assert.match(
      folder.stderr,
      /^error: --out mine holds the files of another mock, process \d+ — name another/,
    );
    const variables = await conform(['mock', '--variables', 'mock.env'], { cwd });
    assert.equal(variables.code, 2);
    assert.match(
      variables.stderr,
      /^error: mock\.env: --variables is of another mock, process \d+ — name another/,
    );
    assert.deepEqual(
      ['mine/target.yaml', 'mock.env'].map((file) => readFileSync(join(cwd, file), 'utf8')),
      before,
    );
  });

  it('can use the folder and the variables file of a mock that was killed', async (t) => {
    const cwd = temporaryFolder(t);
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    writeFileSync(join(cwd, 'mock.pid'), String(pid));
    writeFileSync(join(cwd, 'mock.env'), `# Test credentials of conform mock, process ${pid}\nA='b'\n`);
    const mock = await serving(t, cwd, ['--out', '.', '--variables', 'mock.env']);
    assert.match(mock.text, /Ctrl-C ends the mock/);
    assert.equal(await mock.stop(), 0);
    assert.equal(existsSync(join(cwd, 'mock.pid')), false);
  });
});

describe('the callbacks of a mock', () => {
  const callbackIn = (cwd: string): unknown =>
    (parse(readFileSync(join(cwd, 'reports/mock/target.yaml'), 'utf8')) as { callback: unknown }).callback;

  it('go to a port of this machine, where a run on it listens', async (t) => {
    const cwd = temporaryFolder(t);
    const { text } = await serving(t, cwd, ['--callback', 'http://127.0.0.1:9000']);
    assert.deepEqual(callbackIn(cwd), { listen: '127.0.0.1:9000' });
    assert.doesNotMatch(text, /lead them to/);
  });

  it('go through a tunnel to another port, which the mock names', async (t) => {
    const cwd = temporaryFolder(t);
    const publicUrl = 'https://host.example/callbacks';
    const { text } = await serving(t, cwd, ['--callback', `${publicUrl}/`]);
    const { listen, ...others } = callbackIn(cwd) as { listen: string };
    assert.deepEqual(others, { publicUrl });
    assert.match(listen, /^127\.0\.0\.1:\d+$/);
    assert.ok(text.includes(`Callbacks go to ${publicUrl}: lead them to ${listen}, or change`), text);
  });
});

describe('the variables of a mock', () => {
  it('are read by a shell and by readers of .env files alike, and certify it', async (t) => {
    const cwd = temporaryFolder(t);
    const { text } = await serving(t, cwd, ['--variables', 'some/mock.env']);
    assert.doesNotMatch(text, /PRIVATE KEY/);
    const file = join(cwd, 'some/mock.env');
    const read = parseEnv(readFileSync(file, 'utf8'));
    const names =
      'CA_FILE CLIENT_ID CLIENT_SECRET CURL_CA_BUNDLE DUMMY_PAYER_URL GATEWAY_URL IDENTITY_URL MOCK_PID NODE_EXTRA_CA_CERTS PROVIDER_PRIVATE_KEY PROVIDER_URL REGISTRY_URL REQUESTS_CA_BUNDLE SSL_CERT_FILE TEST_OTP TEST_TXN_ID';
    assert.equal(Object.keys(read).sort().join(' '), names);
    assert.match(readFileSync(read.CA_FILE ?? '', 'utf8'), /BEGIN CERTIFICATE/);
    assert.ok(text.includes(`gateway      ${read.GATEWAY_URL}\n`), 'where clients are judged');
    if (process.platform !== 'win32') {
      assert.equal(statSync(file).mode & 0o077, 0, 'no one else may read it');
      const shell = spawnSync('sh', [
        '-c',
        `set -a; . ${file}; "${process.execPath}" -p 'JSON.stringify(process.env)'`,
      ]);
      const seen = JSON.parse(shell.stdout.toString()) as Record<string, string>;
      assert.deepEqual(Object.fromEntries(Object.keys(read).map((name) => [name, seen[name]])), { ...read });
    }
    const args = [
      'run',
      '--target',
      'reports/mock/target.yaml',
      '--only',
      'SES-05,OTP-03,FLW-12',
      '--reports',
      'r',
    ];
    const { code, stdout } = await conform(args, { cwd, env: { ...read } });
    assert.equal(code, 0, stdout);
  });

  it('do not replace a file that no mock wrote', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, '.env'), 'PRECIOUS=1\n');
    const { code, stderr } = await conform(['mock', '--variables', '.env'], { cwd });
    assert.equal(code, 2);
    assert.equal(
      stderr,
      'error: .env: --variables is there already, and no mock wrote it — name another file\n',
    );
    assert.equal(readFileSync(join(cwd, '.env'), 'utf8'), 'PRECIOUS=1\n');
  });
});

describe('a mock like a target', () => {
  it('has the paths and readings of the target without its secrets, and a run certifies the mock with the files that it wrote', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(
      join(cwd, 'target.yaml'),
      [
        'name: ours',
        'environment: production',
        'services: { gateway: "https://gateway.example" }',
        'credentials: { clientId: "${NEVER_SET}", clientSecret: "${NEVER_SET}" }',
        'otp: { value: "${NEVER_SET}", txnId: "${NEVER_SET}" }',
        'integrator: { command: [none], env: { X: "${NEVER_SET}" } }',
        'cmId: abc',
        'paths: { identity: other, nationalId: nid }',
        'readings: { key-bits: 4096, national-id-field: nationalNumber, certificate-form: json, error-code: ABC-9999 }',
      ].join('\n'),
    );
    const mock = await serving(t, cwd, ['--target', 'target.yaml', '--variables', 'mock.env']);
    const file = join(cwd, 'reports/mock/target.yaml');
    const written = parse(readFileSync(file, 'utf8')) as Partial<Target>;
    assert.deepEqual([written.cmId, written.paths], ['abc', { identity: 'other', nationalId: 'nid' }]);
    assert.deepEqual(Object.keys(written.readings ?? {}).length, 4, mock.text);
    const env = { ...parseEnv(readFileSync(join(cwd, 'mock.env'), 'utf8')) };
    const args = ['run', '--target', file, '--only', 'CRT-01,CRT-02,CRT-03,SES-05', '--reports', 'r'];
    const { code, stdout } = await conform(args, { cwd, env });
    // It departs from the document as the target says, and conforms in all else.
    assert.equal(code, 1, stdout);
    assert.match(readFileSync(join(cwd, 'r/recording.jsonl'), 'utf8'), /\/other\/api\/v3\//);
    const { failed, passed } = readResults(join(cwd, 'r')).counts;
    assert.deepEqual([failed, passed], [2, 2], stdout);
    assert.match(stdout, /RSA key of 4096 bits, as readings\.key-bits says/);
    for (const absent of ['identity', 'registry'] as const) {
      const services = { ...written.services, [absent]: undefined };
      const half = join(cwd, `reports/mock/no-${absent}.yaml`);
      writeFileSync(half, stringify({ ...written, services }));
      await conform(['run', '--target', half, '--only', 'CRT-03', '--reports', absent], { cwd, env });
      const { run, obligations } = readResults(join(cwd, absent));
      const row = obligations.find(({ id }) => id === 'CRT-03');
      assert.equal(row?.verdict, 'passed', JSON.stringify(row));
      assert.ok(!run.overall.service?.scope.assessed.includes(absent));
    }
  });

  it('names the place of a mistake in the target', async (t) => {
    const cwd = temporaryFolder(t);
    writeFileSync(join(cwd, 'target.yaml'), 'name: ours\nreadings: { key-bits: 5 }\n');
    const { code, stderr } = await conform(['mock', '--target', 'target.yaml'], { cwd });
    assert.deepEqual(
      [code, stderr.startsWith('error: target.yaml:2: readings.key-bits ')],
      [2, true],
      stderr,
    );
  });
});

describe('a fault of a mock', () => {
  it('is played from its start', async (t) => {
    const cwd = temporaryFolder(t);
    const mock = await serving(t, cwd, ['--no-tls', '--fault', 'unavailable']);
    assert.match(mock.text, /A fault is played: the first session request is answered 503\./);
    const session = () =>
      fetch(`${gatewayIn(join(cwd, 'reports/mock/target.yaml'))}/api/hiecm/gateway/v3/sessions`, {
        method: 'POST',
      });
    assert.deepEqual([(await session()).status, (await session()).status === 503], [503, false]);
  });

  it('has a name that is known', async () => {
    const { code, stderr } = await conform(['mock', '--fault', 'fire']);
    assert.equal(code, 2);
    assert.match(stderr, /'fire' is invalid.*short-token, token-refused, unavailable, padding-rejection/);
  });
});
