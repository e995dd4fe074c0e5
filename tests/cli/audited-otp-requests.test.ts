import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { trafficLogOf } from '../../mutants/traffic/traffic-log';
import type { WireRecord } from '../../support/exchange/raw-exchange';
import { readResults, temporaryFolder } from '../report/embedded-run';
import { judgeIn, passing } from '../traffic/proxy/live-scene';
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

describe('a request for an OTP at a path outside the contract', () => {
  const asked = { txnId: '6f1f2a7e-3d53-4c58-9df0-3a2f7a0a8d11', mobile: '9876543210' };
  const wireOf = (url: string, method = 'POST'): WireRecord => ({
    arrivedAt: 1_795_360_098_384,
    answeredAt: 1_795_360_098_385,
    request: {
      method,
      url,
      headers: [
        ['Authorization', 'Bearer e30.e30.c2ln'],
        ['REQUEST-ID', '2b5f1c0e-8f0b-4a53-9f1e-5d6c7b8a9f01'],
        ['TIMESTAMP', '2026-11-23T08:28:18.384Z'],
        ['Content-Type', 'application/json'],
      ],
      ...(method === 'POST' && { body: Buffer.from(JSON.stringify(asked)) }),
    },
    response: { status: 200, headers: [], body: Buffer.from('{}') },
  });
  const aboutOtps = ['OTP-01', 'OTP-02', 'ENC-01', 'ENC-09', 'ENC-10'];

  for (const [certificate, url] of [
    ['https://registry.example/v4/api/v1/auth/cert', 'https://registry.example/v4/v3/otp/generateOtp'],
    [
      'https://identity.example/identity/api/v3/profile/public/certificate',
      'https://identity.example/identity/api/v3/otp/generateOtp',
    ],
  ] as const) {
    it(`${url} in a recording of a proxy`, (t) => {
      const { judge } = judgeIn(temporaryFolder(t));
      const exchange = judge.take(...passing(wireOf(url))) ?? assert.fail();
      assert.deepEqual([exchange.operation, exchange.meant], [undefined, undefined]);
      const conclusions = judge.conclude();
      assert.equal(conclusions.get('HDR-01')?.observations, 1);
      for (const id of aboutOtps) assert.equal(conclusions.get(id)?.observations ?? 0, 0, id);
    });

    it(`${url} in a traffic log`, async (t) => {
      // The first request shows which service has the host.
      const log = trafficLogOf([wireOf(certificate, 'GET'), wireOf(url)]);
      const { folder } = await auditContent(t, log, [], 'traffic.jsonl');
      const { exchanges, obligations } = readResults(folder);
      assert.equal(exchanges, 2);
      for (const { id, observations } of obligations)
        if (aboutOtps.includes(id)) assert.equal(observations, 0, id);
    });
  }
});
