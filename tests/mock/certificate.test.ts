import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import {
  sendExactRequest,
  identityCertificate,
  newSession,
  registryCertificate,
  timestamp,
  v3Headers,
  type Answer,
} from './ask';
import { assertRefused } from './envelope';
import { runningMock } from './running-mock';

const certificates = { identity: identityCertificate, registry: registryCertificate };

function rsaKey(answer: Answer) {
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers['content-type']), /^text\/plain/);
  assert.match(answer.text, /^-----BEGIN PUBLIC KEY-----\n[\w+/=\n]+-----END PUBLIC KEY-----\n$/);
  return createPublicKey(answer.text);
}

for (const [service, fetchCertificate] of Object.entries(certificates)) {
  test(`the ${service} certificate is the PEM of a 2048-bit RSA key`, async (t) => {
    const mock = await runningMock(t);
    const key = rsaKey(await fetchCertificate(mock, (await newSession(mock)).accessToken));
    assert.equal(key.asymmetricKeyType, 'rsa');
    assert.equal(key.asymmetricKeyDetails?.modulusLength, 2048);
  });

  test(`the ${service} certificate is for callers with a token`, async (t) => {
    const mock = await runningMock(t);
    const { accessToken } = await newSession(mock);
    for (const Authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer nonsense',
      accessToken,
      `Basic ${accessToken}`,
    ]) {
      const answer = await fetchCertificate(mock, accessToken, { Authorization });
      assertRefused(answer, 401);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    }
    rsaKey(await fetchCertificate(mock, accessToken));
  });
}

test('the two certificates differ', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  const identity = rsaKey(await identityCertificate(mock, accessToken));
  assert.equal(identity.equals(rsaKey(await registryCertificate(mock, accessToken))), false);
});

test('the identity certificate asks for the headers of v3, the registry for none', async (t) => {
  const mock = await runningMock(t);
  const { accessToken } = await newSession(mock);
  const from = (changes: Record<string, string | undefined>) =>
    identityCertificate(mock, accessToken, changes);
  const stale = timestamp(Date.now() - 600_000);
  assert.match(assertRefused(await from({ 'REQUEST-ID': undefined }), 400), /REQUEST-ID/);
  assert.match(assertRefused(await from({ TIMESTAMP: undefined }), 400), /TIMESTAMP is missing/);
  assert.equal(assertRefused(await from({ TIMESTAMP: stale }), 400), 'TIMESTAMP is stale');
  rsaKey(await from({}));
  rsaKey(await registryCertificate(mock, accessToken, { TIMESTAMP: stale }));
});

test('any segment stands for a stand-in that is not given', async (t) => {
  const mock = await runningMock(t, { account: { paths: { nationalId: 'number' } } });
  const { accessToken } = await newSession(mock);
  const headers = { Authorization: `Bearer ${accessToken}`, ...v3Headers() };
  const at = (path: string, method = 'GET') =>
    sendExactRequest(mock.urls.identity + path, { method, headers, ca: mock.ca ?? '' });
  for (const segment of ['identity', 'who', '%61', 'x'.repeat(500)])
    rsaKey(await at(`/${segment}/api/v3/profile/public/certificate`));
  for (const path of ['', '/', '/a/b', '/identity/'])
    assertRefused(await at(`${path}/api/v3/profile/public/certificate`), 404);
  assertRefused(await at('/who/api/v3/profile/public/certificates'), 404);
  assertRefused(await at('/who/api/v3/profile/public/certificate', 'POST'), 404);
  const otp = (segment: string) =>
    sendExactRequest(`${mock.urls.registry}/v2/registration/${segment}/verifyOTP`, {
      method: 'POST',
      headers,
      ca: mock.ca ?? '',
    });
  assertRefused(await otp('number'), 415);
  assertRefused(await otp('national-id'), 404);
});

test('stand-ins of paths can be given', async (t) => {
  const mock = await runningMock(t, { account: { paths: { identity: 'who', nationalId: 'number' } } });
  const { accessToken } = await newSession(mock);
  const url = `${mock.urls.identity}/who/api/v3/profile/public/certificate`;
  const headers = { Authorization: `Bearer ${accessToken}`, ...v3Headers() };
  rsaKey(await sendExactRequest(url, { headers, ca: mock.ca ?? '' }));
  assertRefused(await identityCertificate(mock, accessToken), 404);
});
