import type { JourneyStep } from './exchanges';
import { unnumberedRequest, uuidOf } from './exchanges';
import { numberedAccessToken } from '../recorded';

const correlationId = uuidOf(4711);

/** An eligibility check, on the provider side. */
export const checkEligibility = (): JourneyStep => (at, n) =>
  unnumberedRequest(
    {
      service: 'provider',
      operation: 'eligibility.check',
      method: 'POST',
      path: '/v1/coverageeligibility/check',
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
      method: 'POST',
      path: '/v1/claim/submit',
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

/** The dummy payer, triggered with headers of its own. */
export const triggerPayer = (): JourneyStep => (at, n) => {
  const draft = unnumberedRequest(
    {
      service: 'dummyPayer',
      operation: 'dummyPayer.trigger',
      method: 'POST',
      path: '/process/request',
      call: 'dummyPayer.trigger',
      body: { action: 'Approve', method: 'Claim', correlationId },
    },
    at,
    n,
  );
  const own = [
    ['Accept', 'application/json'] as const,
    ['bearer_auth', `Bearer ${numberedAccessToken(1)}`] as const,
  ];
  return { ...draft, request: { ...draft.request, headers: [...draft.request.headers, ...own] } };
};

/** The certificates by which callbacks are verified, without any header. */
export const callbackCertificates = (): JourneyStep => (at, n) => {
  const draft = unnumberedRequest(
    {
      service: 'gateway',
      method: 'GET',
      path: '/api/hiecm/gateway/v3/certs',
      call: 'eligibility.check',
      answer: { keys: [] },
    },
    at,
    n,
  );
  return {
    ...draft,
    request: { ...draft.request, headers: [] },
    facts: { scheme: 'https', loopback: false },
  };
};
