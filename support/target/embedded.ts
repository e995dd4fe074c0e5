import { constants } from '../contract/constants';
import { documentedPaths } from '../contract/operations';
import { defaultReadings } from '../contract/readings';
import type { Limits, Target } from './target';
import { defaultLimits } from './target';

/** The mock is ours: it may be asked as often as a check needs. */
export const embeddedLimits: Limits = {
  ...defaultLimits,
  requestsPerMinute: Number.MAX_SAFE_INTEGER,
  otpAttempts: 20,
};

/** The target of a run that names none: the suite's own mock. */
export const embeddedTarget: Target = {
  name: 'embedded mock',
  environment: 'sandbox',
  services: {},
  cmId: constants.sandboxCmId,
  paths: documentedPaths,
  otps: [],
  roles: [],
  limits: embeddedLimits,
  declarations: {},
  readings: defaultReadings,
  overridden: [],
  secrets: [],
};
