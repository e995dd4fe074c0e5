import type { Step } from './exchanges';
import { request, uuidOf } from './exchanges';

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

/** The dummy payer, triggered with its own header. */
export const triggerPayer = (): Step => (at, n) =>
  request(
    {
      service: 'dummyPayer',
      operation: 'dummyPayer.trigger',
      method: 'POST',
      path: '/process/request',
      call: 'dummyPayer.trigger',
      body: { action: 'Approve', method: 'Claim', correlationId: uuidOf(n) },
    },
    at,
    n,
  );

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
