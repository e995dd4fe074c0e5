import { stringify } from 'yaml';
import type { ServiceName } from '../contract/operations';
import { embeddedLimits } from './embedded';

/** A target file for a mock that runs in a process of its own; its secrets are in the environment. */
export function mockTargetFile(
  services: Readonly<Partial<Record<ServiceName, string>>>,
  ca?: string,
): string {
  const { otpAttempts } = embeddedLimits;
  return stringify({
    name: 'mock in its own process',
    environment: 'sandbox',
    services,
    credentials: { clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' },
    otp: { value: '${TEST_OTP}', txnId: '${TEST_TXN_ID}' },
    ...(ca !== undefined && { tls: { ca } }),
    limits: { otpAttempts, requestsPerMinute: 6000 },
  });
}
