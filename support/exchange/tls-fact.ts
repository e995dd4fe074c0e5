import type { SecureContext, TLSSocket } from 'node:tls';
import { getCACertificates } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { tlsContextFor } from '../contract/verified-tls';
import type { ExchangeFacts } from './facts';

/** Whom a connection trusts. */
export interface TlsTrust {
  readonly context: SecureContext;
  /** What is trusted besides the authorities that come with Node, in words. */
  readonly addedRoots: () => readonly string[];
}

/** @param ca PEM of an authority: trusted instead of the public ones, or beside them */
export function tlsTrustFor(ca: string | undefined, besidePublic = false): TlsTrust {
  const alone = ca !== undefined && !besidePublic;
  let added: readonly string[] | undefined;
  return {
    context: tlsContextFor(ca, besidePublic),
    addedRoots: () => (added ??= [...namesIn(ca ?? ''), ...(alone ? [] : rootsOfEnvironment())]),
  };
}

/** What the handshake of a connection agreed on, once it had verified. */
export function tlsFactOf(
  socket: TLSSocket,
  { addedRoots }: Pick<TlsTrust, 'addedRoots'>,
): ExchangeFacts['tls'] {
  const certificate = socket.getPeerX509Certificate();
  const added = addedRoots();
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    authorized: socket.authorized,
    ...(certificate && { validTo: certificate.validTo, authority: oneLine(certificate.issuer) }),
    ...(added.length > 0 && { addedRoots: added }),
  };
}

const block = /-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs;

/** Names can be had by anyone; the digest tells authorities of one name apart. */
function namesIn(ca: string): string[] {
  return (ca.match(block) ?? []).map((pem) => {
    const { subject, fingerprint256 } = new X509Certificate(pem);
    return `${oneLine(subject)}, SHA-256 ${fingerprint256.replaceAll(':', '').toLowerCase()}`;
  });
}

/** What Node was told to trust as well: NODE_EXTRA_CA_CERTS, or the store of the system. */
function rootsOfEnvironment(): string[] {
  const [all, extra, bundled] = (['default', 'extra', 'bundled'] as const).map(
    (kind) => getCACertificates(kind).length,
  ) as [number, number, number];
  const system = all - extra - bundled;
  return [
    ...(extra > 0 ? [`NODE_EXTRA_CA_CERTS, ${extra} certificates`] : []),
    ...(system > 0 ? [`the store of the system, ${system} certificates`] : []),
  ];
}

const oneLine = (name: string): string => name.replaceAll('\n', ', ');
