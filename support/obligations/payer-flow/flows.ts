import { home } from '../judge/home';
import { flow } from './flow';
import { directCauses, queriedCauses } from './provider-causes';
import { providerFlow } from './provider-flow';
import { began, data, queried } from './cycle-checks';

/** Clause 4.7.1. */
export const planProcessed = home({
  ...providerFlow,
  id: 'FLW-01',
  clauses: ['4.7.1'],
  quote: 'call v1/insuranceplan/request; process the payer response in the provider callback.',
  title: 'The answer to an insurance plan request is processed',
  rule:
    'For an insurance plan the provider sends v1/insuranceplan/request, and in the callback it ' +
    'processes what the payer answers.',
  causes: directCauses,
  judge: flow(began('plan'), data, { begin: 'insurancePlan.request' }),
});
/** Clause 4.7.2. */
export const eligibilityKept = home({
  ...providerFlow,
  id: 'FLW-02',
  clauses: ['4.7.2'],
  quote: 'store the correlation id and use it for all callback events of this cycle.',
  title: 'An eligibility check keeps one correlation id',
  rule:
    'For coverage eligibility the provider sends v1/coverageeligibility/check, stores the correlation ' +
    'id of that request and uses it throughout the cycle.',
  causes: directCauses,
  judge: flow(began('eligibility'), data, { begin: 'eligibility.check' }),
});

/** Clause 4.7.6: the flow of a query, seen as a communication. */
export const communicationRun = home({
  ...providerFlow,
  id: 'FLW-10',
  clauses: ['4.7.6'],
  quote:
    'receive the payer request on v1/communication/request; reply through v1/communication/on_request ' +
    'with the documents; receive adjudication on v1/preauth/on_submit or v1/claim/on_submit.',
  title: 'A communication runs from query to adjudication',
  rule:
    'Once v1/preauth/submit has gone out as the parent request and a Query has followed, the provider ' +
    'receives the communication request, answers it with the documents, and receives the ' +
    'adjudication.',
  follows: ['FLW-05', 'VER-01', 'CBK-03'],
  needs: ['FLW-11'],
  causes: queriedCauses,
  judge: flow(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});
