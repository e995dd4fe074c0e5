import { textOfBody } from '../../contract/decode-text';
import { RefusalError } from '../../adapter/handlers';
import type { CertifiedService, InitializeParams, MethodParams } from '../../adapter/protocol';
import type { ServiceCertificate, CertificateCache } from './certificate-cache';
import type { RawAnswer } from '../sender';
import { constants } from '../../contract/constants';
import { parseJson } from '../../contract/json';
import type { NamedRequest, ReadingValues } from '../../contract/readings';
import { oaepHashOf } from '../../contract/readings';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import { encryptField } from '../../crypto/forge/field-encryption';

/** Encrypts one value and encodes the ciphertext as text for a JSON body (clause 6.3). */
export type SealField = (value: string) => Promise<string>;

/** Builds the body of each operation that has one. The returned object is sent as JSON. */
export interface BodyComposer {
  session(credentials: InitializeParams['credentials']): object;
  otp(given: MethodParams<'otp.verify'>, seal: SealField): Promise<object>;
  /** `always` lists the names of fields that must be encrypted in every request (clause 2.4). */
  fields(
    fields: MethodParams<'fields.send'>['fields'],
    seal: SealField,
    always: readonly string[],
  ): Promise<object>;
}

export const contractBodies: BodyComposer = {
  session: ({ clientId, clientSecret }) => ({ clientId, clientSecret, grantType: constants.grantType }),
  otp: async ({ otp, txnId }, seal) => ({ otp: await seal(otp), txnId }),
  fields: async (fields, seal, always) => {
    const members = fields.map(async ({ name, value, encrypted }) => {
      const sealed = encrypted || always.includes(name);
      return [name, sealed ? await seal(value) : value] as const;
    });
    return Object.fromEntries(await Promise.all(members));
  },
};

export interface FieldEncrypter {
  /**
   * Returns the maximum length of a value, in UTF-8 bytes, that can be encrypted with a modulus of this size.
   */
  limit(modulusBytes: number, scheme: FieldScheme): number;
  /** Returns the raw ciphertext. The public key is SPKI in PEM. Throws if the value cannot be encrypted. */
  encrypt(publicKeyPem: string, value: string, scheme: FieldScheme): Buffer;
}

/**
 * Number of bytes that each padding scheme adds to a value. OAEP adds two digests and two bytes (RFC 8017,
 * section 7.1.1). PKCS#1 v1.5 adds three bytes and at least eight random ones.
 */
const overhead: Readonly<Record<FieldScheme, number>> = {
  'oaep-sha1': 42,
  'oaep-sha256': 66,
  'oaep-mixed': 66,
  'pkcs1-v1.5': 11,
};

/** Encrypts fields with node-forge (clause 6.3.2). */
export const forgeCipher: FieldEncrypter = {
  limit: (modulusBytes, scheme) => modulusBytes - overhead[scheme],
  encrypt: encryptField,
};

/** Encodes the raw ciphertext of one value as text for a JSON field. */
export type CiphertextEncoding = (ciphertext: Buffer) => string;

/** Standard Base64 with padding and without line breaks (clause 6.3.2). */
export const standardBase64: CiphertextEncoding = (ciphertext) => ciphertext.toString('base64');

/** Returns the service that provides the public key for the fields that are sent to `service`. */
export type KeyChoice = (service: CertifiedService) => CertifiedService;

/** Uses the key of the service that receives the field (clauses 4.2, 6.3.1). */
export const keyOfTheService: KeyChoice = (service) => service;

/** Decides how the client reacts if a service cannot decrypt a field (clauses 6.3.1, 6.3.3, 7). */
export interface RejectionPolicy {
  /** Returns whether the answer reports a decryption failure. `texts` are the strings in its error body. */
  isRejection(
    answer: RawAnswer,
    texts: readonly string[],
    reading: ReadingValues['encryption-rejection'],
  ): boolean;
  /** Whether the client fetches the certificate again after a rejection. */
  readonly refetches: boolean;
  /**
   * Returns the padding scheme for the next attempt, or `undefined` to give up. `keyChanged` is true if the
   * certificate that was fetched after the rejection contains a different key.
   */
  next(last: FieldScheme, keyChanged: boolean): FieldScheme | undefined;
}

/** Phrases that mark an error as a decryption failure, unless the target configures its own (clause 7). */
const usualWords = ['decrypt', 'padding', 'encrypted value', 'value encrypted'];

/**
 * Retries with the same padding scheme if the refetched certificate contains a different key. Otherwise
 * retries with OAEP-SHA-256, but only if the last attempt used OAEP-SHA-1.
 */
