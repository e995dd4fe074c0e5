import { numbered, text } from '../../exchange/text';
import { home } from '../judge/home';
import { flowPlaces } from '../judge/places';
import type { Check } from './flow';
import { flow } from './flow';
import { called, readable, show, took } from './payer-checks';

/** Data, and not what was sent: a payer that only sends a message back has answered nothing. */
const holdsData: Check = (cycle, { of }) => {
  const [request, answer] = [of(cycle.request?.seq), of(cycle.answer?.seq)];
  const fact = answer?.facts.payer;
  const isPlan = cycle.kind === 'plan';
  const told = {
    sent: show(request, cycle),
    expected: isPlan ? 'plan data with policy number 100217' : 'eligibility data: FHIR resources',
  };
  const found = fact?.resources.filter((type) => type !== 'Bundle') ?? [];
  const seen = text`${found.join(', ') || 'nothing'} in ${numbered(cycle.answer?.seq ?? 0)}`;
  if (fact?.digest !== undefined && fact.digest === request?.facts.payer?.digest)
    return { ...told, seen: 'the bundle of the request', cause: 'the payer sends back what it gets' };
  if (found.length === 0) return { ...told, seen, cause: 'an empty answer, or another format than FHIR R4' };
  if (isPlan && fact?.policyNumber !== true)
    return {
      ...told,
      seen: text`${seen}, without it`,
      cause: 'another policy than that of the test is answered',
    };
  return undefined;
};

/** Clause 4.7. */
export const dataComes = home({
  id: 'FLW-14',
  clauses: ['4.7'],
  quote: 'returns plan data for the test policy',
  subject: 'service',
  roles: ['payer'],
  level: 'must',
  seen: 'active',
  title: 'Plan requests and eligibility checks bring data',
  rule:
    'Insurance plan requests get plan data of the test policy from the payer, and eligibility checks ' +
    'get eligibility data.',
  outcome: 'plan data of the test policy and eligibility data came back',
  on: ['dummyPayer', 'provider'],
  bothSides: true,
  facets: { request: ['insurance plan', 'eligibility'] },
  follows: ['CBK-01'],
  tells: flowPlaces,
  judge: flow(
    ({ kind, request }) => request !== undefined && (kind === 'plan' || kind === 'eligibility'),
    [
      took('request', 'request'),
      called(
        'answer',
        ({ kind }, { readings }) => readings[kind === 'plan' ? 'plan-answer' : 'eligibility-answer'],
      ),
      readable,
      holdsData,
    ],
    { facetsOf: ({ kind }) => [kind === 'plan' ? 'insurance plan' : 'eligibility'] },
  ),
});
