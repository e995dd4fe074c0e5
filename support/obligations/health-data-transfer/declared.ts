import { home } from '../judge/home';

export const keysDiscarded = home({
  id: 'HDT-19',
  clauses: ['6.2.2'],
  quote: 'The private key is kept only for this transfer session.',
  subject: 'integrator',
  roles: ['hip'],
  level: 'must',
  seen: 'declared',
  title: 'The transfer key ends with its session',
  rule: 'The HIP holds its private key no longer than the transfer session for which it was made.',
});
