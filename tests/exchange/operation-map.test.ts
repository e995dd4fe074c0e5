import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfiguredSegments } from '../../support/contract/operations';
import { defaultReadings } from '../../support/contract/readings';
import { OperationMap } from '../../support/exchange/operation-map';

const services = {
  gateway: 'https://dev.example/gateway',
  identity: 'https://abha.example/abha',
  registry: 'https://hpr.example/v4',
};

const operationAt = (paths: ConfiguredSegments, known: typeof services | object = services) => {
  const map = new OperationMap({ services: known, paths, readings: defaultReadings });
  return (method: string, url: string) => map.map(method, url)?.operation;
};

const otp = (segment: string, version = 'v2') =>
  `https://hpr.example/v4/${version}/registration/${segment}/verifyOTP`;
const certificate = (segment: string) =>
  `https://abha.example/abha/${segment}/api/v3/profile/public/certificate`;

test('where the target names services and no paths, any segment stands for a stand-in', () => {
  for (const known of [services, {}]) {
    const at = operationAt({}, known);
    for (const segment of ['national-id', 'identity', 'aadhaar', 'abha']) {
      assert.equal(at('POST', otp(segment)), 'otp.verify');
      assert.equal(at('GET', certificate(segment)), 'certificate.identity');
      assert.equal(at('GET', otp(segment)), undefined);
      assert.equal(at('POST', otp(segment, 'v1')), undefined);
      assert.equal(at('POST', otp(segment).replace('verifyOTP', 'verifyOtp')), undefined);
    }
    assert.equal(at('POST', otp('').replace('//', '/')), undefined);
  }
  const at = operationAt({});
  assert.equal(at('GET', 'https://abha.example/abha/api/v3/profile/public/certificate'), undefined);
  assert.equal(at('POST', otp('aadhaar').replace('/v4', '')), undefined);
});

test('the spelling of scheme, host and default port does not matter, that of the path does', () => {
  const spellings = [
    'https://hpr.example',
    'https://hpr.example:443',
    'HTTPS://HPR.Example',
    'https://hpr.example.',
  ];
  for (const written of spellings)
    for (const named of spellings) {
      const at = operationAt({}, { ...services, registry: `${named}/v4` });
      const path = '/v2/registration/national-id/verifyOTP';
      assert.equal(at('POST', `${written}/v4${path}?trace=1`), 'otp.verify', `${written} ${named}`);
      assert.equal(at('POST', `${written}/V4${path}`), undefined);
      assert.equal(at('POST', `${written}${path}`), undefined);
    }
  const at = operationAt({});
  assert.equal(at('POST', 'https://hpr.example:8443/v4/v2/registration/national-id/verifyOTPs'), undefined);
});

test('before the paths between provider and payer any prefix is right, at whatever address', () => {
  const oneHost = { gateway: 'https://one.example', provider: 'https://one.example/hcx' };
  for (const known of [services, {}, oneHost, { ...services, provider: 'https://payer.example/base' }]) {
    const map = new OperationMap({ services: known, paths: {}, readings: defaultReadings });
    for (const base of [
      'https://one.example',
      'https://one.example/preauthservice',
      'https://payer.example/a/b',
    ]) {
      const at = (path: string) => map.map('POST', base + path);
      const sent = { sender: 'integrator', service: 'provider' };
      assert.deepEqual(at('/v1/preauth/submit'), { ...sent, operation: 'preauth.submit' });
      assert.deepEqual(at('/v1/paymentnotice/on_request'), sent);
      for (const wrong of [
        '/v2/preauth/submit',
        '/preauth/submit',
        '/v1/preauth/submits',
        'v1/preauth/submit',
      ])
        assert.equal(at(wrong)?.operation, undefined, wrong);
    }
  }
});

test('what goes to a host that took a message of a provider goes to the payer, too', () => {
  const map = new OperationMap({ services: {}, paths: {}, readings: defaultReadings });
  assert.equal(map.map('POST', 'https://one.example/preauth/submit'), undefined);
  map.map('POST', 'https://one.example/hcx/v1/claim/submit');
  assert.equal(map.map('POST', 'https://one.example/preauth/submit')?.service, 'provider');
});

test('where the target names a segment, that one alone is right', () => {
  for (const known of [services, {}]) {
    const at = operationAt({ nationalId: 'a.dhaar' }, known);
    assert.equal(at('POST', otp('a.dhaar')), 'otp.verify');
    for (const other of ['national-id', 'aadhaar']) assert.equal(at('POST', otp(other)), undefined);
    assert.equal(at('GET', certificate('anything')), 'certificate.identity');
  }
});

test('where several services have one base address, the path tells them apart', () => {
  const one = 'https://one.example';
  const map = new OperationMap({
    services: { gateway: one, identity: one, registry: one },
    paths: {},
    readings: defaultReadings,
  });
  for (const [path, service, operation] of [
    ['/identity/api/v3/profile/public/certificate?a=b', 'identity', 'certificate.identity'],
    ['/api/v1/auth/cert', 'registry', 'certificate.registry'],
  ] as const)
    assert.deepEqual(map.map('GET', one + path), { sender: 'integrator', service, operation });
});

test('a request without an operation at an address that the target does not name is marked', () => {
  const at = (known: object) => {
    const map = new OperationMap({ services: known, paths: {}, readings: defaultReadings });
    return (path: string) => map.map('GET', `https://hpr.example/v4${path}`)?.unplaced;
  };
  for (const path of ['/auth/cert', '/api/v1/auth/cert']) assert.equal(at(services)(path), undefined);
  assert.equal(at({})('/api/v1/auth/cert'), undefined);
  assert.equal(at({})('/auth/cert'), true);
});

test('before the paths of the dummy payer v1 is as good as none, unless the target says which it has', () => {
  const [plain, versioned] = ['/process/request', '/v1/process/request'];
  const base = 'https://payer.example/mock';
  const found = (choice: 'free' | 'none' | 'v1', known: object): string[] => {
    const map = new OperationMap({
      services: known,
      paths: {},
      readings: { ...defaultReadings, 'payer-segment': choice },
    });
    const isFound = (path: string) => map.map('POST', base + path)?.operation === 'dummyPayer.trigger';
    return [plain, versioned, '/v2/process/request', '/v1/v1/process/request'].filter(isFound);
  };
  const named = { dummyPayer: base };
  assert.deepEqual(found('free', named), [plain, versioned]);
  assert.deepEqual(found('none', named), [plain]);
  assert.deepEqual(found('v1', named), [versioned]);
  // Without addresses, whatever is in front may be the base.
  assert.deepEqual(found('v1', {}), [versioned, '/v1/v1/process/request']);
  assert.equal(found('none', {}).length, 4);
});

test('a request for an OTP verifies nothing, so its path alone does not place it', () => {
  const map = new OperationMap({ services: {}, paths: {}, readings: defaultReadings });
  const at = (path: string) => map.map('POST', `https://hpr.example/v4/v2/registration/${path}`);
  for (const path of ['mobile/generateOTP', 'mobile/resendOTP', 'national-id/generateOtp'])
    assert.deepEqual([at(path)?.operation, at(path)?.unplaced], [undefined, true], path);
  assert.equal(at('mobile/verifyOTP')?.unplaced, undefined);
});
