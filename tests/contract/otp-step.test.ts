import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verifiesOtherIdentifier } from '../../support/contract/meant-verification';
import { endsInOtp, otpStepAt } from '../../support/contract/otp-step';

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
