import { initPaymentNotice, triggerAction } from './dummy-payer';
import { createSession, publishKeys } from './gateway';
import { identityCertificate } from './identity';
import { refuse } from './refusals';
import { registryCertificate, verifyOtp } from './registry';
import type { Handlers } from './seams';

/** The handlers of a mock that keeps the contract; one that does not wraps or replaces some of them. */
export const defaultHandlers: Handlers = {
  'session.create': createSession,
  'certificate.identity': identityCertificate,
  'certificate.registry': registryCertificate,
  'otp.verify': verifyOtp,
  'dummyPayer.trigger': triggerAction,
  'paymentNotice.init': initPaymentNotice,
  jwks: publishKeys,
  fallback: () => refuse('unknownPath'),
};
