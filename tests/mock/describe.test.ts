import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { describeMock } from '../../support/mock/handed-out';
import { runningMock } from './running-mock';

const run = promisify(execFile);
const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };

async function shell(t: TestContext, script: string): Promise<string | undefined> {
  try {
    await run('curl', ['--version']);
  } catch {
    t.skip('no curl on this machine');
    return undefined;
  }
  return (await run('/bin/sh', ['-c', script], { env })).stdout;
}

test('the text names everything that is needed', async (t) => {
  const mock = await runningMock(t);
  const text = describeMock(mock, { caFile: '/somewhere/ca.pem' });
  const { clientId, clientSecret, otp, txnId } = mock.account;
  for (const part of [...Object.values(mock.urls), '/somewhere/ca.pem']) assert.ok(text.includes(part), part);
  assert.deepEqual(text.match(/^export .*$/gm), [
    `export CLIENT_ID='${clientId}'`,
    `export CLIENT_SECRET='${clientSecret}'`,
    `export TEST_OTP='${otp}'`,
    `export TEST_TXN_ID='${txnId}'`,
  ]);
  assert.equal(text.match(/^curl .*$/gm)?.length, 1);
});

for (const tls of [true, false]) {
  test(`the curl line creates a session when pasted, ${tls ? 'with' : 'without'} TLS`, async (t) => {
    const mock = await runningMock(t, { tls, account: { clientSecret: `it's "$HOME" \\ and \`more\`` } });
    const folder = await mkdtemp(join(tmpdir(), "mock's text "));
    t.after(() => rm(folder, { recursive: true }));
    const caFile = join(folder, 'ca.pem');
    if (mock.ca !== undefined) await writeFile(caFile, mock.ca);
    const text = describeMock(mock, tls ? { caFile } : {});
    const printed = await shell(
      t,
      `${/^(export .*\n)+/m.exec(text)?.[0] ?? ''}${/^curl .*$/m.exec(text)?.[0] ?? ''}
      printf '\\n%s' "$CLIENT_SECRET"`,
    );
    if (printed === undefined) return;
    const [answer = '', secret] = printed.split('\n');
    assert.equal((JSON.parse(answer) as { tokenType?: string }).tokenType, 'bearer');
    assert.equal(secret, mock.account.clientSecret);
  });
}

test('the lines to export have the names that the user wants, also for a secret of the environment', async (t) => {
  const mock = await runningMock(t);
  const hidden = new Map([
    ['CLIENT_SECRET', 'OWN_SECRET'],
    ['TEST_OTP', 'OWN_OTP'],
  ]);
  const renaming = new Map([
    ['CLIENT_ID', 'MY_ID'],
    ['CLIENT_SECRET', 'MY_SECRET'],
    ['TEST_OTP', 'OWN_OTP'],
    ['PROVIDER_PRIVATE_KEY', 'MY_KEY'],
  ]);
  const variables = [['PROVIDER_PRIVATE_KEY', 'a key']] as const;
  const text = describeMock(mock, { variables, hidden, renaming });
  assert.deepEqual(text.match(/^(?:export|#) .*$/gm), [
    `export MY_ID='${mock.account.clientId}'`,
    'export MY_SECRET="$OWN_SECRET"',
    '# OWN_OTP is set in your environment',
    `export TEST_TXN_ID='${mock.account.txnId}'`,
    "export MY_KEY='a key'",
  ]);
});
