import { stringify } from 'yaml';
import type { ServiceName } from '../contract/operations';
import { embeddedLimits } from './embedded';
import { profilesFolder } from './profiles-folder';
import type { Target } from './target';

export interface MockTargetParts {
  /** Path of the PEM file with the mock's CA certificate; only needed if the mock serves TLS. */
  readonly ca?: string;
  /**
   * The host and port on which the suite listens for the mock's callbacks. `publicUrl` is needed if the mock
   * reaches the suite at another address.
   */
  readonly callback: { readonly listen: string; readonly publicUrl?: string };
  /** The target from which the mock copied its X-CM-ID, paths, participants and readings. */
  readonly like?: Target | undefined;
  /** Whether the mock's payer demands a token of its own instead of an access token. */
  readonly demandsPayerToken?: boolean;
  /** Path of the PEM file with the payer's public key. */
  readonly payerKey: string;
}

/**
 * Returns the YAML of a target file for testing a mock that runs in another process. Secrets are written as
 * references to environment variables.
 */
export function mockTargetFile(
  services: Readonly<Partial<Record<ServiceName, string>>>,
  { ca, callback, like, demandsPayerToken, payerKey }: MockTargetParts,
): string {
  const { otpAttempts } = embeddedLimits;
  return stringify({
    name: 'mock in its own process',
    environment: 'sandbox',
    services,
    ...(like && likenessOf(like)),
    ...((demandsPayerToken === true || like?.readings['dummy-payer-token'] === 'target') && {
      dummyPayerToken: '${DUMMY_PAYER_TOKEN}',
    }),
    credentials: { clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' },
    otp: { value: '${TEST_OTP}', txnId: '${TEST_TXN_ID}' },
    callback,
    encryption: { payerKey, providerKey: '${PROVIDER_PRIVATE_KEY}' },
    ...(ca !== undefined && { tls: { ca } }),
    limits: { otpAttempts, requestsPerMinute: 6000 },
  });
}

/**
 * Returns the target's members that the mock has copied, and that the new target file must therefore repeat.
 */
function likenessOf({ cmId, paths, participants, readings, overridden, fieldProfile }: Target) {
  // Omit the reading `payer-content`: only the mock uses it, and its path is relative to the original target
  // file.
  const told = overridden.filter((id) => id !== 'payer-content');
  const chosen = Object.fromEntries(told.map((id) => [id, readings[id]]));
  // A run on an operator's profile needs the key of the operator, so only the readings of the profile are repeated.
  const isOfSuite = fieldProfile !== undefined && fieldProfile.signed === undefined;
  return {
    ...(isOfSuite && { extends: `${profilesFolder}/${fieldProfile.name}` }),
    cmId,
    ...(Object.keys(paths).length > 0 && { paths }),
    participants,
    ...(told.length > 0 && { readings: chosen }),
  };
}
