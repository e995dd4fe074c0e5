import { identityCertificate, registryCertificate } from './certificates';
import { initPaymentNotice, triggerAction } from './dummy-payer';
import { identityFields, registryFields } from './enrolment';
import { createRegistrySession, createSession, publishKeys } from './gateway';
import {
  checkEligibility,
  requestPlan,
  submitClaim,
  submitPreauth,
  takeAcknowledgment,
  takeReply,
} from './provider-operations';
import { refuse } from './refusals';
import { verifyOtp } from './registry';
import type { Handlers } from './seams';

/** The handlers of a mock that keeps the contract; one that does not wraps or replaces some of them. */
export const defaultHandlers: Handlers = {
  'session.create': createSession,
  'certificate.identity': identityCertificate,
  'certificate.registry': registryCertificate,
  'otp.verify': verifyOtp,
  'dummyPayer.trigger': triggerAction,
  'paymentNotice.init': initPaymentNotice,
  'fields.identity': identityFields,
  'fields.registry': registryFields,
  'session.registry': createRegistrySession,
  'insurancePlan.request': requestPlan,
  'eligibility.check': checkEligibility,
  'preauth.submit': submitPreauth,
  'claim.submit': submitClaim,
  'communication.onRequest': takeReply,
  'payment.acknowledge': takeAcknowledgment,
  jwks: publishKeys,
  fallback: () => refuse('unknownPath'),
};
