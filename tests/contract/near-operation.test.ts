import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearOperation, nearOperationText } from '../../support/contract/near-operation';
import type { ServiceName } from '../../support/contract/operations';
import { defaultReadings } from '../../support/contract/readings';
import { nearPaths, otherPaths } from './near-paths';

describe('a near miss of a documented path', () => {
  for (const [service, id, ...paths] of nearPaths)
    for (const path of paths)
      it(`${path} at ${service} means ${id}`, () => {
        assert.equal(nearOperation(service, path)?.id, id);
      });
});

describe('a path that is meant for something else', () => {
  for (const [service, ...paths] of otherPaths)
    for (const path of paths)
      it(`${path} at ${service}`, () => {
        assert.equal(nearOperation(service, path), undefined);
      });
});

describe('the text about a near miss', () => {
  const places = {
    paths: { nationalId: 'own-id' },
    bases: { registry: 'https://registry.example/base/v4', gateway: 'https://gateway.example' },
    readings: defaultReadings,
  };
  const otp = { otp: 'x', txnId: 'x' };
  const text = (
    service: ServiceName,
    path: string,
    own: Partial<typeof places> = places,
    request: { readonly method?: string; readonly body?: unknown } = {},
  ) =>
    nearOperationText(
      { service, method: 'POST', path, body: otp, ...request },
      { paths: {}, bases: {}, readings: defaultReadings, ...own },
    );

  it('has the paths and the base path of the target', () => {
    const wanted = 'did you mean POST /base/v4/v2/registration/own-id/verifyOTP?';
    for (const path of ['/base/v4/v1/registration/x/verifyOTP', '/v4/v2/registration/own-id/verify'])
      assert.equal(text('registry', path), wanted, path);
  });

  it('has the words of the document and the version of the sandbox without a target', () => {
    const wanted = 'did you mean POST /v4/v2/registration/national-id/verifyOTP?';
    assert.equal(text('registry', '/v4/v1/registration/x/verifyOTP', {}), wanted);
  });

  it('has the segment of the dummy payer that the target names', () => {
    const readings = { ...defaultReadings, 'payer-segment': 'v1' } as const;
    assert.equal(
      text('dummyPayer', '/process/requests', { readings }),
      'did you mean POST /v1/process/request?',
    );
  });

  it('names another service, and its address if that is known', () => {
    const path = '/v2/registration/x/verifyOTP';
    const operation = 'POST /v2/registration/own-id/verifyOTP is an operation of the registry';
    assert.equal(text('identity', path), `${operation}, at https://registry.example/base/v4`);
    assert.equal(text('identity', path, { paths: places.paths }), operation);
  });

  it('names the verification behind a path that ends in verify only if an OTP is verified there', () => {
    const path = '/v4/v2/registration/aadhaar/verify';
    const wanted = 'did you mean POST /v4/v2/registration/national-id/verifyOTP?';
    assert.equal(text('registry', path, {}), wanted);
    assert.equal(text('registry', path, {}, { body: { data: { otpValue: 1 } } }), wanted);
    for (const request of [
      { method: 'GET' },
      { method: 'PUT' },
      { body: undefined },
      { body: { bioData: 'x', txnId: 'x' } },
      { body: { otp: '', bioData: 'x', txnId: 'x' } },
    ])
      assert.equal(text('registry', path, {}, request), undefined, JSON.stringify(request));
    assert.equal(text('registry', '/v4/v2/registration/aadhaar-mobile/verify', {}), undefined);
    assert.equal(text('identity', '/v2/registration/aadhaar/verify', {}), undefined);
  });

  it('knows the identity segment of the target in the path of a certificate', () => {
    const path = '/own-segment/profile/public/cert';
    const paths = { identity: 'own-segment', nationalId: 'x' };
    assert.match(text('identity', path, { paths }) ?? '', /^did you mean GET \/own-segment\/api/);
    assert.equal(text('identity', path, {}), undefined);
  });

  it('does not depend on a segment that only resembles the national ID', () => {
    assert.equal(text('registry', '/v4/v2/registration/facility/verify', {}), undefined);
    const paths = { nationalId: 'facility' };
    assert.match(
      text('registry', '/v4/v2/registration/facility/verify', { paths }) ?? '',
      /facility\/verifyOTP\?$/,
    );
  });
});
