import type { SecureContext } from 'node:tls';
import { checkServerIdentity, createSecureContext, getCACertificates } from 'node:tls';

/**
 * How every connection of the suite verifies the other side (clause 2.4). Each connection says it, because
 * NODE_TLS_REJECT_UNAUTHORIZED turns verification off wherever nothing is said.
 */
export const verified = { rejectUnauthorized: true, checkServerIdentity } as const;

/**
 * Whom a connection trusts; made once, for reading the authorities takes longer than a handshake.
 * @param ca PEM of an authority to trust instead of the public ones, or beside them
 */
export function contextFor(ca: string | undefined, besidePublic = false): SecureContext {
  const given = besidePublic && ca !== undefined ? [...getCACertificates('default'), ca] : ca;
  return createSecureContext({ minVersion: 'TLSv1.2', ...(given !== undefined && { ca: given }) });
}
