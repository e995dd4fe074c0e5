import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { MockRecord } from '../../support/mock/arriving-request';
import type { Mock } from '../../support/mock/start-mock';
import { tolerance } from '../../support/mock/tolerance';
import type { Answer, Asking } from './ask';
import {
  sendExactRequest,
  askDummyPayer,
  createSession,
  identityCertificate,
  newSession,
  registryCertificate,
  sessionBody,
  v3Headers,
} from './ask';
import { rawClient } from './raw-client';
import { movableClock, runningMock } from './running-mock';
import { codeOf, startMockPair } from './tolerant-scene';

describe('a session whose request has one slip is refused by a strict gateway and granted by a tolerant one', () => {
  const slips: Readonly<Record<string, (mock: Mock) => Asking>> = {
    'a REQUEST-ID of version 1': () => ({
      headers: { 'REQUEST-ID': '6fa459ea-ee8a-11e3-a3ac-0800200c9a66' },
    }),
    'no REQUEST-ID': () => ({ headers: { 'REQUEST-ID': undefined } }),
    'a TIMESTAMP with an offset': () => ({ headers: { TIMESTAMP: '2026-11-21T15:30:00.123+05:30' } }),
    'a TIMESTAMP an hour old': () => ({
      headers: { TIMESTAMP: new Date(Date.now() - 3_600_000).toISOString() },
    }),
    'another X-CM-ID': () => ({ headers: { 'X-CM-ID': 'abdm' } }),
    'no Content-Type': () => ({ headers: { 'Content-Type': undefined } }),
    'another grantType': (mock) => ({ body: { ...sessionBody(mock), grantType: 'password' } }),
    'names in snake case': ({ account: { clientId, clientSecret } }) => ({
      body: { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
    }),
    'a form in place of JSON': ({ account: { clientId, clientSecret } }) => ({
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ clientId, clientSecret, grantType: 'client_credentials' }).toString(),
    }),
    'JSON in UTF-16': (mock) => ({ body: Buffer.from(JSON.stringify(sessionBody(mock)), 'utf16le') }),
    'JSON in a JSON string': (mock) => ({ body: JSON.stringify(JSON.stringify(sessionBody(mock))) }),
    'a clientId that appears twice': (mock) => ({
      body: JSON.stringify(sessionBody(mock)).replace(/"clientId":"[^"]*"/, '$&,$&'),
    }),
    'a secret that is empty': (mock) => ({ body: { ...sessionBody(mock), clientSecret: '' } }),
  };
  for (const [what, slip] of Object.entries(slips))
    it(what, async (t) => {
      const { tolerant, strict } = await startMockPair(t);
      const refused = await createSession(strict, slip(strict));
      assert.ok(refused.status >= 400, `${refused.status} ${refused.text}`);
      const granted = await createSession(tolerant, slip(tolerant));
      assert.equal(granted.status, 200, granted.text);
    });
});

test('a byte order mark is ignored by a strict gateway and by a tolerant one', async (t) => {
  const { tolerant, strict } = await startMockPair(t);
  for (const mock of [strict, tolerant]) {
    const granted = await createSession(mock, { body: `\ufeff${JSON.stringify(sessionBody(mock))}` });
    assert.equal(granted.status, 200, granted.text);
  }
});

test('credentials of which neither is right are refused by a tolerant gateway too', async (t) => {
  const { tolerant } = await startMockPair(t);
  const body = { clientId: 'unknown', clientSecret: 'nothing', grantType: 'client_credentials' };
  assert.equal(codeOf(await createSession(tolerant, { body })), 'SVC-9999');
});

describe('a session at an old path is granted, and recorded as addressed to no operation', () => {
  for (const [method, path] of [
    ['POST', '/gateway/v0.5/sessions'],
    ['POST', '/api/hiecm/gateway/v3/session'],
    ['GET', '/api/hiecm/gateway/v3/sessions'],
  ] as const)
    it(`${method} ${path}`, async (t) => {
      const { tolerant, strict, seen } = await startMockPair(t);
      const body = (mock: Mock): string => JSON.stringify(sessionBody(mock));
      const query = (mock: Mock): string =>
        method === 'GET' ? `?${new URLSearchParams(sessionBody(mock) as Record<string, string>)}` : '';
      const send = (mock: Mock): Promise<Answer> =>
        sendExactRequest(`${mock.urls.gateway}${path}${query(mock)}`, {
          method,
          headers: { ...v3Headers(), 'X-CM-ID': 'sbx', 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: body(mock) }),
        });
      assert.equal((await send(strict)).status, 404);
      assert.equal((await send(tolerant)).status, 200);
      assert.equal(seen.at(-1)?.operation, undefined);
      assert.equal(seen.at(-1)?.meant, 'session.create');
    });
});

