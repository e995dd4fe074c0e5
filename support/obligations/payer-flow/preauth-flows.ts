import { home } from '../judge/home';
import { flow } from './flow';
import { directCauses, queriedCauses } from './provider-causes';
import { providerFlow } from './provider-flow';
import { began, decision, queried } from './cycle-checks';

/** Clause 4.7.3. */
export const preauthApproved = home({
  ...providerFlow,
  id: 'FLW-03',
  clauses: ['4.7.3'],
  quote: 'receive the final response on v1/preauth/on_submit.',
  title: 'An approved preauthorization ends as approved',
  rule:
    'Where the payer approves a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer that comes on v1/preauth/on_submit.',
  causes: directCauses,
  judge: flow(began('preauth', 'Approve'), decision, { begin: 'preauth.submit' }),
});
export const preauthRejected = home({
  ...providerFlow,
  id: 'FLW-04',
  clauses: ['4.7.3'],
  quote:
    'call 4.4 with method Preauth and action Approve, Reject or Query; for Query, receive the payer communication ' +
    'request, send documents with v1/communication/on_request; receive the final response on v1/preauth/on_submit.',
  title: 'A rejected preauthorization ends as rejected',
  rule:
    'Where the payer rejects a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer on v1/preauth/on_submit as a rejection.',
  causes: directCauses,
  judge: flow(began('preauth', 'Reject'), decision, { begin: 'preauth.submit' }),
});
export const preauthQueried = home({
  ...providerFlow,
  id: 'FLW-05',
  clauses: ['4.7.3'],
  quote:
    'for Query, receive the payer communication request, send documents with ' +
    'v1/communication/on_request',
  title: 'A queried preauthorization is answered with documents',
  rule:
    'Where the payer queries a preauthorization, the provider replies to the communication request on ' +
    'v1/communication/on_request, with documents, and does so ahead of the final answer.',
  needs: ['FLW-11'],
  causes: queriedCauses,
  judge: flow(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});
