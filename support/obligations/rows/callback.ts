import { area } from './area';

/** What callbacks carry, and which are taken (clauses 5.1.6, 6.1). */
export const callback = area('callback', {
  'CBK-01': {
    clauses: ['6.1', '4.7.2'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'Callbacks carry the correlation id of their cycle',
    rule:
      'Every callback of a request cycle, from the first to ' +
      'the last, bears the correlation id of that cycle.',
  },
  'CBK-02': {
    clauses: ['5.1.6'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'Callbacks carry a JWT that can be verified',
    rule: 'Each callback brings a JWT, and the published certificates verify it.',
  },
  'CBK-03': {
    clauses: ['5.1.6'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'Callbacks with a valid JWT are taken',
    rule: 'The integrator accepts a callback whose JWT is valid.',
  },
  'CBK-04': {
    clauses: ['5.1.6'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A callback without a valid JWT is refused',
    rule:
      'The integrator refuses a callback that has no JWT, and one whose JWT has ' +
      'expired or is not valid yet (RFC 7519). It also refuses a JWT that no ' +
      'published certificate verifies: tampered with, signed by a foreign key, with ' +
      'an unknown kid, with alg none, or with an HMAC keyed with the public key.',
  },
  'CBK-05': {
    clauses: ['6.1', '4.7.2'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'Parallel cycles are told apart',
    rule: 'When several cycles run at the same time, the integrator separates them by their correlation ids.',
  },
  'CBK-06': {
    clauses: ['6.1'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'should',
    seen: 'active',
    title: 'Repeated, late and unknown callbacks do no harm',
    rule:
      'No harm follows from a callback that arrives a second time, ' +
      'that arrives late, or whose correlation id is unknown.',
  },
  'CBK-07': {
    clauses: ['5.2'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'passive',
    title: 'Bridge-scoped callbacks name a HIP or HIU',
    rule:
      'X-HIP-ID or X-HIU-ID is on each callback that the target lists as ' +
      'bridge-scoped. Where it lists none, the obligation is not-applicable.',
  },
  'CBK-08': {
    clauses: ['5.1.6'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'should',
    seen: 'active',
    title: 'A JWT meant for others is refused',
    rule:
      'Where the target states an audience or an issuer, the integrator refuses ' +
      'a JWT that is for another audience or comes from another issuer.',
  },
});
