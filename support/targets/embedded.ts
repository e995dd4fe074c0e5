import { constants } from '../contract/constants';
import { defaultReadings } from '../contract/readings';
import type { Limits, Target } from './target';
import { defaultLimits } from './target';

/** Limits for the embedded mock, which accepts any number of requests. */
export const embeddedLimits: Limits = {
  ...defaultLimits,
  callbackMs: 5000,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
  otpAttempts: 20,
};

/**
 * Participant ids. The provider's id is made up. The payer's id is that of the document's dummy payer (clause
 * 1.4).
 */
export const defaultParticipants = {
  provider: '1000000001@sbx',
  payer: `${constants.payerNumber}@sbx`,
} as const;

/** The suite's own mock and built-in client as a target, without the client's declarations of compliance. */
export const embeddedDefaults: Target = {
  name: 'embedded mock',
  environment: 'sandbox',
  services: {},
  cmId: constants.sandboxCmId,
  paths: {},
  otps: [],
  integrator: {},
  roles: ['session', 'identity', 'registry', 'hip', 'hiu', 'provider', 'trigger'],
  processes: 1,
  mockTls: true,
  mockListen: { host: '127.0.0.1', port: 0 },
  participants: defaultParticipants,
  callback: { listen: { host: '127.0.0.1', port: 0 } },
  encryption: {},
  logs: [],
  limits: embeddedLimits,
  declarations: {},
  readings: defaultReadings,
  overridden: [],
  secrets: [],
};
