import type { Certificate, CertificatePolicy } from './certificate-policy';
import type { Clock } from './surroundings';
import type { CertifiedService } from '../../adapter/protocol';

/** Keeps the certificate of each service (clause 6.3.1). */
export class CertificateCache {
  readonly #kept = new Map<CertifiedService, Certificate>();
  readonly #fetching = new Map<CertifiedService, Promise<Certificate>>();
  readonly #fetch: (service: CertifiedService) => Promise<Certificate>;
  readonly #policy: CertificatePolicy;
  readonly #clock: Clock;

  constructor(
    fetch: (service: CertifiedService) => Promise<Certificate>,
    policy: CertificatePolicy,
    clock: Clock,
  ) {
    this.#fetch = fetch;
    this.#policy = policy;
    this.#clock = clock;
  }

  /** The certificate to use now; callers who come at the same time wait for the same fetch. */
  async of(service: CertifiedService): Promise<Certificate> {
    const kept = this.#kept.get(service);
    if (kept && this.#policy.usable(kept, this.#clock.now())) return kept;
    return this.#fetching.get(service) ?? this.fetch(service);
  }

  /** Fetches the certificate, whatever is kept. */
  fetch(service: CertifiedService): Promise<Certificate> {
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
