import { area } from './area';

/** How public certificates are served, fetched and cached (clauses 4.2, 6.3.1). */
export const certificate = area('certificate', {
  'CRT-01': {
    clauses: ['4.2'],
    subject: 'service',
    roles: ['identity'],
    level: 'must',
    seen: 'passive',
    title: 'The identity service publishes an RSA 2048 key',
    rule:
      'The certificate of the identity service is PEM text; it ' +
      'has a PUBLIC KEY block with an RSA key of 2048 bits.',
  },
  'CRT-02': {
    clauses: ['4.2'],
    subject: 'service',
    roles: ['registry'],
    level: 'must',
    seen: 'passive',
    title: 'The registry publishes an RSA 2048 key',
    rule:
      'As its certificate the registry serves PEM text in ' +
      'which a PUBLIC KEY block holds a 2048-bit RSA key.',
  },
  'CRT-03': {
    clauses: ['4.2', '7'],
    subject: 'service',
    roles: ['identity'],
    level: 'must',
    seen: 'active',
    title: 'Certificates are not given without authentication',
    rule:
      'A certificate request without authentication is answered with ' +
      '401, at the identity service as well as at the registry.',
  },
  'CRT-04': {
    clauses: ['4.2'],
    subject: 'integrator',
    roles: ['identity'],
    level: 'must',
    seen: 'passive',
    title: 'Identity certificate requests have their three headers',
    rule:
      'Authorization, REQUEST-ID and TIMESTAMP are on the request ' +
      'that fetches the certificate of the identity service.',
  },
  'CRT-05': {
    clauses: ['4.2'],
    subject: 'integrator',
    roles: ['registry'],
    level: 'must',
    seen: 'passive',
    title: 'Registry certificate requests have Authorization',
    rule: 'The request that fetches the certificate of the registry has the header Authorization.',
  },
  'CRT-06': {
    clauses: ['4.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'passive',
    title: 'Certificate requests are GET without a body',
    rule: 'The integrator uses GET to fetch a certificate and sends no body with it.',
  },
  'CRT-07': {
    clauses: ['6.3.1'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'passive',
    title: 'One certificate fetch serves many values',
    rule:
      'For each service the certificate is fetched a single time and then cached, and not anew for ' +
      'every value; this is judged over at least three encryptions. Further fetches are excused when ' +
      'they were asked for, come after a rejection or a failed fetch, or are made by a new process.',
  },
  'CRT-08': {
    clauses: ['6.3.1'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'A decryption error leads to a fresh certificate',
    rule:
      'When a service has reported a decryption or padding error, its ' +
      'certificate is fetched anew before that service gets its next ciphertext.',
  },
  'CRT-09': {
    clauses: ['4.2'],
    subject: 'integrator',
    roles: ['identity', 'registry'],
    level: 'must',
    seen: 'active',
    title: 'Each service gets ciphertext under its own key',
    rule: 'The key that encrypts a field belongs to the service to which the field goes.',
  },
});