export const refetchThenSha256: RejectionPolicy = {
  isRejection: ({ status }, texts, { status: agreed, words = usualWords }) => {
    const isStatus = agreed === undefined ? status < 200 || status > 299 : status === agreed;
    const says = (text: string): boolean =>
      words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
    return isStatus && texts.some(says);
  },
  refetches: true,
  next: (last, keyChanged) => {
    if (keyChanged) return last;
    return last === 'oaep-sha1' ? 'oaep-sha256' : undefined;
  },
};

/** Returns the strings in an error response that may contain the reason for the error. */
export type ErrorReader = (answer: RawAnswer) => readonly string[];

/**
 * Returns every string in the body, because services report errors in many formats. Examples are the envelope
 * of clause 2.3, a list, a flat object, an object keyed by field, plain text, and a proxy's error page.
 */
export const readAnyShape: ErrorReader = ({ body }) => {
  const text = textOfBody(body);
  return leaves(parseJson(text) ?? text);
};

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

interface SealerParts {
  readonly cipher: FieldEncrypter;
  readonly encoding: CiphertextEncoding;
  readonly keyChoice: KeyChoice;
  readonly rejections: RejectionPolicy;
  readonly errors: ErrorReader;
}

/**
 * Composes and sends one request. Calls `seal` for each value that must be encrypted. `isAboutValue` returns
 * whether an answer has the status that the target names for the rejection of a value, which may be 401.
 */
type SealedSend = (seal: SealField, isAboutValue: (answer: RawAnswer) => boolean) => Promise<RawAnswer>;

/** Maximum number of attempts: enough for the first, one with a refetched key, and one with OAEP-SHA-256. */
const mostAttempts = 3;

/** Encrypts field values (clause 6.3). Repeats a request if the service could not decrypt them. */
export class FieldSealer {
  readonly #parts: SealerParts;
  readonly #certificates: CertificateCache;
  readonly #readings: ReadingValues;

  constructor(parts: SealerParts, certificates: CertificateCache, readings: ReadingValues) {
    this.#parts = parts;
    this.#certificates = certificates;
    this.#readings = readings;
  }

  /**
   * Encrypts a value and returns it as text for a JSON field. Throws a RefusalError if the value is too long
   * for the key.
   */
  async seal(service: CertifiedService, value: string, scheme: FieldScheme = 'oaep-sha1'): Promise<string> {
    return this.#seal(await this.#certificates.of(this.#parts.keyChoice(service)), value, scheme);
  }

  /**
   * Sends a request, and repeats it with new ciphertexts if the service cannot decrypt them. Starts with
   * OAEP-SHA-256 if the reading `oaep-hash` names the request with that hash, otherwise with OAEP-SHA-1.
   */
  async send(service: CertifiedService, request: NamedRequest, send: SealedSend): Promise<RawAnswer> {
    let scheme: FieldScheme | undefined =
      oaepHashOf(this.#readings, request) === 'SHA-256' ? 'oaep-sha256' : 'oaep-sha1';
    for (let attempts = 1; ; attempts += 1) {
      const used: ServiceCertificate[] = [];
      const current = scheme;
      const seal = async (value: string) => {
        const certificate = await this.#certificates.of(this.#parts.keyChoice(service));
        used.push(certificate);
        return this.#seal(certificate, value, current);
      };
      const { status } = this.#readings['encryption-rejection'];
      const answer = await send(seal, (each) => each.status === status && this.#rejected(each));
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
    doubted: ServiceCertificate,
    last: FieldScheme,
    attempts: number,
  ): Promise<FieldScheme | undefined> {
    const { rejections } = this.#parts;
    if (rejections.refetches) this.#certificates.forget(doubted);
    // Give up after the last attempt. The certificate is fetched again when the next value is encrypted.
    if (attempts >= mostAttempts) return undefined;
    const { publicKeyPem } = await this.#certificates.of(doubted.service);
    return rejections.next(last, publicKeyPem !== doubted.publicKeyPem);
  }

  #seal({ publicKeyPem, modulusBytes }: ServiceCertificate, value: string, scheme: FieldScheme): string {
    const { cipher, encoding } = this.#parts;
    const bytes = Buffer.byteLength(value);
    const limit = cipher.limit(modulusBytes, scheme);
    if (bytes > limit) throw new RefusalError(`a value of ${bytes} bytes is over the limit of ${limit}`);
    return encoding(cipher.encrypt(publicKeyPem, value, scheme));
  }
}
