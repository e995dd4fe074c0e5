import { counted } from '../contract/counted';
import { X509Certificate } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Target } from './target';

const dayMs = 24 * 60 * 60 * 1000;

/** How many days before an end the warnings start. */
const noticeDays = 14;

/**
 * What of a target expires soon, or has expired: the authorities of `tls.ca`, and secrets that are JWTs with an `exp`.
 * Names place and date, never a value.
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

/** A line about something that ends within fourteen days, or has ended; none where there is time, or no real date. */
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
  return counted(days, 'day');
}

function authoritiesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      // A block that cannot be read: TLS says so where it matters.
      return [];
    }
  });
}

/** When a JWT ends; `undefined` for one without `exp`, and for every other text. */
function expiryOf(secret: string): Date | undefined {
  try {
    // dummyPayerToken is the whole value of a header.
    const { exp } = decodeJwt(secret.trim().replace(/^Bearer\s+/i, ''));
    return exp === undefined ? undefined : new Date(exp * 1000);
  } catch {
    return undefined;
  }
}
