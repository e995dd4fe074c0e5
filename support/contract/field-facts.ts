import type { FieldFlaw, FieldForm } from './field-text';

/** The smallest of these character sets that holds all letters of a value. */
export type Charset = 'ASCII' | 'Latin-1' | 'beyond Latin-1';

export function charsetOf(value: string): Charset {
  if (Buffer.byteLength(value) === value.length) return 'ASCII';
  return Buffer.from(value, 'latin1').toString('latin1') === value ? 'Latin-1' : 'beyond Latin-1';
}

/** A value that the suite gave the integrator, to be recognised wherever it turns up. */
export interface PlantedValue {
  /** Stands in for the value in facts and messages, as in `otp-1`. */
  readonly id: string;
  /** `otp` and `national-id` must appear in no log, URL, header or plain field (clause 6.3.4). */
  readonly kind: 'otp' | 'national-id' | 'mobile' | 'value';
  readonly value: string;
}

/** How an OAEP or PKCS#1 plaintext was padded, found by trying (clause 6.3.2, RFC 8017 section 7). */
export type PaddingFact =
  | 'oaep-sha1'
  | 'oaep-sha256'
  /** Label digest SHA-256, MGF1 over SHA-1: Java's default for its SHA-256 transformation. */
  | 'oaep-mixed'
  /** OAEP with a label that is not empty. */
  | 'oaep-label'
  /** OAEP whose label digest or mask has another hash. */
  | 'oaep-other'
  | 'pkcs1-v1.5'
  /** The bare RSA operation. */
  | 'none'
  /** None of them fits under any known key: it was encrypted under another. */
  | 'unknown';

/** What a request field that can carry an encrypted value turned out to be; its text is not kept. */
export interface FieldFact {
  /** JSON pointer into the request body, as in `/otp`. */
  readonly pointer: string;
  /** Whether the document, or the suite's call, wants this field encrypted. */
  readonly wanted: 'encrypted' | 'plain';
  readonly form: FieldForm | 'masked';
  /** How its text differs from the standard Base64 of a ciphertext. */
  readonly flaw?: FieldFlaw;
  /** Length of what the text decodes to, in bytes. */
  readonly bytes?: number;
  /** Length of the modulus of the service's own current key, in bytes. */
  readonly modulusBytes?: number;
  /** The key that opens it: `registry`, `identity`, `registry (retired)`, `callback JWKS`… */
  readonly key?: string;
  /** Whether that key is, or was until it was changed, the one of the service that the request went to. */
  readonly ownKey?: boolean;
  readonly padding?: PaddingFact;
  readonly plaintext?: PlaintextFact;
  /** The planted value that can be read from the field without a key, and how. */
  readonly readable?: { readonly planted: string; readonly encoding: string };
  /** A mark of its text, the same for equal texts. */
  readonly same?: string;
}

/** What a decrypted value is, without the value. */
export interface PlaintextFact {
  readonly bytes: number;
  /** The planted value that it equals, by its id (`otp-1`). */
  readonly equals?: string;
  /** Planted values that stand in it, where it equals none. */
  readonly contains: readonly string[];
  /** The smallest character set that holds the letters of that planted value. */
  readonly charset?: Charset;
  /** How it differs from a planted value: `in quotes`, `with blanks`, `as ISO 8859-1`, `as UTF-16`, `inside JSON`, `cut`… */
  readonly flaw?: string;
}
