import type { SecureContext } from 'node:tls';
import { checkServerIdentity, createSecureContext, getCACertificates } from 'node:tls';
import { defaultReadings } from './readings/values';
import type { ReadingValues } from './readings/values';

/** Returns the oldest accepted TLS version, as Node spells it. */
export function minTlsVersion(readings: Pick<ReadingValues, 'tls-least'>): 'TLSv1.2' | 'TLSv1.3' {
  return `TLSv${readings['tls-least']}`;
}

/**
 * The options by which every TLS connection of the suite verifies the other side (clause 2.4). Each
 * connection must set them: without them, the environment variable NODE_TLS_REJECT_UNAUTHORIZED can turn
 * verification off.
 */
export const verifiedTlsOptions = { rejectUnauthorized: true, checkServerIdentity } as const;

/**
 * Creates the TLS context of a connection. Create it once and share it, because loading the authorities takes
 * longer than a handshake. The context accepts the oldest TLS version of the default readings, even if the
 * target requires a newer one: a judge then reports the old version, and all other checks still run.
 * @param ca PEM certificate of an authority to trust instead of the public ones
 * @param besidePublic whether to trust the public authorities as well as `ca`
 */
export function tlsContextFor(ca: string | undefined, besidePublic = false): SecureContext {
  const given = besidePublic && ca !== undefined ? [...getCACertificates('default'), ca] : ca;
  return createSecureContext({
    minVersion: minTlsVersion(defaultReadings),
    ...(given !== undefined && { ca: given }),
  });
}
