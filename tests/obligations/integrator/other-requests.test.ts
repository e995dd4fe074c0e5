import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdapterCall } from '../../../support/exchange/exchange';
import type { Change } from '../exchanges';
import { concludeFromExchanges, describeConclusion, makeExchange } from '../exchanges';

const correlationId = '00000001-0000-4000-8000-000000000000';
const trigger = { action: 'Approve', method: 'Preauth', correlationId };
const notice = { providerId: '1000000001@sbx', claimNumber: '' };

const toPayer = (line: string, sent?: object): Change => {
  const [method = '', path = ''] = line.split(' ');
  return {
    sender: 'integrator',
    service: 'dummyPayer',
    method,
    url: `https://payer.example${path}`,
    ...(sent && { sent }),
  };
};

const told = (id: string, change: Change): string =>
  describeConclusion(concludeFromExchanges(id, [makeExchange(change)]));

describe('a request to the dummy payer that is meant as no trigger is not judged as one', () => {
  const others: readonly (readonly [line: string, body?: object])[] = [
    ['GET /health'],
    ['GET /status'],
    ['GET /v1/process/status'],
    ['HEAD /process/request'],
    ['OPTIONS /paymentNotice/init'],
    ['GET /paymentNotice/list'],
    ['POST /policies/search', { providerId: '1000000001@sbx' }],
    ['POST /audit', { action: 'view', correlationId }],
    ['POST /participant/status', { method: 'Preauth', correlationId }],
  ];
  for (const [line, body] of others)
    it(line, () => {
      for (const id of ['DPY-01', 'DPY-04']) assert.equal(told(id, toPayer(line, body)), '0 kept, 0 broken');
    });
});

describe('a request to the dummy payer that is meant as a trigger is judged wherever it goes', () => {
  const meant: readonly (readonly [line: string, body: object | undefined, id: 'DPY-01' | 'DPY-04'])[] = [
    ['GET /process/request', undefined, 'DPY-01'],
    ['POST /Process/Request', {}, 'DPY-01'],
    ['POST /process/request/', {}, 'DPY-01'],
    ['POST /process/requests', {}, 'DPY-01'],
    ['POST /process-request', {}, 'DPY-01'],
    ['POST /v0.5/process/request', {}, 'DPY-01'],
    ['POST /trigger', trigger, 'DPY-01'],
    ['PUT /paymentNotice/init', {}, 'DPY-04'],
    ['POST /paymentnotice/init', {}, 'DPY-04'],
    ['POST /payment/notice/init', {}, 'DPY-04'],
    ['POST /v1/payment-notice/init', {}, 'DPY-04'],
    ['POST /notices', notice, 'DPY-04'],
  ];
  for (const [line, body, id] of meant)
    it(line, () => {
      assert.equal(told(id, toPayer(line, body)), '0 kept, 1 broken');
      const other = id === 'DPY-01' ? 'DPY-04' : 'DPY-01';
      assert.equal(told(other, toPayer(line, body)), '0 kept, 0 broken');
    });
});

const verification = { otp: 'x', txnId: 'y' };
const toRegistry = (line: string, sent: object | undefined, call?: AdapterCall): Change => {
  const [method = '', path = ''] = line.split(' ');
  const url = `https://registry.example/v4${path}`;
  return {
    ...toPayer(line, sent),
    service: 'registry',
    method,
    url,
    ...(call && { call }),
  };
};
const asked: AdapterCall = { answer: 1, method: 'otp.verify' };

describe('a request to the registry that verifies no national-ID OTP is not judged as if it did', () => {
  const others: readonly (readonly [line: string, body?: object])[] = [
    ['POST /v2/registration/mobile/verifyOTP', verification],
    ['POST /v1/registration/mobile/verifyOTP', verification],
    ['POST /v2/registration/mobile/verifyOTP', { mobileOtp: 'x' }],
    ['POST /v1/registration/verifyMobileOtp', verification],
    ['POST /v2/registration/national-id/generateOTP', { nationalId: 'x' }],
    ['POST /v2/registration/national-id/resendOTP', { txnId: 'y' }],
    // A client may send all members of its record, before it receives an OTP.
    ['POST /v2/registration/national-id/generateOtp', { otp: '', txnId: 'y' }],
    ['POST /v1/registration/national-id/sendOtp', { otp: null, txnId: '' }],
    ['POST /v1/registration/mobile/generateMobileOTP', verification],
    ['POST /v1/registration/request/otp', verification],
    ['POST /v1/otp/resend', verification],
    ['POST /v1/registration/createHprId', { txnId: 'y' }],
    ['GET /v1/search/professionals'],
    ['POST /v1/doctors/search', { name: 'x' }],
  ];
  for (const [line, body] of others)
    it(line, () => {
      for (const call of [undefined, asked])
        for (const id of ['OTP-01', 'VER-01'])
          assert.equal(told(id, toRegistry(line, body, call)), '0 kept, 0 broken', id);
    });
});

describe('a request to the registry that is meant to verify a national-ID OTP is judged as one', () => {
  const near = [
    'POST /v1/registration/national-id/verifyOTP',
    'POST /registration/national-id/verifyOTP',
    'POST /v2/registration/national-id/verifyOtp',
    'POST /v2/registration/national-id/verify-otp',
    'POST /v2/registration/national-id/verifyOTP/',
    'POST /v2/registration/aadhaar/verify_otp',
    'GET /v2/registration/national-id/verifyOTP',
  ];
  for (const line of near)
    it(line, () => {
      assert.equal(told('OTP-01', toRegistry(line, verification)), '0 kept, 1 broken');
    });

  it('on a path of its own only while the suite asks for it', () => {
    const line = 'POST /v2/login/confirm';
    assert.equal(told('OTP-01', toRegistry(line, verification)), '0 kept, 0 broken');
    assert.equal(told('OTP-01', toRegistry(line, verification, asked)), '0 kept, 1 broken');
  });
});
