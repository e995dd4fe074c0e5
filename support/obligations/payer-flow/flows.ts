import type { Cycle } from '../cycles/cycle-log';
import { home } from '../judge/home';
import { flowPlaces } from '../judge/places';
import { flow } from './flow';
import {
  answered,
  decided,
  knownAs,
  meant,
  received,
  replied,
  requested,
  triggeredRightly,
} from './provider-checks';

const began =
  (kind: Cycle['kind'], action?: string) =>
  (cycle: Cycle): boolean =>
    cycle.kind === kind &&
    cycle.astray !== true &&
    cycle.request !== undefined &&
    (action === undefined || cycle.trigger?.action === action);

const decision = [requested, meant, triggeredRightly, answered, decided];
const queried = [
  requested,
  meant,
  triggeredRightly,
  received(({ query }) => query, 'communication request'),
  replied,
  answered,
  decided,
];
const data = [requested, meant, answered, knownAs(() => 'answered')];

/** Clause 4.7.1. */
export const planProcessed = home({
  id: 'FLW-01',
  clauses: ['4.7.1'],
  quote: 'call v1/insuranceplan/request; process the payer response in the provider callback.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'The answer to an insurance plan request is processed',
  rule:
    'For an insurance plan the provider sends v1/insuranceplan/request, and in the callback it ' +
    'processes what the payer answers.',
  outcome: 'the plan was requested, and its answer was taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('plan'), data, { begin: 'insurancePlan.request' }),
});
/** Clause 4.7.2. */
export const eligibilityKept = home({
  id: 'FLW-02',
  clauses: ['4.7.2'],
  quote: 'store the correlation id and use it for all callback events of this cycle.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'An eligibility check keeps one correlation id',
  rule:
    'For coverage eligibility the provider sends v1/coverageeligibility/check, stores the correlation ' +
    'id of that request and uses it throughout the cycle.',
  outcome: 'eligibility was checked, and the answer was taken under the same correlation id',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('eligibility'), data, { begin: 'eligibility.check' }),
});
/** Clause 4.7.3. */
export const preauthApproved = home({
  id: 'FLW-03',
  clauses: ['4.7.3'],
  quote: 'receive the final response on v1/preauth/on_submit.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'An approved preauthorization ends as approved',
  rule:
    'Where the payer approves a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer that comes on v1/preauth/on_submit.',
  outcome: 'the preauthorization was submitted, and its approval taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('preauth', 'Approve'), decision, { begin: 'preauth.submit' }),
});
export const preauthRejected = home({
  id: 'FLW-04',
  clauses: ['4.7.3'],
  quote: 'call 4.4 with method Preauth and action Approve, Reject or Query',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A rejected preauthorization ends as rejected',
  rule:
    'Where the payer rejects a preauthorization, the provider had sent v1/preauth/submit and takes ' +
    'the final answer on v1/preauth/on_submit as a rejection.',
  outcome: 'the preauthorization was submitted, and its rejection taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('preauth', 'Reject'), decision, { begin: 'preauth.submit' }),
});
export const preauthQueried = home({
  id: 'FLW-05',
  clauses: ['4.7.3'],
  quote:
    'for Query, receive the payer communication request, send documents with ' +
    'v1/communication/on_request',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A queried preauthorization is answered with documents',
  rule:
    'Where the payer queries a preauthorization, the provider replies to the communication request on ' +
    'v1/communication/on_request, with documents, and does so ahead of the final answer.',
  outcome: 'the query about the preauthorization was answered with documents before the final answer',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});
/** Clause 4.7.4. */
export const claimApproved = home({
  id: 'FLW-06',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'An approved claim ends as approved',
  rule:
    'Where the payer approves a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer that comes on v1/claim/on_submit.',
  outcome: 'the claim was submitted, and its approval taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('claim', 'Approve'), decision, { begin: 'claim.submit' }),
});
export const claimRejected = home({
  id: 'FLW-07',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A rejected claim ends as rejected',
  rule:
    'Where the payer rejects a claim, the provider had sent v1/claim/submit and takes the final ' +
    'answer on v1/claim/on_submit as a rejection.',
  outcome: 'the claim was submitted, and its rejection taken',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('claim', 'Reject'), decision, { begin: 'claim.submit' }),
});
export const claimQueried = home({
  id: 'FLW-08',
  clauses: ['4.7.4'],
  quote: 'Claim: identical with v1/claim/submit, method Claim, final response on v1/claim/on_submit.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A queried claim is answered with documents',
  rule:
    'Where the payer queries a claim, the provider replies to the communication request with ' +
    'documents, and does so ahead of the final answer.',
  outcome: 'the query about the claim was answered with documents before the final answer',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('claim', 'Query'), queried, { begin: 'claim.submit' }),
});
/** Clause 4.7.6: the flow of a query, seen as a communication. */
export const communicationRun = home({
  id: 'FLW-10',
  clauses: ['4.7.6'],
  quote:
    'receive the payer request on v1/communication/request; reply through v1/communication/on_request ' +
    'with the documents; receive adjudication on v1/preauth/on_submit or v1/claim/on_submit.',
  subject: 'integrator',
  roles: ['provider'],
  level: 'must',
  seen: 'active',
  title: 'A communication runs from query to adjudication',
  rule:
    'Once v1/preauth/submit has gone out as the parent request and a Query has followed, the provider ' +
    'receives the communication request, answers it with the documents, and receives the ' +
    'adjudication.',
  outcome: 'the communication ran from the parent request over the reply to the adjudication',
  on: ['dummyPayer', 'provider', 'adapter'],
  bothSides: true,
  follows: ['FLW-05', 'VER-01', 'CBK-03'],
  tells: flowPlaces,
  judge: flow(began('preauth', 'Query'), queried, { begin: 'preauth.submit' }),
});
