import { area } from './area';

/** What the headers of a call owe (clause 5.2). */
export const headers = area('headers', {
  'HDR-01': {
    clauses: ['5.1.2', '5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Calls carry an issued access token as bearer',
    rule:
      'Each call is made with Authorization: Bearer and a token that really was issued as an ' +
      'access token. Outside of this are the session call, the triggers of the dummy payer, ' +
      'which have bearer_auth in its place, and fetching the published callback certificates.',
  },
  'HDR-02': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Every v3 request has a REQUEST-ID',
    rule: 'The header REQUEST-ID is present on each v3 request.',
  },
  'HDR-03': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'REQUEST-ID is a version 4 UUID',
    rule: 'The value of REQUEST-ID is a UUID whose version is 4 and whose variant is that of RFC 9562.',
  },
  'HDR-04': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'REQUEST-ID has no uppercase letters',
    rule: 'All letters in a REQUEST-ID are lowercase.',
  },
  'HDR-05': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'REQUEST-ID is new for every request',
    rule:
      'No two v3 requests share a REQUEST-ID, and a repeat or a retry counts as a ' +
      'request of its own. Two cases are only noted: a resend by the transport of a ' +
      'request that had received no byte of an answer, and a redirect that is followed.',
  },
  'HDR-06': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Every v3 request has a TIMESTAMP',
    rule: 'The header TIMESTAMP is present on each v3 request.',
  },
  'HDR-07': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'TIMESTAMP is UTC with three millisecond digits',
    rule:
      'TIMESTAMP is written in ISO-8601 form in UTC, gives milliseconds as exactly ' +
      'three digits and ends in Z. The instant that it names really exists.',
  },
  'HDR-08': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'TIMESTAMP shows the time of the request',
    rule:
      'The TIMESTAMP of a request is current at its arrival and moves on with ' +
      'the clock: on two requests more than one second apart it differs.',
  },
  'HDR-09': {
    clauses: ['5.2', '7'],
    subject: 'service',
    roles: ['gateway'],
    level: 'must',
    seen: 'active',
    title: 'The gateway rejects a stale TIMESTAMP',
    rule: 'When the TIMESTAMP of a v3 call is stale, the call is refused.',
  },
  'HDR-10': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'X-CM-ID names the right consent manager',
    rule:
      'The session call has an X-CM-ID, and so has each consent or data ' +
      'call that the target lists. Every X-CM-ID that is sent, on whatever ' +
      'call, is sbx in the sandbox and the configured suffix in production.',
  },
  'HDR-11': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'JSON bodies are declared as application/json',
    rule:
      'Where a documented request has a body that is not empty, its ' +
      'Content-Type is application/json, with or without parameters.',
  },
  'HDR-12': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'passive',
    title: 'Bridge-scoped requests name a HIP or HIU',
    rule:
      'X-HIP-ID or X-HIU-ID is on each request that the target lists as ' +
      'bridge-scoped. Without any in that list the obligation is not-applicable.',
  },
  'HDR-13': {
    clauses: ['5.2'],
    subject: 'service',
    roles: ['gateway'],
    level: 'observe',
    seen: 'active',
    title: 'The answers to odd request headers are noted',
    rule:
      'The suite notes the answer to a TIMESTAMP in the future, and ' +
      'to a REQUEST-ID that is missing, uppercase or used before.',
  },
  'HDR-14': {
    clauses: ['5.2'],
    subject: 'integrator',
    roles: ['session'],
    level: 'must',
    seen: 'declared',
    title: 'The clocks of the integrator agree with real time',
    rule: 'The integrator keeps its clocks synchronised.',
  },
});
