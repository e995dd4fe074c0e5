import type { SecureContext } from 'node:tls';
import { checkServerIdentity, createSecureContext, getCACertificates } from 'node:tls';
import { defaultReadings } from './readings/values';
import type { ReadingValues } from './readings/values';

/** Returns the oldest accepted TLS version in Node's notation. */
export function minTlsVersion(readings: Pick<ReadingValues, 'tls-least'>): 'TLSv1.2' | 'TLSv1.3' {
  return `TLSv${readings['tls-least']}`;
}

/**
 * The options with which every TLS connection of the suite verifies the other side (clause 2.4). Each
 * connection must set them. Without them, the environment variable NODE_TLS_REJECT_UNAUTHORIZED could turn
 * verification off.
 */
export const verifiedTlsOptions = { rejectUnauthorized: true, checkServerIdentity } as const;

/**
 * Creates the TLS context of a connection. Create it once and share it, because loading the certificate
 * authorities takes longer than a handshake. The minimum TLS version is that of the default readings, even if
 * the target requires a newer one. A judge then reports the old version, and all other checks still run.
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
