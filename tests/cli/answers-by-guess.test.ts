import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSchema } from '../../support/contract/schemas';

import { readResults, temporaryFolder } from '../report/embedded-run';
import { encryptWithForge } from '../mock/forge-encryption';
import type { OwnMock } from './own-mock';
import { mockUntil } from './own-mock';

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly token?: boolean;
}

/** A client of the mock with a session. */
async function clientOf({ services, env }: OwnMock) {
  const send = async (url: string, headers: Record<string, string>, { method, body }: Sent) => {
    const v3 = { 'REQUEST-ID': randomUUID(), TIMESTAMP: new Date().toISOString() };
    const answer = await fetch(url, {
      method: method ?? 'POST',
      headers: { ...headers, ...v3, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = env;
  const granted = await send(
    `${services.gateway}/api/hiecm/gateway/v3/sessions`,
    { 'X-CM-ID': 'sbx' },
    { body: { clientId, clientSecret, grantType: 'client_credentials' } },
  );
  const { accessToken } = JSON.parse(granted.text) as { accessToken: string };
  return (service: 'identity' | 'registry', path: string, sent: Sent = {}) =>
    send(
      `${services[service]}${path}`,
      sent.token === false ? {} : { Authorization: `Bearer ${accessToken}` },
      sent,
    );
}

const v3 = '/identity/api/v3';

const failedIn = (folder: string): string[] =>
  readResults(folder)
    .obligations.filter(({ verdict }) => verdict === 'failed')
    .map(({ id }) => id);

const lastLine = (mock: OwnMock): string => mock.text().trimEnd().split('\n').at(-1) ?? '';

test('a mock marks and counts what it answers by guess, and judges nothing wrong in it', async (t) => {
  const mock = await mockUntil(t, { count: 6 }, '--no-tls');
  const send = await clientOf(mock);
  const asked = await send('identity', `${v3}/enrollment/request/otp`, { body: { scope: ['enrol'] } });
  assert.deepEqual(Object.keys(JSON.parse(asked.text) as object), ['txnId', 'message']);
  await send('identity', `${v3}/profile/account/image`, { method: 'GET' });
  await send('identity', `${v3}/profile/account`, { method: 'PATCH', body: { email: 'a@b.example' } });
  await send('registry', '/v2/registration/national-id/generateOtp', { body: { txnId: '' } });
  await send('registry', '/v1/search', { method: 'GET' });
  assert.equal(await mock.ended, 0);
  assert.match(
    mock.text(),
    /^ +#2 {2}identity {3}POST \/identity\/api\/v3\/enrollment\/request\/otp 200 \(answered by guess\) \d+ ms$/m,
  );
  assert.equal(lastLine(mock), '5 requests outside the contract were answered by guess');
  const { run } = readResults(mock.folder);
  assert.deepEqual(
    run.diagnosis.map(({ detail }) => detail),
    ['5 requests outside the contract were answered by guess'],
  );
  assert.deepEqual(failedIn(mock.folder), []);
  const recording = readFileSync(join(mock.folder, 'recording.jsonl'), 'utf8').trimEnd().split('\n');
  const answered = recording
    .map((line) => JSON.parse(line) as { answeredBy?: string; request?: object })
    .filter(({ request }) => request !== undefined);
  assert.deepEqual(new Set(answered.slice(-5).map(({ answeredBy }) => answeredBy)), new Set(['guess']));
  for (const each of answered) assert.deepEqual(checkSchema('evidence', each), []);
});

for (const lenient of [false, true])
  test(`headers and fields of requests that a ${lenient ? 'lenient' : 'strict'} mock answers by guess are judged`, async (t) => {
    const mock = await mockUntil(t, { count: 4 }, '--no-tls', ...(lenient ? ['--lenient'] : []));
    const send = await clientOf(mock);
    const otp = mock.env.TEST_OTP ?? '';
    const statuses = [
      await send('identity', `${v3}/profile/account`, { method: 'GET', token: false }),
      await send('identity', `${v3}/enrollment/request/otp`, { body: { loginId: '912345678012' } }),
      await send('identity', `${v3}/profile/login/verify`, { body: { authData: { otp } } }),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, lenient ? [200, 200, 200] : [401, 400, 400]);
    assert.equal(await mock.ended, 1);
    // A refusal is not a guess.
    assert.equal(mock.text().includes('by guess'), lenient);
    assert.deepEqual(failedIn(mock.folder).sort(), ['ENC-01', 'ENC-02', 'ENC-09', 'HDR-01']);
    const kept = readFileSync(join(mock.folder, 'recording.jsonl'), 'utf8');
    for (const secret of [otp, '912345678012'])
      assert.ok(!kept.includes(secret) && !mock.text().includes(`: ${secret}`));
  });

test('a near miss of a documented path is named in its line, and is no guess', async (t) => {
  const mock = await mockUntil(t, { count: 3 }, '--no-tls');
  const send = await clientOf(mock);
  const { status, text } = await send('registry', '/v1/registration/national-id/verifyOTP', { body: {} });
  assert.equal(status, 404);
  assert.match(text, /did you mean POST \/v4\/v2\/registration\/national-id\/verifyOTP\?/);
  await send('registry', '/v1/search', { method: 'GET' });
  assert.equal(await mock.ended, 1);
  assert.match(
    mock.text(),
    / 404 \(did you mean POST \/v4\/v2\/registration\/national-id\/verifyOTP\?\) \d+ ms {2}✗ OTP-01 ✗ VER-01\n/,
  );
  assert.equal(lastLine(mock), '1 request outside the contract was answered by guess');
});

test('the answer to a near miss and its line have the same text, with paths and addresses of the target', async (t) => {
  const target = join(temporaryFolder(t), 'target.yaml');
  writeFileSync(
    target,
    'name: clinic\npaths: { nationalId: own-id }\nservices: { registry: https://registry.example/base/v4 }\n',
  );
  const mock = await mockUntil(t, { count: 5 }, '--no-tls', '--target', target);
  const send = await clientOf(mock);
  const { registry = '', gateway = '' } = mock.services;
  assert.ok(registry.endsWith('/base/v4'));
  const verification = 'POST /base/v4/v2/registration/own-id/verifyOTP';
  for (const [service, path, text] of [
    ['registry', '/v1/registration/own-id/verifyOTP', `did you mean ${verification}?`],
    [
      'identity',
      '/v2/registration/own-id/verifyOTP',
      `POST /v2/registration/own-id/verifyOTP is an operation of the registry, at ${registry}`,
    ],
    [
      'registry',
      '/v1/login',
      "the registry's own session (5.1.5): set readings.registry-session.path in the target",
    ],
    [
      'identity',
      '/oauth/token',
      `did you mean POST /api/hiecm/gateway/v3/sessions of the gateway, at ${gateway}?`,
    ],
  ] as const) {
    const body = path.endsWith('verifyOTP') ? {} : { client_secret: 'x' };
    const answer = await send(service, path, { body });
    assert.equal(answer.status, 404);
    assert.equal(
      (JSON.parse(answer.text) as { error: { message: string } }).error.message,
      `No such operation: ${text}`,
    );
  }
  await mock.ended;
  const told = [...mock.text().matchAll(/ 404 \((.*)\) \d+ ms/g)].map(([, text]) => text);
  assert.deepEqual(told, [
    `did you mean ${verification}?`,
    `POST /v2/registration/own-id/verifyOTP is an operation of the registry, at ${registry}`,
    "the registry's own session (5.1.5): set readings.registry-session.path in the target",
    `did you mean POST /api/hiecm/gateway/v3/sessions of the gateway, at ${gateway}?`,
  ]);
});

for (const lenient of [false, true])
  test(`a ${lenient ? 'lenient' : 'strict'} mock says which OTP it expects outside the contract`, async (t) => {
    const mock = await mockUntil(t, { count: 9 }, '--no-tls', ...(lenient ? ['--lenient'] : []));
    const send = await clientOf(mock);
    const { TEST_OTP: otp = '', TEST_TXN_ID: txnId = '' } = mock.env;
    for (const [service, certificate, path] of [
      ['identity', `${v3}/profile/public/certificate`, `${v3}/profile/login/verify`],
      ['registry', '/api/v1/auth/cert', '/v1/auth/loginByOtp'],
    ] as const) {
      const { text: pem } = await send(service, certificate, { method: 'GET' });
      const verify = async (value: string, id: string) => {
        const body = { data: { otp: encryptWithForge(pem, value).toString('base64'), txnId: id } };
        return (await send(service, path, { body })).status;
      };
      assert.equal(await verify(otp, txnId), 200);
      assert.equal(await verify('905512', txnId), 400);
      const isCompared = service === 'registry' && !lenient;
      assert.equal(await verify(otp, 'another-transaction'), isCompared ? 400 : 200);
    }
    await mock.ended;
    const lines = mock
      .text()
      .split('\n')
      .filter((line) => /loginByOtp|login\/verify/.test(line));
    const hints = lines.map((line) => line.split('  ! ')[1]);
    const wrongOtp = 'the OTP is not that of the mock';
    // The transaction ids at the identity service are those of the client.
    const ofIdentity = [undefined, wrongOtp, undefined];
    assert.deepEqual(
      hints,
      [...ofIdentity, undefined, wrongOtp, 'the txnId is not one of the mock'],
      mock.text(),
    );
    assert.match(mock.text(), /^ {8}use TEST_OTP as printed at the start$/m);
    assert.doesNotMatch(mock.text(), /905512|another-transaction/);
  });

test('a transaction id of your answers is one of the mock', async (t) => {
  const folder = temporaryFolder(t);
  const target = join(folder, 'target.yaml');
  writeFileSync(target, 'name: clinic\nmock: { answers: answers.yaml }\n');
  writeFileSync(
    join(folder, 'answers.yaml'),
    `- { method: POST, path: ${v3}/enrollment/request/otp, status: 200, body: { txnId: given-by-file } }\n`,
  );
  const mock = await mockUntil(t, { count: 4 }, '--no-tls', '--target', target);
  const send = await clientOf(mock);
  const asked = await send('identity', `${v3}/enrollment/request/otp`, { body: {} });
  const { txnId } = JSON.parse(asked.text) as { txnId: string };
  const { text: pem } = await send('registry', '/api/v1/auth/cert', { method: 'GET' });
  const otp = encryptWithForge(pem, mock.env.TEST_OTP ?? '').toString('base64');
  const verified = await send('registry', '/v2/registration/national-id/verifyOTP', { body: { otp, txnId } });
  assert.equal(verified.status, 200, verified.text);
  await mock.ended;
  assert.doesNotMatch(mock.text(), /! the txnId/);
  assert.deepEqual(failedIn(mock.folder), []);
});

test('with --documented-only, every request outside the contract is unknown', async (t) => {
  const mock = await mockUntil(t, { count: 3 }, '--no-tls', '--documented-only');
  const send = await clientOf(mock);
  for (const [service, path] of [
    ['identity', `${v3}/enrollment/request/otp`],
    ['registry', '/v1/search'],
  ] as const) {
    const { status, text } = await send(service, path, { body: {} });
    assert.deepEqual([status, text], [404, '{"error":{"code":"SVC-1009","message":"No such operation"}}']);
  }
  await mock.ended;
  assert.doesNotMatch(mock.text(), /by guess/);
});

test('answers of the target file come first, and are counted apart', async (t) => {
  const folder = temporaryFolder(t);
  const target = join(folder, 'target.yaml');
  writeFileSync(target, 'name: clinic\nmock: { answers: answers.yaml }\n');
  const body = '{ name: a-name-of-no-person }';
  writeFileSync(
    join(folder, 'answers.yaml'),
    `- { method: GET, path: "/*/api/v3/profile/account", status: 203, body: ${body} }\n`,
  );
  const mock = await mockUntil(t, { count: 4 }, '--no-tls', '--target', target);
  const send = await clientOf(mock);
  for (let times = 0; times < 2; times += 1) {
    const { status, text } = await send('identity', `${v3}/profile/account`, { method: 'GET' });
    assert.deepEqual([status, text], [203, '{"name":"a-name-of-no-person"}']);
  }
  await send('identity', `${v3}/profile/account`, { method: 'DELETE' });
  await mock.ended;
  assert.match(mock.text(), / 203 \(answered by your file\) /);
  assert.equal(lastLine(mock), '1 request outside the contract was answered by guess, and 2 by your answers');
  for (const file of ['recording.jsonl', 'results.json', 'basis.json'])
    assert.ok(!readFileSync(join(mock.folder, file), 'utf8').includes('a-name-of-no-person'), file);
});
