import { RefusalError } from '../../adapter/handlers';
import type { CertifiedService, InitializeParams, Params } from '../../adapter/protocol';
import type { Certificate, CertificateCache } from './certificate-cache';
import type { RawAnswer } from '../sender';
import { constants } from '../../contract/constants';
import { parseJson } from '../../contract/json';
import type { ReadingValues } from '../../contract/readings';
import type { FieldScheme } from '../../crypto/forge/field-encryption';
import { encryptField } from '../../crypto/forge/field-encryption';

/** Turns one value into its text in the body: encrypted, encoded (clause 6.3). */
export type Seal = (value: string) => Promise<string>;

/** Composes the body of each operation that has one; what it returns is sent as JSON. */
export interface BodyComposer {
  session(credentials: InitializeParams['credentials']): object;
  otp(given: Params<'otp.verify'>, seal: Seal): Promise<object>;
  /** `always`: names of the fields that are encrypted wherever they stand (clause 2.4). */
  fields(fields: Params<'fields.send'>['fields'], seal: Seal, always: readonly string[]): Promise<object>;
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

/** Encrypts the value of one field. */
export interface FieldEncrypter {
  /** The longest value, in bytes of UTF-8, that a key with a modulus of that many bytes takes. */
  limit(modulusBytes: number, scheme: FieldScheme): number;
  /** The raw ciphertext under a public key (SPKI PEM); throws where it cannot be made. */
  encrypt(publicKeyPem: string, value: string, scheme: FieldScheme): Buffer;
}

/** Two digests and two bytes of OAEP (RFC 8017, section 7.1.1); three and eight of PKCS#1 v1.5. */
const overhead: Readonly<Record<FieldScheme, number>> = {
  'oaep-sha1': 42,
  'oaep-sha256': 66,
  'oaep-mixed': 66,
  'pkcs1-v1.5': 11,
};

/** Clause 6.3.2, by node-forge. */
export const forgeCipher: FieldEncrypter = {
  limit: (modulusBytes, scheme) => modulusBytes - overhead[scheme],
  encrypt: encryptField,
};

/** Writes the raw ciphertext of one value into a JSON field. */
export type CiphertextEncoding = (ciphertext: Buffer) => string;

/** Standard Base64, padded, on one line (clause 6.3.2). */
export const standardBase64: CiphertextEncoding = (ciphertext) => ciphertext.toString('base64');

/** Whose key the fields for a service are encrypted under. */
export type KeyChoice = (service: CertifiedService) => CertifiedService;

/** Each service's own (clauses 4.2, 6.3.1). */
export const keyOfTheService: KeyChoice = (service) => service;

/** What to do where a service could not open an encrypted field (clauses 6.3.1, 6.3.3, 7). */
export interface RejectionPolicy {
  /** Whether an answer says so; `texts` are those of its error body. */
  isRejection(
    answer: RawAnswer,
    texts: readonly string[],
    reading: ReadingValues['encryption-rejection'],
  ): boolean;
  /** Whether the certificate is fetched again. */
  readonly refetches: boolean;
  /** How the value is encrypted for another attempt; `undefined`: there is none. */
  next(last: FieldScheme, keyChanged: boolean): FieldScheme | undefined;
}

/** What such an answer says where a target names no words (clause 7). */
const usualWords = ['decrypt', 'padding', 'encrypted value', 'value encrypted'];

/** With a new key the same way once more; with the same key, under SHA-256. */
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

/** The texts of an error body in which its reason may stand. */
export type ErrorReader = (answer: RawAnswer) => readonly string[];

/**
 * Every text of the body, whatever its shape: the envelope of clause 2.3, a list, a flat object and one keyed by
 * field are all met, and so are plain text and a page of a proxy.
 */
export const readAnyShape: ErrorReader = ({ body }) => {
  const text = body.toString('utf8');
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

/** Sends a request whose values were sealed with `seal`. */
type SealedSend = (seal: Seal) => Promise<RawAnswer>;

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
