import { area } from './area';

/** How the dummy payer is addressed and triggered (clauses 2.7, 4.4, 4.5). */
export const dummyPayer = area('dummy-payer', {
  'DPY-01': {
    clauses: ['4.4'],
    subject: 'integrator',
    roles: ['trigger'],
    level: 'must',
    seen: 'passive',
    title: 'Actions are triggered by POST on process/request',
    rule:
      'The integrator triggers an action by POST to /process/request and ' +
      'sends the headers Accept, Content-Type and bearer_auth with it.',
  },
  'DPY-02': {
    clauses: ['4.4'],
    subject: 'integrator',
    roles: ['trigger'],
    level: 'must',
    seen: 'passive',
    title: 'Action and method have documented values',
    rule:
      'The value of action is one of Approve, Reject and ' +
      'Query; that of method is one of Preauth and Claim.',
  },
  'DPY-03': {
    clauses: ['4.4'],
    subject: 'integrator',
    roles: ['trigger'],
    level: 'must',
    seen: 'passive',
    title: 'A trigger names the correlation id of its cycle',
    rule: 'correlationId has the shape of a UUID and equals the one of the request cycle.',
  },
  'DPY-04': {
    clauses: ['4.5'],
    subject: 'integrator',
    roles: ['trigger'],
    level: 'must',
    seen: 'passive',
    title: 'Payment notices start by POST on paymentNotice/init',
    rule:
      'To start a payment notice the integrator sends POST to ' +
      '/paymentNotice/init, again with Accept, Content-Type and bearer_auth.',
  },
  'DPY-05': {
    clauses: ['4.5'],
    subject: 'integrator',
    roles: ['trigger'],
    level: 'must',
    seen: 'passive',
    title: 'A payment notice names provider and claim',
    rule:
      'providerId is the own id of the provider: digits, then @, then a ' +
      'network suffix. claimNumber is a string, and an empty one is allowed.',
  },
  'DPY-06': {
    clauses: ['2.7', '4.7.1'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'The plan bundle carries the test provider and policy',
    rule: 'In the insurance plan bundle stand the provider id 32722 and the policy number 100217.',
  },
  'DPY-07': {
    clauses: ['1.4'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'The dummy payer is addressed by its participant id',
    rule: 'The address of the dummy payer is 1000003538@ followed by the network suffix.',
  },
  'DPY-08': {
    clauses: ['4.4', '4.5'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'The dummy payer accepts well-formed triggers',
    rule: 'Whether it asks for an action or for a payment notice, a trigger in good form is accepted.',
  },
  'DPY-09': {
    clauses: ['4.4'],
    subject: 'service',
    roles: ['payer'],
    level: 'observe',
    seen: 'active',
    title: 'The answers to odd triggers are noted',
    rule:
      'The suite notes the answers to an unknown action, to an unknown method, to an ' +
      'unknown correlationId and to a missing bearer_auth, and the shape that answers have.',
  },
});
