import { area } from './area';

/** The cycles between provider and payer (clause 4.7). */
export const payerFlow = area('payer-flow', {
  'FLW-01': {
    clauses: ['4.7.1'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'The answer to an insurance plan request is processed',
    rule:
      'For an insurance plan the provider sends v1/insuranceplan/request, ' +
      'and in the callback it processes what the payer answers.',
  },
  'FLW-02': {
    clauses: ['4.7.2'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'An eligibility check keeps one correlation id',
    rule:
      'For coverage eligibility the provider sends v1/coverageeligibility/check, ' +
      'stores the correlation id of that request and uses it throughout the cycle.',
  },
  'FLW-03': {
    clauses: ['4.7.3'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'An approved preauthorization ends as approved',
    rule:
      'Where the payer approves a preauthorization, the provider had sent ' +
      'v1/preauth/submit and takes the final answer that comes on v1/preauth/on_submit.',
  },
  'FLW-04': {
    clauses: ['4.7.3'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A rejected preauthorization ends as rejected',
    rule:
      'Where the payer rejects a preauthorization, the provider had sent v1/preauth/submit ' +
      'and takes the final answer on v1/preauth/on_submit as a rejection.',
  },
  'FLW-05': {
    clauses: ['4.7.3'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A queried preauthorization is answered with documents',
    rule:
      'Where the payer queries a preauthorization, the provider replies to the communication request ' +
      'on v1/communication/on_request, with documents, and does so ahead of the final answer.',
  },
  'FLW-06': {
    clauses: ['4.7.4'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'An approved claim ends as approved',
    rule:
      'Where the payer approves a claim, the provider had sent v1/claim/submit ' +
      'and takes the final answer that comes on v1/claim/on_submit.',
  },
  'FLW-07': {
    clauses: ['4.7.4'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A rejected claim ends as rejected',
    rule:
      'Where the payer rejects a claim, the provider had sent v1/claim/submit ' +
      'and takes the final answer on v1/claim/on_submit as a rejection.',
  },
  'FLW-08': {
    clauses: ['4.7.4'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A queried claim is answered with documents',
    rule:
      'Where the payer queries a claim, the provider replies to the communication ' +
      'request with documents, and does so ahead of the final answer.',
  },
  'FLW-09': {
    clauses: ['4.7.5'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A payment notice is acknowledged',
    rule: 'After the prompt of a payment notice the provider sends its acknowledgment.',
  },
  'FLW-10': {
    clauses: ['4.7.6'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'A communication runs from query to adjudication',
    rule:
      'Once v1/preauth/submit has gone out as the parent request and a Query has followed, the provider ' +
      'receives the communication request, answers it with the documents, and receives the adjudication.',
  },
  'FLW-11': {
    clauses: ['4.7'],
    subject: 'integrator',
    roles: ['provider'],
    level: 'must',
    seen: 'active',
    title: 'The steps of a cycle keep their order',
    rule: 'Within a cycle no trigger precedes its submit, and no reply precedes its query.',
  },
  'FLW-12': {
    clauses: ['4.7'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'Approve and Reject lead to the final answer',
    rule:
      'After Approve or Reject the final answer arrives on the ' +
      'on_submit callback that belongs to the method in the trigger.',
  },
  'FLW-13': {
    clauses: ['4.7', '6.1'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'Query leads to a communication request',
    rule:
      'After Query a callback arrives on v1/communication/request, and ' +
      'once that has been replied to, on_submit brings the final answer.',
  },
  'FLW-14': {
    clauses: ['4.7'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'Plan requests and eligibility checks bring data',
    rule:
      'Insurance plan requests get plan data of the test policy ' +
      'from the payer, and eligibility checks get eligibility data.',
  },
  'FLW-15': {
    clauses: ['4.7.5'],
    subject: 'service',
    roles: ['payer'],
    level: 'must',
    seen: 'active',
    title: 'A payment notice trigger prompts the provider',
    rule:
      'A call of paymentNotice/init makes the dummy payer ' +
      'start a payment notice prompt towards the provider.',
  },
});
