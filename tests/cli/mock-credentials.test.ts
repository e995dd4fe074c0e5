import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { defaultParticipants } from '../../support/targets/embedded';
import { leaks } from '../exchange/canaries';
import { clientOf } from '../library/client';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { conform } from './conform';
import type { OwnMock } from './own-mock';
import { mockUntil } from './own-mock';

const canaries = {
  secret: 'of-the-sandbox-e4b1',
  otp: '905512',
  second: '718834',
  token: 'payer-token-77aa',
};

/** Sets variables of this process until the test ends. */
function withVariables(t: TestContext, variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
  t.after(() => {
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
  });
}

const targetText = `name: clinic
credentials: { clientId: "\${D_ID}", clientSecret: "\${D_SECRET}" }
dummyPayerToken: \${D_TOKEN}
otp:
  - { value: "\${D_OTP}", txnId: first-transaction }
  - { value: "\${D_SECOND}", txnId: second-transaction }
`;

const variables = {
  D_ID: 'clinic-7',
  D_SECRET: canaries.secret,
  D_TOKEN: canaries.token,
  D_OTP: canaries.otp,
  D_SECOND: canaries.second,
};

function targetFile(t: TestContext, text = targetText): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, text);
  return file;
}

function clientAt({ services, folder }: OwnMock, credentials: { clientId: string; clientSecret: string }) {
  const { gateway = '', identity = '', registry = '' } = services;
  return clientOf({
    services: { gateway, identity, registry, dummyPayer: gateway, provider: gateway },
    credentials,
    cmId: 'sbx',
    participants: defaultParticipants,
    callbackCertificates: `${gateway}/api/hiecm/gateway/v3/certs`,
    payerEncryptionKey: readFileSync(join(folder, 'payer.pem'), 'utf8'),
  });
}

describe('a mock of a target with credentials', () => {
  it('accepts those that the environment holds, and neither prints nor keeps its secrets', async (t) => {
    withVariables(t, variables);
    const file = join(temporaryFolder(t), 'mock.env');
    const mock = await mockUntil(
      t,
      { count: 4 },
      ...['--no-tls', '--target', targetFile(t), '--variables', file],
    );
    const client = await clientAt(mock, { clientId: 'clinic-7', clientSecret: canaries.secret });
    await client['session.create']({});
    await client['otp.verify']({ otp: canaries.otp, txnId: 'first-transaction' });
    await client['otp.verify']({ otp: canaries.second, txnId: 'second-transaction' });
    await client.shutdown({});
    assert.equal(await mock.ended, 0, mock.text());
    const failed = readResults(mock.folder).obligations.filter(({ verdict }) => verdict === 'failed');
    assert.deepEqual(failed, []);
    const kept = readdirSync(mock.folder, { withFileTypes: true, recursive: true })
      .filter((each) => each.isFile())
      .map((each) => readFileSync(join(each.parentPath, each.name), 'utf8'));
    assert.deepEqual(leaks([mock.text(), ...kept].join('\n'), canaries), []);
    assert.match(mock.text(), /^The mock accepts the credentials that .*target\.yaml configures\.$/m);
    assert.match(mock.text(), /^export CLIENT_SECRET="\$D_SECRET"$/m);
    assert.match(mock.text(), /mock\.env holds 4 secrets of your environment; only you can read it\./);
    const handed = parseEnv(readFileSync(file, 'utf8'));
    assert.deepEqual(
      [handed.CLIENT_ID, handed.CLIENT_SECRET, handed.TEST_OTP, handed.TEST_TXN_ID, handed.DUMMY_PAYER_TOKEN],
      ['clinic-7', canaries.secret, canaries.otp, 'first-transaction', canaries.token],
    );
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o077, 0);
  });

  it('makes up those whose variables are not set, and names them in one line', async (t) => {
    withVariables(t, { D_ID: 'clinic-7' });
    const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--target', targetFile(t));
    const { CLIENT_ID = '', CLIENT_SECRET = '' } = mock.env;
    assert.equal(CLIENT_ID, 'clinic-7');
    assert.match(
      mock.text(),
      /^Not set, so the mock made values of its own: D_SECRET \(credentials\.clientSecret\), D_TOKEN \(dummyPayerToken\), D_OTP \(otp\.0\.value\), D_SECOND \(otp\.1\.value\)\.$/m,
    );
    const client = await clientAt(mock, { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
    await client['session.create']({});
    await client.shutdown({});
    assert.equal(await mock.ended, 0);
  });

  it('prints a command for a session that takes the secret from the environment', async (t) => {
    if (process.platform === 'win32') {
      t.skip('the command is for POSIX shells');
      return;
    }
    const secret = String.raw`${canaries.secret}"'$HOME\`id\`\${canaries.otp}`;
    const own = { D_ID: 'clinic"7', D_SECRET: secret };
    withVariables(t, own);
    const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--target', targetFile(t));
    const [command = ''] = /^curl .*$/m.exec(mock.text()) ?? [];
    assert.deepEqual(leaks(command, canaries), []);
    // Print the arguments instead of running curl with them.
    const printed = spawnSync('sh', ['-c', command.replace(/^curl /, 'printf "%s\\n" ')], {
      env: { ...process.env, ...own },
      encoding: 'utf8',
    });
    const body = printed.stdout.split('\n').find((line) => line.startsWith('{')) ?? '';
    assert.deepEqual(JSON.parse(body), {
      clientId: 'clinic"7',
      clientSecret: secret,
      grantType: 'client_credentials',
    });
    await fetch(`${mock.services.gateway}/api/hiecm/gateway/v3/sessions`, { method: 'POST', body });
    await mock.ended;
  });

  for (const [at, text] of [
    ['credentials.clientSecret', 'name: a\ncredentials: { clientId: a, clientSecret: of-the-sandbox }\n'],
    ['otp.value', 'name: a\notp: { value: "123456", txnId: a }\n'],
    ['encryption.providerKey', 'name: a\nencryption: { providerKey: a-key }\n'],
  ] as const)
    it(`refuses a literal ${at}`, async (t) => {
      const { code, stderr } = await conform(['mock', '--target', targetFile(t, text)]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`:2: ${at} is a secret and must not stand in the file`));
    });

  it('ignores a command for OTPs, and has the roles of the client', async (t) => {
    const text = `name: a
otp: { command: [./never-run] }
integrator: { command: [./never-run], roles: [session], processes: 3 }
`;
    const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--target', targetFile(t, text));
    assert.match(mock.env.TEST_OTP ?? '', /^\d{6}$/);
    await fetch(`${mock.services.gateway}/api/hiecm/gateway/v3/sessions`, { method: 'POST' });
    await mock.ended;
    const { run } = readResults(mock.folder);
    assert.deepEqual([run.roles, run.target.processes], [['session'], 3]);
  });
});
