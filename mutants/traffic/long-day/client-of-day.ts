import type { CertifiedService } from '../../../support/adapter/protocol';
import type { RequestOutline } from '../../composed-requests';
import type { Answer } from './answer';

/** The behaviour of one client in points that the contract leaves open. */
interface ClientHabits {
  /** The client replaces a token so many milliseconds before the token ends. */
  readonly marginMs: number;
  /** Whether a token names its client. */
  readonly namesClient: boolean;
  /** Whether the client remembers which path needs SHA-256. */
  readonly remembersHash: boolean;
  /** Whether a retry after a 503 or a broken connection repeats the body of the first attempt. */
  readonly repeatsBytes: boolean;
  /** Whether a rejection makes the client drop and fetch the certificates of both services. */
  readonly refreshesBoth: boolean;
  readonly lifetimeSeconds: number;
}

export interface ClientOfDay {
  readonly number: number;
  readonly clientId: string;
  readonly secret: string;
  readonly habits: ClientHabits;
  /** The participant id of the client in payer cycles. */
  readonly participant: string;
  readonly callbackBase: string;
}

interface Session {
  readonly token: string;
  /** Milliseconds since the epoch. */
  readonly grantedAt: number;
  readonly usableUntil: number;
  /** The number of requests that carried the token. */
  uses: number;
}

interface Certificate {
  /** The number of the service's key that the certificate contains. */
  readonly key: number;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

/** A cache with the current token, of one process or of all processes of a client. */
export class TokenCache {
  session: Session | undefined;
  isOpening = false;
}

/** A cache with the certificates of services, of one process or of all processes of a client. */
export class CertificateCache {
  readonly certificates = new Map<CertifiedService, Certificate>();
  readonly fetching = new Set<CertifiedService>();
}

export type { Certificate, Session };

export type SealedOutline = Omit<RequestOutline, 'body'> & { readonly service: CertifiedService };

/** The paths of the operations that accept only SHA-256. */
export const newerPaths = ['/identity/api/v3/enrolment/enrol/byOtp', '/v2/registration/mobile/verifyOTP'];

export const rejection: Answer = {
  status: 400,
  body: { error: { code: 'SVC-1107', message: 'Unable to decrypt the encrypted value' } },
};

export const unavailable: Answer = {
  status: 503,
  body: { error: { code: 'SVC-1503', message: 'Service unavailable' } },
};

export const tooMany: Answer = {
  status: 429,
  body: { error: { code: 'SVC-1429', message: 'Too many requests' } },
};

/** The answer to a token that the gateway no longer knows. */
export const forgotten: Answer = {
  status: 401,
  body: { error: { code: 'SVC-1401', message: 'The token is not valid' } },
};
