import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readResults } from '../report/embedded-run';
import { auditContent } from './auditing';

const entry = (path: string, body: object) => ({
  startedDateTime: '2026-11-01T10:00:00.000Z',
  time: 1,
  request: {
    method: 'POST',
    url: `https://registry.example/v4${path}`,
    httpVersion: 'HTTP/1.1',
    headers: [
      { name: 'Authorization', value: 'Bearer e30.e30.c2ln' },
      { name: 'Content-Type', value: 'application/json' },
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    postData: { mimeType: 'application/json', text: JSON.stringify(body) },
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    headers: [],
    cookies: [],
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    content: { size: 2, mimeType: 'application/json', text: '{}' },
  },
  cache: {},
  timings: { send: 0, wait: 1, receive: 0 },
});

const failures = async (t: Parameters<typeof auditContent>[0], path: string, body: object) => {
  const entries = [entry(path, body)];
  const har = { log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } };
  const { folder } = await auditContent(t, JSON.stringify(har));
  return readResults(folder)
    .obligations.filter(({ verdict }) => verdict === 'failed')
    .map(({ id }) => id);
};

test('an audit judges a request for an OTP as no verification', async (t) => {
  const record = { otp: '', txnId: '6f1f2a7e-3d53-4c58-9df0-3a2f7a0a8d11', mobile: '9876543210' };
  for (const path of [
    '/v2/registration/national-id/generateOtp',
    '/v1/registration/mobile/generateMobileOTP',
    '/v2/registration/national-id/resendOTP',
  ])
    assert.deepEqual(await failures(t, path, record), [], path);
  assert.deepEqual(await failures(t, '/v2/registration/national-id/verifyOtp', record), ['OTP-01']);
});
