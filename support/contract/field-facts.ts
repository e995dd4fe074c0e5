import type { FieldFlaw, FieldForm } from './field-text';

/** The smallest of these character sets that contains all characters of a value. */
export type Charset = 'ASCII' | 'Latin-1' | 'beyond Latin-1';

export function charsetOf(value: string): Charset {
  if (Buffer.byteLength(value) === value.length) return 'ASCII';
  return Buffer.from(value, 'latin1').toString('latin1') === value ? 'Latin-1' : 'beyond Latin-1';
}

/**
 * A value that the suite gave to the integrator's client. The suite searches for the value in everything that
 * the client sends or logs.
 */
export interface PlantedValue {
  /** A name such as `otp-1`, which facts and messages contain instead of the value. */
  readonly id: string;
  /**
   * Values of kind `otp` and `national-id` must not appear in a log, URL, header or unencrypted field (clause
   * 6.3.4).
   */
  readonly kind: 'otp' | 'national-id' | 'mobile' | 'value';
  readonly value: string;
}

/**
 * The padding of an RSA plaintext (clause 6.3.2, RFC 8017 section 7). The suite decrypts the field and tries
 * each padding until one fits.
 */
export type PaddingFact =
  | 'oaep-sha1'
  | 'oaep-sha256'
  /**
   * SHA-256 for the label digest and SHA-1 for MGF1. Java's OAEP transformation for SHA-256 uses SHA-1 for MGF1
   * by default.
   */
  | 'oaep-mixed'
  /** SHA-1 for the label digest and SHA-256 for MGF1. */
  | 'oaep-mixed-reversed'
  /** OAEP with a non-empty label. */
  | 'oaep-label'
  /** OAEP with a hash other than SHA-1 and SHA-256 for the label digest, for MGF1, or for both. */
  | 'oaep-other'
  | 'pkcs1-v1.5'
  /** No padding (textbook RSA). */
  | 'none'
  /** No known padding fits with any key of the suite. The value was probably encrypted with a foreign key. */
  | 'unknown';

/** Facts about a request field that can carry an encrypted value. The value of the field is not recorded. */
export interface FieldFact {
  /** JSON pointer into the request body, such as `/otp`. */
  readonly pointer: string;
  /**
   * Whether this field must be encrypted, according to the document or to the suite's call to the adapter.
   */
  readonly wanted: 'encrypted' | 'plain';
  readonly form: FieldForm | 'masked';
  /** The difference between the field's value and the standard Base64 of a ciphertext. */
  readonly flaw?: FieldFlaw;
  /** The length of the field's decoded value, in bytes. */
  readonly bytes?: number;
  /** The modulus length of the receiving service's current key, in bytes. */
  readonly modulusBytes?: number;
  /**
   * The name of the key that decrypts the field: `registry`, `identity`, `registry (retired)`, `callback
   * JWKS`…
   */
  readonly key?: string;
  /** Whether `key` is a current or earlier key of the service that received the request. */
  readonly ownKey?: boolean;
  readonly padding?: PaddingFact;
  readonly plaintext?: PlaintextFact;
  /** The planted value found in the field without decryption, and its encoding. */
  readonly readable?: { readonly planted: string; readonly encoding: string };
  /**
   * A pseudonym of the field's value. Equal values have equal pseudonyms, so a judge can detect a value that
   * was sent twice.
   */
  readonly same?: string;
}

/** Facts about a decrypted value. The value itself is not recorded. */
export interface PlaintextFact {
  readonly bytes: number;
  /** The id of the planted value that equals the plaintext, such as `otp-1`. */
  readonly equals?: string;
  /**
   * Ids of the planted values that are part of the plaintext, or that the client changed before encrypting
   * them. Empty if the plaintext equals a planted value.
   */
  readonly contains: readonly string[];
  /**
   * The smallest character set that contains the planted value in `equals`, or else the first one in
   * `contains`.
   */
  readonly charset?: Charset;
  /**
   * The difference between the plaintext and a planted value: `in quotes`, `with blanks around it`, `as
   * UTF-16`, `cut short`…
   */
  readonly flaw?: string;
}
