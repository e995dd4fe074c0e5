import { area } from './area';

/** How the registry verifies a national-ID OTP (clauses 2.5, 4.3). */
export const otp = area('otp', {
  'OTP-01': {
    clauses: ['4.3'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'must',
    seen: 'passive',
    title: 'The OTP is verified on the documented path',
    rule:
      'Verification of the national-ID OTP is a POST to ' +
      '/v2/registration/national-id/verifyOTP with otp and txnId in a JSON body.',
  },
  'OTP-02': {
    clauses: ['2.5'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'The txnId is that of the earlier step',
    rule:
      'Together with the OTP goes the txnId that the step ' +
      'before had given out, be it the link or the OTP request.',
  },
  'OTP-03': {
    clauses: ['2.5'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'A right OTP is answered with three strings',
    rule: 'The registry answers a right OTP with txnId, authResult and message, each of them a string.',
  },
  'OTP-04': {
    clauses: ['2.5'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'The answer repeats the txnId of the request',
    rule: 'In the answer stands the same txnId as in the request.',
  },
  'OTP-05': {
    clauses: ['2.5'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'active',
    title: 'A right OTP yields success',
    rule: 'For a right OTP the value of authResult is success.',
  },
});
