import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it, test } from 'node:test';
import { paddingRejection, sha256Only } from '../../support/mock/stimuli';
import type { Answer } from './ask';
import { sendExactRequest, identityCertificate, newSession, registryCertificate, verifyOtp } from './ask';
import type { Padding } from './forge-encryption';
import { encryptWithForge } from './forge-encryption';
import { codeOf, startMockPair } from './tolerant-scene';

describe('an OTP that was encrypted or sent in another way', () => {
  const sha256: Padding = { oaep: 'sha256', mgf1: 'sha256' };
  type Sending = (otp: string, pem: string, identityPem: string) => string | number;
  const ways: Readonly<Record<string, Sending>> = {
    'in base64url': (otp, pem) => encryptWithForge(pem, otp).toString('base64url'),
    'in hexadecimal': (otp, pem) => encryptWithForge(pem, otp).toString('hex'),
    'behind a data URL': (otp, pem) => `data:;base64,${encryptWithForge(pem, otp).toString('base64')}`,
    'in Base64 twice': (otp, pem) =>
      Buffer.from(encryptWithForge(pem, otp).toString('base64')).toString('base64'),
    'under SHA-256': (otp, pem) => encryptWithForge(pem, otp, sha256).toString('base64'),
    'under the key of the identity service': (otp, _pem, identityPem) =>
      encryptWithForge(identityPem, otp).toString('base64'),
    'in quotes': (otp, pem) => encryptWithForge(pem, `"${otp}"`).toString('base64'),
    'not encrypted': (otp) => otp,
    'merely encoded': (otp) => Buffer.from(otp).toString('base64'),
  };
  for (const [what, write] of Object.entries(ways))
    it(`${what}: rejected by a strict registry, taken by a tolerant one`, async (t) => {
      const { tolerant, strict } = await startMockPair(t);
      const answers: number[] = [];
      for (const mock of [strict, tolerant]) {
        const { accessToken } = await newSession(mock);
        const pem = (await registryCertificate(mock, accessToken)).text;
        const identityPem = (await identityCertificate(mock, accessToken)).text;
        const otp = write(mock.account.otp, pem, identityPem);
        const body = { otp, txnId: mock.account.txnId };
        answers.push((await verifyOtp(mock, accessToken, { body })).status);
      }
      assert.deepEqual(answers, [400, 200]);
    });
});

/** A tolerant registry, and what it answers to an OTP that is sent to it in the documented way. */
async function tolerantRegistry(t: TestContext) {
  const { tolerant: mock, seen } = await startMockPair(t);
  const { accessToken } = await newSession(mock);
  const pem = (await registryCertificate(mock, accessToken)).text;
  const verify = (body: object): Promise<Answer> => verifyOtp(mock, accessToken, { body });
  const right = () => encryptWithForge(pem, mock.account.otp).toString('base64');
  return { mock, seen, pem, verify, right, accessToken };
}

test('a CORS preflight does not use up a fault', async (t) => {
  const { mock, verify, right } = await tolerantRegistry(t);
  const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' };
  const url = `${mock.urls.registry}/v2/registration/national-id/verifyOTP`;
  mock.stimuli.play(paddingRejection);
  const before = await sendExactRequest(url, { method: 'OPTIONS', headers: preflight });
  const rejected = await verify({ otp: right(), txnId: mock.account.txnId });
  assert.deepEqual([before.text.includes(codeOf(rejected)), rejected.status], [false, 400]);
  assert.equal((await verify({ otp: right(), txnId: mock.account.txnId })).status, 200);
});

test('another OTP is refused by a tolerant registry too', async (t) => {
  const { mock, pem, verify } = await tolerantRegistry(t);
  const wrong = encryptWithForge(pem, `9${mock.account.otp.slice(0, 5)}x`).toString('base64');
  assert.equal(codeOf(await verify({ otp: wrong, txnId: mock.account.txnId })), 'SVC-2003');
});

test('what no key opens is rejected by a tolerant registry too', async (t) => {
  const { mock, verify } = await tolerantRegistry(t);
  const otp = Buffer.alloc(256, 7).toString('base64');
  assert.equal(codeOf(await verify({ otp, txnId: mock.account.txnId })), 'SVC-2002');
});

test('a transaction that was not given is taken, and comes back as it was sent', async (t) => {
  const { verify, right } = await tolerantRegistry(t);
  const answer = await verify({ otp: right(), txnId: 'made-anew' });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((JSON.parse(answer.text) as { txnId: string }).txnId, 'made-anew');
});

test('an OTP on another path is taken for one, also while the registry rejects the next ciphertext', async (t) => {
  const { mock, seen, right, accessToken } = await tolerantRegistry(t);
  const send = (): Promise<Answer> =>
    sendExactRequest(`${mock.urls.registry}/v1/registration/national-id/verifyOTP`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ otp: right(), txnId: mock.account.txnId }),
    });
  mock.stimuli.play(paddingRejection);
  assert.equal(codeOf(await send()), 'SVC-2002');
  assert.equal((await send()).status, 200);
  assert.equal(seen.at(-1)?.meant, 'otp.verify');
});

test('a registry that takes SHA-256 only rejects SHA-1, however tolerant it is otherwise', async (t) => {
  const { mock, verify, right } = await tolerantRegistry(t);
  mock.stimuli.play(sha256Only('registry'));
  assert.equal(codeOf(await verify({ otp: right(), txnId: mock.account.txnId })), 'SVC-2002');
});
