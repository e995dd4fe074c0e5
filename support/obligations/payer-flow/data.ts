import type { Judge } from './payer-flow';
import { called, payerFlow, readable, show, took } from './payer-flow';

/** Data, and not what was sent: a payer that only sends a message back has answered nothing. */
const holdsData: Judge = (cycle, { of }) => {
  const [request, answer] = [of(cycle.request?.seq), of(cycle.answer?.seq)];
  const fact = answer?.facts.payer;
  const isPlan = cycle.kind === 'plan';
  const told = {
    sent: show(request, cycle),
    expected: isPlan ? 'plan data with policy number 100217' : 'eligibility data: FHIR resources',
  };
  const found = fact?.resources.filter((type) => type !== 'Bundle') ?? [];
  const got = `${found.join(', ') || 'nothing'} in #${cycle.answer?.seq ?? 0}`;
  if (fact?.digest !== undefined && fact.digest === request?.facts.payer?.digest)
    return { ...told, got: 'the bundle of the request', likely: 'the payer sends back what it gets' };
  if (found.length === 0) return { ...told, got, likely: 'an empty answer, or another format than FHIR R4' };
  if (isPlan && fact?.policyNumber !== true)
    return { ...told, got: `${got}, without it`, likely: 'another policy than that of the test is answered' };
  return undefined;
};

/** Clause 4.7. */
export const dataComes = payerFlow(
  'FLW-14',
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
);
