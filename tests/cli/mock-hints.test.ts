import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { defaultParticipants } from '../../support/targets/embedded';
import { leaks } from '../exchange/canaries';
import { clientOf } from '../library/client';
import { sendExactRequest, v3Headers } from '../mock/ask';
import { readResults, temporaryFolder } from '../report/embedded-run';
import type { OwnMock } from './own-mock';
import { mockUntil } from './own-mock';

const foreign = { secret: 'of-the-sandbox-e4b1', otp: '905512', token: 'of.another.gateway' };

function clientAt(
  { services, env, folder }: OwnMock,
  credentials: { readonly clientId?: string; readonly clientSecret?: string } = {},
) {
  const { gateway = '', identity = '', registry = '' } = services;
  const dummyPayer = services['dummy payer'] ?? '';
  const { CLIENT_ID: clientId = '', CLIENT_SECRET: clientSecret = '' } = env;
  return clientOf({
    services: { gateway, identity, registry, dummyPayer, provider: services.provider ?? '' },
    credentials: { clientId, clientSecret, ...credentials },
    cmId: 'sbx',
    participants: defaultParticipants,
    callbackCertificates: `${gateway}/api/hiecm/gateway/v3/certs`,
    payerEncryptionKey: readFileSync(join(folder, 'payer.pem'), 'utf8'),
  });
}

/** Makes a call that the mock may refuse. */
async function attempt(act: () => unknown): Promise<void> {
  try {
    await act();
  } catch {
    // Ignore the refusal: the test reads the lines of the mock.
  }
}

/** A client that asks for sessions with these credentials, and may be refused. */
async function askForSessions(
  mock: OwnMock,
  credentials: { readonly clientId?: string; readonly clientSecret?: string },
  times: number,
): Promise<void> {
  const client = await clientAt(mock, credentials);
  for (let time = 0; time < times; time += 1) await attempt(() => client['session.create']({}));
  await client.shutdown({});
}

const verdictsOf = (folder: string) =>
  readResults(folder).obligations.map(({ id, verdict }) => [id, verdict] as const);

function targetFile(t: TestContext, text: string): string {
  const file = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(file, text);
  return file;
}

