import { formatCount } from '../contract/format-count';
import { X509Certificate } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Target } from './target';

const dayMs = 24 * 60 * 60 * 1000;

const noticeDays = 14;

/**
 * Returns a warning for each certificate in `tls.ca` and each secret that has expired or will expire within
 * 14 days. Only secrets that are JWTs with an `exp` claim have an expiry date. Warnings contain the place and
 * the date, never the secret.
 */
export function expiryWarnings({ ca, secrets }: Pick<Target, 'ca' | 'secrets'>, now: Date): string[] {
  return [
    ...authoritiesIn(ca ?? '').flatMap(({ subject, validTo }) =>
      expiryWarning(`tls.ca: the certificate of ${subject.replaceAll('\n', ', ')}`, new Date(validTo), now),
    ),
    ...secrets.flatMap(({ value, at, variable }) => {
      const end = expiryOf(value);
      if (end === undefined || at === undefined) return [];
      return expiryWarning(variable === undefined ? at : `${at} (\${${variable}})`, end, now);
    }),
  ];
}

/**
 * Returns one warning if `end` has passed or is at most 14 days away; otherwise an empty list. Also returns
 * an empty list if `end` is an invalid date.
 */
export function expiryWarning(what: string, end: Date, now: Date): string[] {
  const leftMs = end.getTime() - now.getTime();
  if (Number.isNaN(leftMs) || leftMs > noticeDays * dayMs) return [];
  const date = end.toISOString().slice(0, 10);
  if (leftMs <= 0) return [`${what} expired on ${date}, ${told(-leftMs)} ago`];
  return [`${what} expires on ${date}, in ${told(leftMs)}`];
}

function told(milliseconds: number): string {
  const days = Math.floor(milliseconds / dayMs);
  if (days === 0) return 'less than a day';
  return formatCount(days, 'day');
}

function authoritiesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      // Skip unreadable blocks: the TLS connection that needs them reports the error.
      return [];
    }
  });
}

/** Returns when a JWT expires; `undefined` if the text is not a JWT or has no `exp`. */
function expiryOf(secret: string): Date | undefined {
  try {
    // The secret may be `dummyPayerToken`, a complete header value that may begin with "Bearer".
    const { exp } = decodeJwt(secret.trim().replace(/^Bearer\s+/i, ''));
    return exp === undefined ? undefined : new Date(exp * 1000);
  } catch {
    return undefined;
  }
}