describe('a certificate at another path is given, and recorded as addressed to no operation', () => {
  const elsewhere: readonly (readonly ['gateway' | 'identity' | 'registry', string, string])[] = [
    ['identity', '/api/v3/profile/public/certificate', 'identity'],
    ['identity', '/v3/identity/api/v3/profile/public/certificate', 'identity'],
    ['identity', '/identity/api/v3/profile/public/certificate/', 'identity'],
    ['identity', '/identity/api/v3/profile/public/certificate.pem', 'identity'],
    ['identity', '/identity/api/v3/profile/public-key', 'identity'],
    ['identity', '/v1/auth/cert', 'identity'],
    ['identity', '/api/v1/auth/cert', 'registry'],
    ['gateway', '/v1/auth/cert', 'identity'],
    ['gateway', '/identity/api/v3/profile/public/certificate', 'identity'],
    ['gateway', '/api/v1/auth/cert', 'registry'],
    ['registry', '/v4/auth/cert', 'registry'],
    ['registry', '/v4/api/v1/auth/publicKey', 'registry'],
    ['registry', '/v3/v4/api/v1/auth/cert', 'registry'],
    ['registry', '/api/v1/auth/cert', 'registry'],
    ['registry', '/v4/identity/api/v3/profile/public/certificate', 'identity'],
  ];
  for (const [service, path, whose] of elsewhere)
    it(`${path} of ${service}`, async (t) => {
      const { tolerant, strict, seen } = await startMockPair(t);
      const fetch = async (mock: Mock): Promise<Answer> =>
        sendExactRequest(new URL(path, mock.urls[service]).href, {
          headers: { ...v3Headers(), Authorization: `Bearer ${(await newSession(mock)).accessToken}` },
        });
      assert.equal((await fetch(strict)).status, 404);
      const { status, text } = await fetch(tolerant);
      assert.equal(status, 200);
      assert.match(text, /PUBLIC KEY/);
      const { operation, meant } = seen.at(-1) ?? {};
      assert.deepEqual([operation, meant], [undefined, `certificate.${whose}`]);
    });
});

test('a path that was meant for nothing known stays unknown', async (t) => {
  const { tolerant, seen } = await startMockPair(t);
  const answer = await sendExactRequest(`${tolerant.urls.gateway}/wp-login.php`, {
    method: 'POST',
    body: 'log=admin',
  });
  assert.equal(answer.status, 404);
  assert.equal(seen.at(-1)?.meant, undefined);
});

describe('a request to the dummy payer is taken for a trigger only where it is meant as one', () => {
  const body = { providerId: '1000000001@sbx', action: 'view' };
  for (const [path, meant] of [
    ['/process/requests', 'dummyPayer.trigger'],
    ['/v0.5/paymentNotice/init', 'paymentNotice.init'],
    ['/policies/search', undefined],
  ] as const)
    it(path, async (t) => {
      const { tolerant, seen } = await startMockPair(t);
      await askDummyPayer(tolerant, path, 'x', { body });
      assert.equal(seen.at(-1)?.meant, meant);
    });
});

describe('a call without a token that was issued', () => {
  for (const [what, changes] of [
    ['no Authorization', { Authorization: undefined }],
    ['a token that was never issued', { Authorization: 'Bearer abc.def.ghi' }],
    ['no scheme', { Authorization: 'abc.def.ghi' }],
  ] as const)
    it(`${what}: refused by a strict service, served by a tolerant one`, async (t) => {
      const { tolerant, strict } = await startMockPair(t);
      assert.equal((await registryCertificate(strict, 'x', changes)).status, 401);
      assert.equal((await registryCertificate(tolerant, 'x', changes)).status, 200);
      assert.equal((await identityCertificate(tolerant, 'x', changes)).status, 200);
    });
});

test('a token that has expired is refused by a tolerant service too: a client has to renew it', async (t) => {
  const clock = movableClock();
  const mock = await runningMock(t, { tls: false, tolerance, seams: { clock: clock.now } });
  const { accessToken, expiresIn } = await newSession(mock);
  assert.equal((await registryCertificate(mock, accessToken)).status, 200);
  clock.forward(expiresIn + 1);
  assert.equal((await registryCertificate(mock, accessToken)).status, 401);
});

test('a payment notice without claimNumber, and without bearer_auth, starts a prompt at a tolerant payer', async (t) => {
  const { tolerant, strict } = await startMockPair(t);
  const body = { providerId: '1000000001' };
  const send = (mock: Mock): Promise<Answer> =>
    askDummyPayer(mock, '/paymentNotice/init', 'x', { headers: { bearer_auth: undefined }, body });
  assert.equal((await send(strict)).status, 401);
  assert.equal((await send(tolerant)).status, 202);
});

test('a tolerant service that speaks TLS answers in clear too, and tells which it was', async (t) => {
  const seen: MockRecord[] = [];
  const mock = await runningMock(t, {
    tolerance,
    observe: (observation) => {
      seen.push(observation);
    },
  });
  assert.equal((await createSession(mock)).status, 200);
  const inClear = { ...mock, urls: { ...mock.urls, gateway: mock.urls.gateway.replace('https:', 'http:') } };
  assert.equal((await createSession(inClear)).status, 200);
  assert.deepEqual(
    seen.map(({ secure }) => secure),
    [true, false],
  );
});

test('a strict service that speaks TLS answers nothing in clear', async (t) => {
  const mock = await runningMock(t);
  await assert.rejects(sendExactRequest(mock.urls.gateway.replace('https:', 'http:')));
});

test('a connection that ends before its first byte leaves the others alone', async (t) => {
  const mock = await runningMock(t, { tolerance });
  const silent = rawClient(mock.urls.gateway);
  silent.socket.end();
  await silent.answered;
  assert.equal((await createSession(mock)).status, 200);
});
