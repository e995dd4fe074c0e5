import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVerificationByBody, verifiesOtherIdentifier } from '../../support/contract/meant-verification';
import {
  createsWithOtp,
  endsInOtp,
  guessOtpStep,
  namesOtp,
  needsOtp,
  otpStepAt,
} from '../../support/contract/otp-step';

const steps = {
  request: [
    '/enrollment/request/otp',
    '/v1/registration/national-id/generateOtp',
    '/v1/registration/national-id/generateMobileOTP',
    '/v1/registration/mobile/generateOTP/',
    '/login/send-otp',
    '/login/sendOtp',
    '/otp/resend',
    '/resendOtp',
    '/login/request_otp',
    '/otp/generate',
    '/otpRequest',
    '/registration/national-id/checkAndGenerateMobileOTP',
    '/login/sendViaMobileOtp',
    '/v3/otp/generateOtp',
    '/otp/generateOtp/',
  ],
  verification: [
    '/profile/login/verify',
    '/v2/registration/national-id/verifyOTP',
    '/v1/registration/mobile/verifyMobileOTP',
    '/verify/otp',
    '/otp/verify',
    '/auth/authByOtp',
    '/auth/confirmWithMobileOtp',
    '/validateOtp',
    '/loginByOtp',
    '/auth/verify-by-otp',
    '/enrollment/enrol/byAadhaarOtp',
    '/enrollment/enrol/by/otp',
    '/login/via-mobile-otp',
    '/account/usingEmailOtp',
    '/registration/national-id/createIdWithMobileOtp',
    '/getTokenByOtp',
  ],
  none: [
    '/profile/account',
    '/login/otp',
    '/enrollment/enrol/byAadhaar',
    '/search',
    '/',
    '',
    '/resend',
    '/auth/init',
    '/otp/status',
    '/unverified',
  ],
} as const;

describe('the step with an OTP that a path names', () => {
  for (const [step, paths] of Object.entries(steps))
    for (const path of paths)
      it(`${path || 'an empty path'}: ${step}`, () => {
        assert.equal(otpStepAt(path) ?? 'none', step);
      });

  it('is open for a path that ends in otp and says no more', () => {
    assert.deepEqual(['/login/otp', '/otp/status'].map(endsInOtp), [true, false]);
  });
});

it('a request for the OTP of a mobile number verifies no other identifier', () => {
  const paths = ['/v2/registration/mobile/generateOTP', '/v2/registration/mobile/verifyOTP'];
  assert.deepEqual(paths.map(verifiesOtherIdentifier), [false, true]);
});

it('a path on which something is created with an OTP is not that of a mere verification', () => {
  const paths = ['/v1/registration/national-id/createIdWithMobileOtp', '/v1/auth/authByOtp'];
  assert.deepEqual(paths.map(createsWithOtp), [true, false]);
  const names = new Set(['otp', 'txnid']);
  assert.deepEqual(
    paths.map((path) => isVerificationByBody(path, names)),
    [false, true],
  );
});

it('a member contains an OTP if its name says so', () => {
  const otps = [
    'otp',
    'OTP',
    'otpValue',
    'otp_value',
    'mobileOtp',
    'aadhaar_otp',
    'otpCode',
    'userOtp',
    'encryptedOtp',
  ];
  assert.deepEqual(
    otps.filter((name) => !namesOtp(name)),
    [],
  );
  const others = [
    'otpSystem',
    'otpType',
    'sendOtp',
    'generateMobileOtp',
    'isOtp',
    'otpSent',
    'otpTxnId',
    'password',
    'token',
  ];
  assert.deepEqual(others.filter(namesOtp), []);
});

describe('the step with an OTP that a request takes', () => {
  const cases: readonly (readonly [string, string, string, unknown])[] = [
    ['verification', 'POST', '/enrol/byId', { data: { otp: { otpValue: 'x' } } }],
    ['verification', 'POST', '/generateOtp', { otp: 'x' }],
    ['verification', 'PUT', '/login/otp', [{ mobileOtp: 123456 }]],
    ['verification', 'POST', '/login/verify', undefined],
    ['none', 'POST', '/enrol', { otp: '', txnId: 'x' }],
    ['none', 'POST', '/enrol', { authData: { otp: null, txnId: 'x' } }],
    ['verification', 'POST', '/login/verify', { otp: '', txnId: 'x' }],
    ['request', 'POST', '/login/otp', { otp: '', txnId: 'x' }],
    ['request', 'POST', '/generateOtp', { otp: null }],
    ['none', 'POST', '/enrol', { txnId: 'x', data: { txnId: 'x' } }],
    ['none', 'POST', '/enrol', { otp: '' }],
    ['none', 'POST', '/enrol', { otp: true, otpSystem: 'x', authMethods: ['otp'], txnId: 'x' }],
    ['none', 'GET', '/generateOtp', { otp: 'x' }],
    ['none', 'HEAD', '/login/verify', undefined],
    ['none', 'OPTIONS', '/login/verify', undefined],
  ];
  for (const [step, method, path, body] of cases)
    it(`${method} ${path} ${body === undefined ? 'without a body' : JSON.stringify(body)}: ${step}`, () => {
      assert.equal(guessOtpStep({ method, path, body }) ?? 'none', step);
    });
});

describe('a verification', () => {
  const needing: readonly (readonly [string, unknown])[] = [
    ['/login/verify', { otp: '', txnId: 'x' }],
    ['/login/verify', { authMethods: ['otp'], otp: { otpValue: '' } }],
    ['/login/verify', { authMethods: ['password', 'MOBILE_OTP'], otpValue: null }],
    ['/login/verify', { otp: '', password: '', bio: { fingerPrint: null }, authMethods: [] }],
    ['/login/verify', { otp: '', pinCode: '110001', hpId: 'x', surface: 'x', biography: '' }],
    ['/auth/authByOtp', { otp: null, txnId: 'x' }],
    ['/v1/registration/mobile/verifyMobile', { otp: '' }],
    ['/otp/verify/', { otp: '' }],
  ];
  for (const [path, body] of needing)
    it(`needs an OTP: ${path} ${JSON.stringify(body)}`, () => {
      assert.equal(needsOtp({ path, body }), true);
    });

  const others: readonly (readonly [string, unknown])[] = [
    ['/login/verify', { authData: { authMethods: ['password'], otp: null, password: { value: 'x' } } }],
    ['/login/verify', { authMethods: ['PASSWORD'], otp: null }],
    ['/login/verify', { authMode: 'DEMOGRAPHICS', otp: null }],
    ['/account/verify', { otpValue: '', password: 'x' }],
    ['/account/verify', { otpValue: '', bioData: 'x' }],
    ['/account/verify', { otpValue: '', bio: { fingerPrintAuthPid: 'x' } }],
    ['/account/verify', { otpValue: '', mPin: 1234 }],
    ['/account/verify', { otpValue: '', faceAuthPid: 'x' }],
    ['/registration/aadhaar/verifyBio', { otp: '', txnId: 'x' }],
    ['/registration/aadhaar/verifyDocument', { otp: '', txnId: 'x' }],
    ['/password/verify', { otp: '', txnId: 'x' }],
  ];
  for (const [path, body] of others)
    it(`can do without an OTP: ${path} ${JSON.stringify(body)}`, () => {
      assert.equal(needsOtp({ path, body }), false);
    });
});
