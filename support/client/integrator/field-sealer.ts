import { RefusalError } from '../../adapter/handlers';
import type { ReadingValues } from '../../contract/readings';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import type { RawAnswer } from '../sender';
import type { Seal } from './bodies';
import type { CertificateCache } from './certificate-cache';
import type { Certificate } from './certificate-policy';
import type { CertifiedService } from '../../adapter/protocol';
import type { CiphertextEncoding, FieldEncrypter, KeyChoice } from './cipher';
import type { ErrorReader, RejectionPolicy } from './rejections';

export interface SealerParts {
  readonly cipher: FieldEncrypter;
  readonly encoding: CiphertextEncoding;
  readonly keyChoice: KeyChoice;
  readonly rejections: RejectionPolicy;
  readonly errors: ErrorReader;
}

/** Sends a request whose values were sealed with `seal`. */
export type SealedSend = (seal: Seal) => Promise<RawAnswer>;

/** A first attempt, one with a new key, one under the other hash: more would only try the service's patience. */
const mostAttempts = 3;

/** Encrypts single values (clause 6.3), and sends them again where the service could not open them. */
export class FieldSealer {
  readonly #parts: SealerParts;
  readonly #certificates: CertificateCache;
  readonly #readings: ReadingValues;

  constructor(parts: SealerParts, certificates: CertificateCache, readings: ReadingValues) {
    this.#parts = parts;
    this.#certificates = certificates;
    this.#readings = readings;
  }

  /** One value as it stands in a JSON field; throws a RefusalError where the key takes no value as long. */
  async seal(service: CertifiedService, value: string, scheme: FieldScheme = 'oaep-sha1'): Promise<string> {
    return this.#seal(await this.#certificates.of(this.#parts.keyChoice(service)), value, scheme);
  }

  /** `operation` is the id, or the path, by which the reading `oaep-hash` names those that take SHA-256. */
  async send(service: CertifiedService, operation: string, send: SealedSend): Promise<RawAnswer> {
    let scheme: FieldScheme | undefined =
      this.#readings['oaep-hash'][operation] === 'SHA-256' ? 'oaep-sha256' : 'oaep-sha1';
    for (let attempts = 1; ; attempts += 1) {
      const used: Certificate[] = [];
      const current = scheme;
      const answer = await send(async (value) => {
        const certificate = await this.#certificates.of(this.#parts.keyChoice(service));
        used.push(certificate);
        return this.#seal(certificate, value, current);
      });
      const doubted = used.at(-1);
      if (doubted === undefined || !this.#rejected(answer)) return answer;
      scheme = await this.#afterRejection(doubted, current, attempts);
      if (scheme === undefined) return answer;
    }
  }

  #rejected(answer: RawAnswer): boolean {
    const { rejections, errors } = this.#parts;
    return rejections.isRejection(answer, errors(answer), this.#readings['encryption-rejection']);
  }

  async #afterRejection(
    doubted: Certificate,
    last: FieldScheme,
    attempts: number,
  ): Promise<FieldScheme | undefined> {
    const { rejections } = this.#parts;
    if (rejections.refetches) this.#certificates.forget(doubted);
    // The next value finds the certificate forgotten, and fetches it.
    if (attempts >= mostAttempts) return undefined;
    const { publicKeyPem } = await this.#certificates.of(doubted.service);
    return rejections.next(last, publicKeyPem !== doubted.publicKeyPem);
  }

  #seal({ publicKeyPem, modulusBytes }: Certificate, value: string, scheme: FieldScheme): string {
    const { cipher, encoding } = this.#parts;
    const bytes = Buffer.byteLength(value);
    const limit = cipher.limit(modulusBytes, scheme);
    if (bytes > limit) throw new RefusalError(`a value of ${bytes} bytes is over the limit of ${limit}`);
    return encoding(cipher.encrypt(publicKeyPem, value, scheme));
  }
}
