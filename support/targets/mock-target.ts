import { stringify } from 'yaml';
import type { ServiceName } from '../contract/operations';
import { embeddedLimits } from './embedded';
import type { Target } from './target';

/** What a target file for a mock names besides its services. */
export interface MockTargetParts {
  /** File with the authority, where the mock speaks TLS. */
  readonly ca?: string;
  /** Where the mock calls back: the port of the suite, and the address that leads to it where that is another one. */
  readonly callback: { readonly listen: string; readonly publicUrl?: string };
  /** The target whose paths, participants and readings the mock keeps to. */
  readonly like?: Target | undefined;
  /** File with the payer's public key. */
  readonly payerKey: string;
}

/** A target file for a mock that runs in a process of its own; its secrets are in the environment. */
export function mockTargetFile(
  services: Readonly<Partial<Record<ServiceName, string>>>,
  { ca, callback, like, payerKey }: MockTargetParts,
): string {
  const { otpAttempts } = embeddedLimits;
  return stringify({
    name: 'mock in its own process',
    environment: 'sandbox',
    services,
    ...(like && likenessOf(like)),
    credentials: { clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' },
    otp: { value: '${TEST_OTP}', txnId: '${TEST_TXN_ID}' },
    callback,
    encryption: { payerKey, providerKey: '${PROVIDER_PRIVATE_KEY}' },
    ...(ca !== undefined && { tls: { ca } }),
    limits: { otpAttempts, requestsPerMinute: 6000 },
  });
}

/** What a mock took from a target, and a run on it has to know. */
function likenessOf({ cmId, paths, participants, readings, overridden }: Target) {
  // What its payer says, the mock knows; that folder lies beside another file.
  const told = overridden.filter((id) => id !== 'payer-content');
  const chosen = Object.fromEntries(told.map((id) => [id, readings[id]]));
  return {
    cmId,
    ...(Object.keys(paths).length > 0 && { paths }),
    participants,
    ...(told.length > 0 && { readings: chosen }),
  };
}
