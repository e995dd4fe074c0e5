import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { createSecureContext } from 'node:tls';
import { schemaIds } from '../../support/contract/schemas';
import { sendExactRequest, v3Headers } from '../mock/ask';

const root = join(__dirname, '../..');
const secrets = {
  CLIENT_ID: 'SBX_container',
  CLIENT_SECRET: 'a-secret-for-the-container',
  TEST_OTP: '918273',
  TEST_TXN_ID: 'a3c8b0a4-5d54-4c3e-9bb6-0fb0f8a7a001',
};
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'conform-image-'));
  execFileSync(process.execPath, [join(root, 'scripts/build-mock.cjs'), folder]);
});

after(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program from its bundle, with nothing of this process's environment. */
function start(t: TestContext, env: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, [join(folder, 'support/mock/server.cjs')], { env, cwd: folder });
  t.after(() => server.kill('SIGKILL'));
  const ended = once(server, 'close').then(([code]) => code as number | null);
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    server[name].setEncoding('utf8').on('data', (text: string) => (printed[name] += text));
  return { server, ended, printed };
}

interface Ready {
  readonly ready: true;
  readonly ca: string;
  readonly ports: Readonly<Record<'gateway' | 'identity' | 'registry' | 'dummyPayer', number>>;
}

test('the image holds the bundle, the schemas of the contract and the Dockerfile', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  assert.ok(files.includes('Dockerfile'));
  const schemas = files.filter((name) => name.endsWith('.schema.json'));
  assert.equal(schemas.length, schemaIds().filter((id) => id.startsWith('contract/')).length);
});

test('one line says where it listens and whom to trust, and gives no secret away', async (t) => {
  const { server, ended, printed } = start(t, { ...secrets, PUBLIC_HOST: 'engine.example' });
  await once(server.stdout, 'data');
  const { ca, ports } = JSON.parse(printed.stdout) as Ready;
  assert.doesNotThrow(() => createSecureContext({ ca }));

  const { status } = await sendExactRequest(`https://127.0.0.1:${ports.gateway}/api/hiecm/gateway/v3/certs`, {
    ca,
  });
  assert.equal(status, 200);

  server.kill('SIGTERM');
  assert.equal(await ended, 0);
  for (const secret of Object.values(secrets))
    assert.ok(!`${printed.stdout}${printed.stderr}`.includes(secret));
  assert.equal(printed.stdout.split('\n').length, 2);
});

test('requests outside the contract get 404, as from conform mock --documented-only', async (t) => {
  const { server, printed } = start(t, secrets);
  await once(server.stdout, 'data');
  const { ca, ports } = JSON.parse(printed.stdout) as Ready;
  const credentials = { clientId: secrets.CLIENT_ID, clientSecret: secrets.CLIENT_SECRET };
  const headers = { ...v3Headers(), 'Content-Type': 'application/json' };
  const session = await sendExactRequest(`https://127.0.0.1:${ports.gateway}/api/hiecm/gateway/v3/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...credentials, grantType: 'client_credentials' }),
    ca,
  });
  const { accessToken } = JSON.parse(session.text) as { accessToken: string };
  for (const [port, path] of [
    [ports.identity, '/identity/api/v3/enrollment/request/otp'],
    [ports.registry, '/v1/registration/national-id/generateOtp'],
  ] as const) {
    const { status, text } = await sendExactRequest(`https://127.0.0.1:${port}${path}`, {
      ...{ method: 'POST', body: '{}', ca },
      headers: { ...headers, Authorization: `Bearer ${accessToken}` },
    });
    assert.equal(status, 404, text);
  }
});

test('a dummy payer token of the environment is demanded and handed out', async (t) => {
  const out = mkdtempSync(join(tmpdir(), 'conform-out-'));
  t.after(() => {
    rmSync(out, { recursive: true, force: true });
  });
  const token = 'payer-token-77aa';
  const { server, printed } = start(t, { ...secrets, MOCK_OUT: out, DUMMY_PAYER_TOKEN: token });
  await once(server.stdout, 'data');
  const { ca, ports } = JSON.parse(printed.stdout) as Ready;
  const ask = async (bearer_auth: string): Promise<number> => {
    const url = `https://127.0.0.1:${ports.dummyPayer}/paymentNotice/init`;
    const headers = { bearer_auth, 'Content-Type': 'application/json', Accept: 'application/json' };
    const body = '{"providerId":"1000000001@sbx","claimNumber":"1"}';
    return (await sendExactRequest(url, { method: 'POST', headers, body, ca })).status;
  };
  assert.deepEqual([await ask('another'), await ask(token)], [401, 202]);
  assert.match(readFileSync(join(out, 'target.yaml'), 'utf8'), /^dummyPayerToken: \$\{DUMMY_PAYER_TOKEN\}$/m);
  assert.match(
    readFileSync(join(out, 'mock.env'), 'utf8'),
    new RegExp(`^DUMMY_PAYER_TOKEN='${token}'$`, 'm'),
  );
  assert.ok(!printed.stdout.includes(token));
});

test('it ends by itself after the time given', async (t) => {
  const { ended } = start(t, { ...secrets, MOCK_MAX_SECONDS: '1' });
  assert.equal(await ended, 0);
});

test('a missing or wrong variable is one line, without a value', async (t) => {
  const { CLIENT_SECRET: _left, ...others } = secrets;
  const missing = start(t, others);
  assert.equal(await missing.ended, 2);
  assert.equal(missing.printed.stderr, 'mock: CLIENT_SECRET is not set\n');
  const wrong = start(t, { ...secrets, MOCK_PORT: 'high' });
  assert.equal(await wrong.ended, 2);
  assert.equal(wrong.printed.stderr, 'mock: MOCK_PORT must be a whole number\n');
});
