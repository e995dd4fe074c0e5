import { textOfBody } from '../../contract/decode-text';
import { createPublicKey } from 'node:crypto';
import type { CertifiedService } from '../../adapter/protocol';
import { UnreadableAnswerError } from './transport';
import { parseJsonMembers } from './own-answers';
import type { Clock } from './surroundings';
import type { RawAnswer } from '../sender';
import { parseJson } from '../../contract/json';

/** Public key of one service and the time when it was fetched. */
export interface ServiceCertificate {
  readonly service: CertifiedService;
  /**
   * Public key, SPKI in PEM. Normalised, so that equal keys give equal strings even if the service changes
   * its response format.
   */
  readonly publicKeyPem: string;
  readonly modulusBytes: number;
  /** Milliseconds since the epoch. */
  readonly fetchedAt: number;
}

export interface CertificatePolicy {
  /** Returns whether a cached certificate may be used again. `now` is in milliseconds since the epoch. */
  usable(certificate: ServiceCertificate, now: number): boolean;
}

/** Reuses a certificate until a service rejects a value that was encrypted with it (clause 6.3.1). */
export const untilRejected: CertificatePolicy = { usable: () => true };

/** Extracts the PEM text from the response to a certificate request. */
export type CertificateReader = (answer: RawAnswer) => string;

/**
 * Accepts PEM, as documented (clause 4.2), or Base64-encoded DER. Either can be the whole body, a JSON
 * string, or the member `publicKey` of a JSON object.
 */
export const readPemOrJson: CertificateReader = ({ body }) => {
  const text = textOfBody(body).trim();
  const { publicKey } = parseJsonMembers(text);
  const key = [publicKey, parseJson(text), text].find((each) => typeof each === 'string') ?? '';
  return key.includes('-----BEGIN') ? key.trim() : wrapDer(key);
};

/** Parses a public key in PEM. Throws an UnreadableAnswerError unless it is an RSA key. */
export function toCertificate(service: CertifiedService, pem: string, fetchedAt: number): ServiceCertificate {
  const key = readKey(service, pem);
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (key.asymmetricKeyType !== 'rsa' || bits === undefined)
    throw new UnreadableAnswerError(`the ${service} certificate holds no RSA key`);
  const publicKeyPem = key.export({ type: 'spki', format: 'pem' }).toString();
  return { service, publicKeyPem, modulusBytes: Math.ceil(bits / 8), fetchedAt };
}

function readKey(service: CertifiedService, pem: string) {
  try {
    return createPublicKey(pem);
  } catch {
    throw new UnreadableAnswerError(`the ${service} certificate cannot be read`);
  }
}

function wrapDer(base64: string): string {
  const lines = base64.replace(/\s/g, '').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

/** Caches one certificate per service (clause 6.3.1). */
export class CertificateCache {
  readonly #kept = new Map<CertifiedService, ServiceCertificate>();
  readonly #fetching = new Map<CertifiedService, Promise<ServiceCertificate>>();
  readonly #fetch: (service: CertifiedService) => Promise<ServiceCertificate>;
  readonly #policy: CertificatePolicy;
  readonly #clock: Clock;

  constructor(
    fetch: (service: CertifiedService) => Promise<ServiceCertificate>,
    policy: CertificatePolicy,
    clock: Clock,
  ) {
    this.#fetch = fetch;
    this.#policy = policy;
    this.#clock = clock;
  }

  /** Returns the cached certificate, or fetches a new one. Concurrent callers share one fetch. */
  async of(service: CertifiedService): Promise<ServiceCertificate> {
    const kept = this.#kept.get(service);
    if (kept && this.#policy.usable(kept, this.#clock.now())) return kept;
    return this.#fetching.get(service) ?? this.fetch(service);
  }

  /** Fetches the certificate even if one is cached. */
  fetch(service: CertifiedService): Promise<ServiceCertificate> {
    const fetching = this.#fetch(service)
      .then((certificate) => {
        this.#kept.set(service, certificate);
        return certificate;
      })
      .finally(() => {
        if (this.#fetching.get(service) === fetching) this.#fetching.delete(service);
      });
    this.#fetching.set(service, fetching);
    return fetching;
  }

  /** Drops a certificate after a rejection, unless a newer one has already replaced it in the cache. */
  forget(doubted: ServiceCertificate): void {
    if (this.#kept.get(doubted.service) === doubted) this.#kept.delete(doubted.service);
  }
}
