import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearOperation } from '../../support/contract/near-operation';
import type { OperationId, ServiceName } from '../../support/contract/operations';

const near: readonly (readonly [ServiceName, OperationId, ...string[]])[] = [
  [
    'registry',
    'otp.verify',
    '/v4/v1/registration/national-id/verifyOTP',
    '/v4/v2/registration/national-id/verifyOTP',
    '/v2/registration/national-id/verifyOTP',
    '/v4/registration/national-id/verifyOtp',
    '/v4/v2/Registration/national-id/verifyOTP',
    '/v4/v2/registration/national-id/verify-otp/',
    '/v4/v2/registraton/national-id/verifyOTP',
    '/v4/v2/registration/verifyOTP',
    '/v4/v2/registration/national-id/otp/verifyOTP',
    '/base/v4/v2/registration/national-id/verifyOTP',
  ],
  ['registry', 'certificate.registry', '/v4/api/v2/auth/cert', '/v4/v1/auth/cert', '/v4/api/v1/auth/certs'],
  ['registry', 'certificate.registry', '/v4/api/v1/auth/public/cert', '/v4/API/v1/auth/cert'],
  [
    'identity',
    'certificate.identity',
    '/identity/api/v1/profile/public/certificate',
    '/identity/api/v3/profile/public/certificates',
    '/identity/api/v3/profile/certificate',
    '/api/v3/profile/public/certificate',
  ],
  // The documented path of another service.
  ['identity', 'otp.verify', '/v2/registration/national-id/verifyOTP'],
  ['identity', 'session.create', '/api/hiecm/gateway/v3/sessions'],
  ['gateway', 'session.create', '/gateway/v0.5/sessions', '/api/hiecm/gateway/v3/session'],
  ['dummyPayer', 'dummyPayer.trigger', '/proces/request', '/process/Request'],
  ['provider', 'claim.submit', '/v2/claim/submit', '/v1/claims/submit', '/claim/submit'],
];

const other: readonly (readonly [ServiceName, ...string[]])[] = [
  [
    'registry',
    '/v4/v2/registration/mobile/verifyOTP',
    '/v4/v1/registration/national-id/mobile/verifyOTP',
    '/v4/v2/registration/national-id/generateOTP',
    '/v4/v2/registration/national-id/resendOTP',
    '/v4/v1/login/verifyOTP',
    '/v4/v1/auth/init',
    '/v4/api/v1/auth',
    '/v4/v1/search',
    '/v4/v1/registration/national-id/verifyOTP/status',
  ],
  [
    'identity',
    '/identity/api/v3/profile/account',
    '/identity/api/v3/enrollment/request/otp',
    '/identity/api/v3/profile/login/verify',
    '/process/request',
    '/',
  ],
  ['gateway', '/api/hiecm/gateway/v3/bridges', '/chat/sessions'],
  ['dummyPayer', '/process/status', '/health'],
];

describe('a near miss of a documented path', () => {
  for (const [service, id, ...paths] of near)
    for (const path of paths)
      it(`${path} at ${service} means ${id}`, () => {
        assert.equal(nearOperation(service, path)?.id, id);
      });
});

describe('a path that is meant for something else', () => {
  for (const [service, ...paths] of other)
    for (const path of paths)
      it(`${path} at ${service}`, () => {
        assert.equal(nearOperation(service, path), undefined);
      });
});
