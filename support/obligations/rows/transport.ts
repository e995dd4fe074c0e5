import { area } from './area';

/** TLS, version segments and limits (clauses 2.4, 8, 9). */
export const transport = area('transport', {
  'SEC-01': {
    clauses: ['2.4'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Calls travel over TLS only',
    rule:
      'The integrator makes every call over TLS. With plain ' +
      'http on loopback the obligation is not-applicable.',
  },
  'SEC-02': {
    clauses: ['2.4'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'active',
    title: 'Services show a TLS certificate that verifies',
    rule:
      'The services answer over TLS, with a certificate that verifies. One that fails verification counts ' +
      'as a failure and not as unreachable; plain http on loopback makes the obligation not-applicable.',
  },
  'VER-01': {
    clauses: ['9.2', '9.3'],
    subject: 'integrator',
    roles: ['registry', 'provider'],
    level: 'must',
    seen: 'passive',
    title: 'Paths keep their v1 and v2 segments',
    rule:
      'Behind the base addresses, the operations of the registry and of the ' +
      'provider side have the v1 and v2 segments that are documented for them.',
  },
  'LIM-01': {
    clauses: ['8'],
    subject: 'service',
    roles: ['gateway'],
    level: 'observe',
    seen: 'passive',
    title: 'The answers of rate and size limits are noted',
    rule: 'The suite notes what comes back where a limit of rate or size is met.',
  },
});
