import { home } from '../judge/home';
import { flow } from './flow';
import { directCauses, queriedCauses } from './provider-causes';
import { providerFlow } from './provider-flow';
import { began, decision, queried } from './cycle-checks';

/** Clause 4.7.4. */
export const claimApproved = home({
  ...providerFlow,
  id: 'FLW-06',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'An approved claim ends as approved',
  rule:
    'Where the payer approves a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer that comes on v1/claim/on_submit.',
  causes: directCauses,
  judge: flow(began('claim', 'Approve'), decision, { begin: 'claim.submit' }),
});
export const claimRejected = home({
  ...providerFlow,
  id: 'FLW-07',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'A rejected claim ends as rejected',
  rule:
    'Where the payer rejects a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer on v1/claim/on_submit as a rejection.',
  causes: directCauses,
  judge: flow(began('claim', 'Reject'), decision, { begin: 'claim.submit' }),
});
export const claimQueried = home({
  ...providerFlow,
  id: 'FLW-08',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  title: 'A queried claim is answered with documents',
  rule:
    'Where the payer queries a claim, the provider replies to the communication request with ' +
    'documents, and does so ahead of the final answer.',
  causes: queriedCauses,
  judge: flow(began('claim', 'Query'), queried, { begin: 'claim.submit' }),
});
