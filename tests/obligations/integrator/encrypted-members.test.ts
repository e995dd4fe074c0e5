import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultReadings } from '../../../support/contract/readings';
import type { Exchange } from '../../../support/exchange/exchange';
import type { RuleContext } from '../../../support/obligations';
import { asTraffic } from '../recorded';
import { ciphertextOf } from './exchanges';
import { brokenIds, defaultRuleContext, judge } from './judge';

const ciphertext = ciphertextOf(1).toString('base64');
const verifyOtp = '/v2/registration/national-id/verifyOTP';
/** What a rule says only once a verified OTP has tempted, it says of these. */
const accepted = { otp: ciphertextOf(2).toString('base64'), txnId: defaultRuleContext.txnIds?.[0] };

interface Sent {
  readonly service: 'identity' | 'registry';
  readonly path: string;
  readonly body: object;
  readonly status?: number;
}

/** Traffic as it arrives at a proxy: without keys, and without values that were planted. */
function traffic(sent: readonly Sent[], { readings }: RuleContext = defaultRuleContext): readonly Exchange[] {
  const bodyOf = (text: string) => ({ text, bytes: Buffer.byteLength(text) });
  return sent.map(({ service, path, body, status = 200 }, index) => {
    const exchange: Exchange = {
      seq: index + 1,
      sender: 'integrator',
      arrivedAt: index * 2000,
      answeredAt: index * 2000 + 20,
      service,
      ...(path === verifyOtp && { operation: 'otp.verify' }),
      request: {
        method: 'POST',
        url: `https://${service}.example${path}`,
        headers: [['Content-Type', 'application/json']],
        body: bodyOf(JSON.stringify(body)),
      },
      response: { status, headers: [], body: bodyOf('{}') },
      facts: { scheme: 'https', loopback: false },
    };
    return asTraffic(exchange, readings);
  });
}

const verified: Sent = { service: 'registry', path: verifyOtp, body: accepted };
const enrolling = (otp: unknown): Sent => ({
  service: 'identity',
  path: '/identity/api/v3/enrolment',
  body: { scope: ['enrol'], authData: { authMethods: ['otp'], otp } },
});
const fieldsBroken = (sent: readonly Sent[], about = defaultRuleContext): string[] =>
  brokenIds(traffic(sent, about), about).filter((id) => id.startsWith('ENC-'));

test('otpValue is a field at any depth; an object called otp is not', () => {
  const base64url = ciphertext.replaceAll('+', '-').replaceAll('/', '_');
  assert.deepEqual(fieldsBroken([verified, enrolling({ otpValue: ciphertext, txnId: 'x' })]), []);
  assert.deepEqual(fieldsBroken([verified, enrolling({ otpValue: '482913' })]), ['ENC-01']);
  assert.deepEqual(fieldsBroken([verified, enrolling({ otpValue: 482913 })]), ['ENC-01']);
  assert.deepEqual(fieldsBroken([verified, enrolling({ otpValue: base64url })]), ['ENC-03']);
  assert.deepEqual(fieldsBroken([verified, enrolling({ value: 'x' })]), []);
});

test('loginId and the national-ID field are found at depth, too', () => {
  for (const name of ['loginId', 'nationalId', 'aadhaar', 'aadhaarNumber'])
    assert.deepEqual(fieldsBroken([verified, enrolling({ [name]: '482913482913' })]), ['ENC-02']);
});

test('a national-ID number in a registration is a field of the registry; a search by one is no registration', () => {
  const registering = (value: unknown, path = '/v2/registration/national-id/create'): Sent => ({
    service: 'registry',
    path,
    body: { person: { nationalId: value }, loginId: 'asha', name: 'Asha' },
  });
  assert.deepEqual(fieldsBroken([verified, registering('482913482913')]), ['ENC-02']);
  assert.deepEqual(fieldsBroken([verified, registering(482913482913)]), ['ENC-02']);
  assert.deepEqual(fieldsBroken([verified, registering(ciphertext.replaceAll('+', '-'))]), ['ENC-03']);
  for (const absent of [ciphertext, null, ''])
    assert.deepEqual(fieldsBroken([verified, registering(absent)]), []);
  assert.deepEqual(fieldsBroken([verified, registering('482913482913', '/v1/search/by-id')]), []);
});

test('a member that holds nothing is absent, but not where an OTP is verified', () => {
  for (const nothing of [null, '']) {
    for (const name of ['otpValue', 'loginId', 'nationalId', 'otp'])
      assert.deepEqual(fieldsBroken([verified, enrolling({ [name]: nothing, value: 'x' })]), [], name);
    const onTop: Sent = { ...verified, path: '/v2/registration/x', body: { otpValue: nothing, txnId: 'x' } };
    assert.deepEqual(fieldsBroken([verified, onTop]), []);
    const empty: Sent = { ...verified, body: { ...accepted, otp: nothing } };
    assert.deepEqual(fieldsBroken([verified, empty]), ['ENC-03']);
  }
});

test('where an OTP is verified, what stands under otp is the field itself', () => {
  const wrong: Sent = { ...verified, body: { ...accepted, otp: { value: ciphertext } } };
  assert.deepEqual(fieldsBroken([verified, wrong]), ['ENC-03']);
});

test('the reading encrypted-members names other members', () => {
  const about = {
    ...defaultRuleContext,
    readings: { ...defaultReadings, 'encrypted-members': ['pinBlock'] },
  };
  const sent: Sent = {
    service: 'registry',
    path: '/v2/registration/pin',
    body: { deep: [{ pinBlock: '482913' }] },
  };
  assert.deepEqual(fieldsBroken([verified, sent], about), ['ENC-01']);
  assert.deepEqual(fieldsBroken([verified, sent]), []);
});

test('the reading national-id-field names one field, or several', () => {
  const sent = enrolling({ aadhaar: '482913482913', idNumber: '482913482914' });
  const brokenBy = (names: string | readonly string[]) =>
    fieldsBroken([verified, sent], {
      ...defaultRuleContext,
      readings: { ...defaultReadings, 'national-id-field': names },
    });
  assert.deepEqual(brokenBy('idNumber'), ['ENC-02']);
  assert.deepEqual(brokenBy(['pan', 'idNumber']), ['ENC-02']);
  assert.deepEqual(brokenBy('pan'), []);
});

test('digits alone are no identifier', () => {
  const digits = enrolling({ number: '482913482913', mobileNumber: '9876543210', code: '482913' });
  assert.deepEqual(fieldsBroken([verified, digits]), []);
});

test('a txnId that is sent as OTP, too, is the one that was given all the same', () => {
  const given = '0d9c1f1e-3c1a-4f58-9a64-0c5e8d1f2a37';
  const recording = traffic([{ ...verified, status: 400, body: { otp: given, txnId: given } }]);
  const before = traffic([{ ...verified, status: 400, body: { otp: given, txnId: given } }], {
    ...defaultRuleContext,
    txnIds: [given],
  });
  const found = (exchanges: readonly Exchange[], txnIds: readonly string[]) =>
    judge(exchanges, { ...defaultRuleContext, txnIds }).get('OTP-02')?.breachCount;
  assert.equal(found(before, [given]), 0);
  assert.equal(found(recording, ['another']), 1);
});
