import { home } from '../judge/home';
import { flow } from './flow';
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
  mistakes: {
    'state "pending"': 'a decision that was not read',
    'state "rejected"': 'an approval read as a rejection',
    'a submission with use "claim"': 'a claim on the path of a preauthorization',
    'a submission in plain': 'a submission without its envelope',
    'method "Claim"': 'a trigger for a claim',
  },
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
  mistakes: {
    'state "approved"': 'a rejection read as an approval',
    'state "pending"': 'a decision that was not read',
    'status 500': 'a decision that was not accepted',
  },
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
  mistakes: {
    'no reply': 'a query that was overlooked',
    'a reply without a document': 'a reply without documents',
    'a reply under a new correlation id': 'a reply that belongs to no cycle',
    'a reply on "v1/communication/request"': 'a reply on the path of the query',
    'a reply in plain': 'a reply without its envelope',
    'the reply after the decision': 'documents that came too late',
    'state "pending"': 'a decision that was not read',
  },
  judge: flow(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});
