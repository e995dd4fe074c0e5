import type { JourneyStep } from './exchanges';
import { unnumberedRequest, uuidOf } from './exchanges';

const correlationId = uuidOf(4711);

/** An eligibility check, on the provider side. */
export const checkEligibility = (): JourneyStep => (at, n) =>
  unnumberedRequest(
    {
      service: 'provider',
      operation: 'eligibility.check',
      call: 'eligibility.check',
      body: { resourceType: 'Bundle' },
    },
    at,
    n,
  );

/** A claim, on the provider side; what its bundle says is known as fact. */
export const submitClaim = (): JourneyStep => (at, n) => {
  const draft = unnumberedRequest(
    {
      service: 'provider',
      operation: 'claim.submit',
      call: 'claim.submit',
      body: { resourceType: 'Bundle' },
    },
    at,
    n,
  );
  const payer = {
    envelope: 'jwe',
    correlationId,
    recipient: '1000003538@sbx',
    resources: ['Bundle', 'Claim'],
    contents: ['Claim'],
    providerId: true,
    policyNumber: true,
    documents: 0,
  } as const;
  return { ...draft, facts: { ...draft.facts, payer } };
};

/** The dummy payer, triggered. */
export const triggerPayer = (): JourneyStep => (at, n) =>
  unnumberedRequest(
    {
      service: 'dummyPayer',
      operation: 'dummyPayer.trigger',
      call: 'dummyPayer.trigger',
      body: { action: 'Approve', method: 'Claim', correlationId },
    },
    at,
    n,
  );

/** The certificates by which callbacks are verified. */
export const callbackCertificates = (): JourneyStep => (at, n) =>
  unnumberedRequest({ service: 'gateway', call: 'eligibility.check', answer: { keys: [] } }, at, n);
