import type { Step } from './exchanges';
import { request, uuidOf } from './exchanges';
import { accessToken } from '../recorded';

const correlationId = uuidOf(4711);

/** An eligibility check, on the provider side. */
export const checkEligibility = (): Step => (at, n) =>
  request(
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
export const submitClaim = (): Step => (at, n) => {
  const draft = request(
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
export const triggerPayer = (): Step => (at, n) => {
  const draft = request(
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
  const own = [['Accept', 'application/json'] as const, ['bearer_auth', `Bearer ${accessToken(1)}`] as const];
  return { ...draft, request: { ...draft.request, headers: [...draft.request.headers, ...own] } };
};

/** The certificates by which callbacks are verified, without any header. */
export const callbackCertificates = (): Step => (at, n) => {
  const draft = request(
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
