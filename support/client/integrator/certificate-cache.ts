import type { Certificate, CertificatePolicy } from './certificate-policy';
import type { Clock } from './clock';
import type { KeyService } from './key-choice';

/** Keeps the certificate of each service (clause 6.3.1). */
export class CertificateCache {
  readonly #kept = new Map<KeyService, Certificate>();
  readonly #fetching = new Map<KeyService, Promise<Certificate>>();
  readonly #fetch: (service: KeyService) => Promise<Certificate>;
  readonly #policy: CertificatePolicy;
  readonly #clock: Clock;

  constructor(fetch: (service: KeyService) => Promise<Certificate>, policy: CertificatePolicy, clock: Clock) {
    this.#fetch = fetch;
    this.#policy = policy;
    this.#clock = clock;
  }

  /** The certificate to use now; callers who come at the same time wait for the same fetch. */
  async of(service: KeyService): Promise<Certificate> {
    const kept = this.#kept.get(service);
    if (kept && this.#policy.usable(kept, this.#clock.now())) return kept;
    return this.#fetching.get(service) ?? this.fetch(service);
  }

  /** Fetches the certificate, whatever is kept. */
  fetch(service: KeyService): Promise<Certificate> {
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

  /** Gives up a certificate that a rejection has put in doubt; one fetched meanwhile stays. */
  forget(doubted: Certificate): void {
    if (this.#kept.get(doubted.service) === doubted) this.#kept.delete(doubted.service);
  }
}
