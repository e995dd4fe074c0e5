import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingOverrides } from '../../../support/contract/readings';
import { resolveReadings } from '../../../support/contract/readings';
import { OperationMap } from '../../../support/exchange/operation-map';
import type { Exchange } from '../../../support/exchange/exchange';
import { asTraffic } from '../recorded';
import { ciphertextOf } from './exchanges';
import { brokenIds, defaultRuleContext } from './judge';

const path = '/own/check';
const ciphertext = ciphertextOf(1).toString('base64');
const txnId = defaultRuleContext.txnIds?.[0];

type Chosen = ReadingOverrides['mobile-otp-path'];

/** Returns the obligations that one request to the path breaks in traffic, without keys and without a run. */
function brokenBy(chosen: Chosen, service: 'identity' | 'registry', body: object): string[] {
  const about = {
    ...defaultRuleContext,
    readings: resolveReadings(chosen ? { 'mobile-otp-path': chosen } : {}),
  };
  const text = JSON.stringify(body);
  const exchange: Exchange = {
    seq: 1,
    sender: 'integrator',
    arrivedAt: 0,
    answeredAt: 20,
    service,
    request: {
      method: 'POST',
      url: `https://${service}.example${path}`,
      headers: [['Content-Type', 'application/json']],
      body: { text, bytes: Buffer.byteLength(text) },
    },
    response: { status: 200, headers: [], body: { text: '{}', bytes: 2 } },
    facts: { scheme: 'https', loopback: false },
  };
  return brokenIds([asTraffic(exchange, about.readings)], about).filter((id) => /^(ENC|OTP)-/.test(id));
}

for (const service of ['identity', 'registry'] as const)
  test(`a raw OTP in the verify-mobile-OTP call of ${service} breaks ENC-01 once the target names the path`, () => {
    for (const body of [{ otp: '482913', txnId }, { authData: { otp: { otpValue: '482913' } } }])
      assert.deepEqual(brokenBy({ [service]: path }, service, body), ['ENC-01']);
    assert.deepEqual(brokenBy({ [service]: path }, service, { otp: ciphertext, txnId }), []);
    assert.deepEqual(brokenBy(path, service, { otp: '482913', txnId }), ['ENC-01']);
  });

test('a path of the other service, and one that no reading names, is no verification', () => {
  assert.deepEqual(brokenBy({ registry: path }, 'identity', { otp: '482913', txnId }), []);
  assert.deepEqual(brokenBy(undefined, 'registry', { otp: '482913', txnId }), []);
});

test('a mobile number beside the OTP may be plain or encrypted: the document does not show which', () => {
  for (const mobile of ['9812345670', ciphertext])
    assert.deepEqual(brokenBy(path, 'registry', { otp: ciphertext, txnId, mobile }), []);
});

test('traffic without addresses goes to the service whose path the reading names', () => {
  const serviceBy = (chosen: Chosen, url: string) => {
    const readings = resolveReadings(chosen ? { 'mobile-otp-path': chosen } : {});
    return new OperationMap({ services: {}, paths: {}, readings }).map('POST', url);
  };
  const url = `https://a.example${path}`;
  assert.deepEqual(serviceBy({ identity: path }, url), { sender: 'integrator', service: 'identity' });
  assert.deepEqual(serviceBy({ registry: path }, url), { sender: 'integrator', service: 'registry' });
  assert.equal(serviceBy(path, url)?.service, 'registry');
  assert.equal(serviceBy(undefined, url), undefined);
});
