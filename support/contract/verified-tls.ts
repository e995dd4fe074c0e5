import type { SecureContext } from 'node:tls';
import { checkServerIdentity, createSecureContext, getCACertificates } from 'node:tls';
import { defaultReadings } from './readings/values';
import type { ReadingValues } from './readings/values';

/** The oldest version of TLS that is spoken, as Node names it. */
export function leastVersion(readings: Pick<ReadingValues, 'tls-least'>): 'TLSv1.2' | 'TLSv1.3' {
  return `TLSv${readings['tls-least']}`;
}

/**
 * How every connection of the suite verifies the other side (clause 2.4). Each connection says it, because
 * NODE_TLS_REJECT_UNAUTHORIZED turns verification off wherever nothing is said.
 */
export const verified = { rejectUnauthorized: true, checkServerIdentity } as const;

/**
 * Whom a connection trusts; made once, for reading the authorities takes longer than a handshake.
 * The suite speaks what a reading may call too old: where that is, it is judged, and all else is seen.
 * @param ca PEM of an authority to trust instead of the public ones, or beside them
 */
export function contextFor(ca: string | undefined, besidePublic = false): SecureContext {
  const given = besidePublic && ca !== undefined ? [...getCACertificates('default'), ca] : ca;
  return createSecureContext({
    minVersion: leastVersion(defaultReadings),
    ...(given !== undefined && { ca: given }),
  });
}