describe('a mock says which value of a request is not its own', () => {
  it('a client secret, with what to do, on the line of the request and at the end', async (t) => {
    const mock = await mockUntil(t, { count: 4 }, '--no-tls');
    await askForSessions(mock, { clientSecret: foreign.secret }, 4);
    assert.equal(await mock.ended, 0, mock.text());
    const lines = mock.text().split('\n');
    const refused = lines.filter((line) =>
      / 400 \d+ ms {2}! the clientSecret is not that of this clientId$/.test(line),
    );
    assert.equal(refused.length, 4, mock.text());
    const todo = lines.filter((line) => line === '        use CLIENT_SECRET as printed at the start');
    assert.equal(todo.length, 1, 'once');
    assert.equal(
      lines.at(-2),
      'Each of 4 session requests had a wrong clientSecret, and the mock refused it: use CLIENT_SECRET as printed at the start.',
    );
    const unseen = readResults(mock.folder).obligations.find(({ id }) => id === 'CRT-05');
    assert.deepEqual(unseen?.reason, {
      kind: 'not-exercised',
      text: 'not exercised in this run: each of 4 session requests had a wrong clientSecret',
    });
    assert.match(mock.text(), /^ +→ give the client the credentials of the mock, then run again$/m);
    const kept = readFileSync(join(mock.folder, 'recording.jsonl'), 'utf8');
    assert.deepEqual(leaks(mock.text() + kept, foreign), []);
  });

  it('a client id, and where the mock has written its own', async (t) => {
    const file = join(temporaryFolder(t), 'mock.env');
    const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--variables', file);
    await askForSessions(mock, { clientId: 'SBX_other', clientSecret: foreign.secret }, 1);
    await mock.ended;
    assert.match(mock.text(), / 400 \d+ ms {2}! the clientId is not that of the mock\n/);
    assert.ok(
      mock
        .text()
        .endsWith(
          `The only session request had a wrong clientId, and the mock refused it: use CLIENT_ID in ${file}.\n`,
        ),
      mock.text(),
    );
  });

  it('also if a lenient mock accepts the request, but then without the last line', async (t) => {
    const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--lenient');
    await askForSessions(mock, { clientSecret: foreign.secret }, 1);
    assert.equal(await mock.ended, 0);
    assert.match(mock.text(), / 200 \d+ ms {2}! the clientSecret is not that of this clientId\n/);
    assert.doesNotMatch(mock.text(), /session request had a wrong/);
  });

  for (const lenient of [false, true])
    it(`an OTP and a transaction, ${lenient ? 'lenient' : 'strict'}`, async (t) => {
      const mock = await mockUntil(t, { count: 5 }, '--no-tls', ...(lenient ? ['--lenient'] : []));
      const { TEST_OTP = '', TEST_TXN_ID = '' } = mock.env;
      const client = await clientAt(mock);
      const verify = (otp: string, txnId: string) => attempt(() => client['otp.verify']({ otp, txnId }));
      await verify(TEST_OTP, TEST_TXN_ID);
      await verify(foreign.otp, TEST_TXN_ID);
      await verify(TEST_OTP, '11111111-2222-4333-8444-555555555555');
      await client.shutdown({});
      await mock.ended;
      const [right = '', otp = '', txnId = ''] = mock
        .text()
        .split('\n')
        .filter((line) => line.includes('verifyOTP'));
      assert.match(right, / 200 \d+ ms$/);
      assert.match(otp, / 400 \d+ ms {2}! the OTP is not that of the mock$/);
      assert.match(txnId, / \d+ ms {2}! the txnId is not one of the mock$/);
      assert.match(mock.text(), /^ {8}use TEST_OTP as printed at the start$/m);
      assert.match(mock.text(), /^ {8}use TEST_TXN_ID as printed at the start$/m);
    });

  it('a token that it did not issue, and X-CM-ID of another environment', async (t) => {
    const mock = await mockUntil(t, { count: 1 }, '--no-tls');
    await sendExactRequest(`${mock.services.identity}/identity/api/v3/profile/public/certificate`, {
      headers: { ...v3Headers(), 'X-CM-ID': 'abc', Authorization: `Bearer ${foreign.token}` },
    });
    await mock.ended;
    assert.match(
      mock.text(),
      / 401 \d+ ms .*! the token is no access token of this mock {2}! X-CM-ID is that of another environment\n {8}create a session at this mock: .*\n {8}the mock expects sbx\n/,
    );
    assert.deepEqual(leaks(mock.text(), foreign), []);
  });

  it('X-CM-ID of the sandbox, where the target is of production and names none', async (t) => {
    const file = targetFile(t, 'name: a\nenvironment: production\n');
    const mock = await mockUntil(t, { count: 2 }, '--no-tls', '--target', file);
    const url = `${mock.services.gateway}/api/hiecm/gateway/v3/sessions`;
    const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = mock.env;
    const body = JSON.stringify({ clientId, clientSecret, grantType: 'client_credentials' });
    const ask = (cmId: string) =>
      sendExactRequest(url, {
        method: 'POST',
        headers: { ...v3Headers(), 'X-CM-ID': cmId, 'Content-Type': 'application/json' },
        body,
      });
    assert.deepEqual([(await ask('abdm')).status, (await ask('sbx')).status], [200, 400]);
    await mock.ended;
    assert.match(
      mock.text(),
      / 400 \d+ ms .*! X-CM-ID is that of another environment\n {8}the target is of production/,
    );
    assert.equal(mock.text().match(/! X-CM-ID/g)?.length, 1);
  });

  it('a dummy payer token and participants that are not those of the target', async (t) => {
    const text =
      'name: a\ndummyPayerToken: ${NOT_SET}\nparticipants: { provider: "2000000002@sbx", payer: "1000003538@sbx" }\n';
    const mock = await mockUntil(t, { count: 5 }, '--no-tls', '--target', targetFile(t, text));
    const client = await clientAt(mock);
    await attempt(() => client['paymentNotice.init']({ providerId: '1000000001@sbx', claimNumber: '1' }));
    await attempt(() => client['preauth.submit']({}));
    await client.shutdown({});
    await mock.ended;
    assert.match(
      mock.text(),
      /paymentNotice\/init 401 \d+ ms .*! bearer_auth is not the dummy payer token of the mock *\n {8}use DUMMY_PAYER_TOKEN as printed/,
    );
    assert.match(
      mock.text(),
      /! x-hcx-sender_code is not the provider of the target\n {8}the mock expects 2000000002@sbx \(participants\.provider\)\n/,
    );
  });

  it('but reports nothing if the client has all the right values', async (t) => {
    const mock = await mockUntil(t, { count: 5 }, '--no-tls');
    const { TEST_OTP: otp = '', TEST_TXN_ID: txnId = '' } = mock.env;
    const client = await clientAt(mock);
    await client['otp.verify']({ otp, txnId });
    await client['paymentNotice.init']({ providerId: '1000000001@sbx', claimNumber: '1' });
    await client['preauth.submit']({});
    await client.shutdown({});
    await mock.ended;
    const [, live = ''] = mock.text().split('Ctrl-C ends the mock.');
    assert.doesNotMatch(live, /!/);
  });

  it('without an effect on verdicts', async (t) => {
    const verdicts = async (clientSecret?: string) => {
      const mock = await mockUntil(t, { count: 1 }, '--no-tls', '--lenient');
      await askForSessions(mock, clientSecret === undefined ? {} : { clientSecret }, 1);
      await mock.ended;
      return verdictsOf(mock.folder);
    };
    assert.deepEqual(await verdicts(foreign.secret), await verdicts());
  });
});
