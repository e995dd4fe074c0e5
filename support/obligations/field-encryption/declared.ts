import { home } from '../judge/home';

export const nothingStoredPlain = home({
  id: 'ENC-16',
  clauses: ['6.3.4'],
  quote: 'Plaintext national-ID numbers and OTPs are never logged or stored.',
  subject: 'integrator',
  roles: ['identity', 'registry'],
  level: 'must',
  seen: 'declared',
  title: 'National-ID numbers and OTPs are not stored in plain text',
  rule: 'The integrator stores no national-ID number and no OTP in plaintext.',
});
