import type { CurveForm } from './readings';

/** The encoding of a public key on Curve25519, which the document leaves open (reading `curve-form`). */
export type KeyForm =
  /** An X25519 key: 32 bytes (RFC 7748). */
  | 'x25519'
  /** An X25519 key in a SubjectPublicKeyInfo (RFC 8410). */
  | 'x25519-spki'
  /** A point in the short Weierstrass form of the curve: 04‖X‖Y, 65 bytes. */
  | 'weierstrass'
  /** A Weierstrass point in a SubjectPublicKeyInfo that contains the curve parameters. */
  | 'weierstrass-spki-explicit'
  /** A Weierstrass point in a SubjectPublicKeyInfo that contains the curve's object identifier. */
  | 'weierstrass-spki-named';

/** Facts about the key material of one side of a transfer (clause 2.6). */
export interface KeyMaterialFact {
  /** One message for each deviation from the shape that clause 2.6 requires. */
  readonly flaws: readonly string[];
  /**
   * The time at which the key expires, in epoch milliseconds. `undefined` if `expiry` cannot be read as an
   * instant.
   */
  readonly expiresAt?: number;
  /** The encoding of the public key. `undefined` if the encoding is unknown. */
  readonly keyForm?: KeyForm;
  /** The reason why the key cannot be used: `off the curve`, `of low order`, `31 bytes`. */
  readonly keyFlaw?: string;
  /** A digest of the public key, equal for all encodings of the same key. */
  readonly keyDigest?: string;
  /** The length of the decoded nonce. `undefined` if the nonce cannot be decoded. */
  readonly nonceBytes?: number;
  readonly nonceDigest?: string;
}

/**
 * The stages of an encryption (clause 6.2): agree on the shared secret (6.2.3), mix the nonces (6.2.4),
 * derive the AES key (6.2.5), and seal the bundle (6.2.6).
 */
export type TransferStage = 'agree' | 'mix' | 'derive' | 'seal';

/**
 * A known mistake that explains a client's result. With it, the suite obtains exactly the content that the
 * client sent, or can explain why the client decrypts incorrectly.
 */
export interface KnownMistake {
  /** An id such as `salt-last-20`. */
  readonly id: string;
  readonly stage: TransferStage;
  /**
   * A sentence with the client's action and the document's requirement: `the salt is the last 20 bytes; the
   * document takes the first 20`.
   */
  readonly text: string;
}

export interface ContentFact {
  /** The length of the decoded content, in bytes. */
  readonly bytes: number;
  /**
   * `whole`: decrypts to the bundle, and the tag is valid. `mistaken`: a known mistake explains the content.
   * `closed`: no known mistake explains the content. `unusable`: not tried, because the client's key material
   * cannot be used. `null`: the call succeeded, but returned no content.
   */
  readonly opens: 'whole' | 'mistaken' | 'closed' | 'unusable' | 'null';
  readonly mistake?: KnownMistake;
}

/** A private key, or a marked part of the bundle, that can be read in data that must not contain it. */
export interface ExposureFact {
  /** JSON pointer into the data sent, such as `/keyMaterial/dhPublicKey/parameters`. */
  readonly place: string;
  /** The encoding of the exposed text, such as `raw`, `base64` or `hex`. */
  readonly encoding: string;
}

/** A secret of a transfer that appears in a log of the HIP. */
export interface TransferLeakFact {
  /** The HIP's private key, the ECDH shared secret, or the AES key that HKDF derives from it. */
  readonly what: 'private key' | 'shared secret' | 'derived key';
  /** The name of the log, such as `the adapter's stderr`. */
  readonly place: string;
  readonly encoding: string;
}

/**
 * Whether the shared secret starts with a zero byte. A client that drops leading zeros computes such a secret
 * wrongly, and all other secrets correctly.
 */
export type SecretFact = 'ordinary' | 'with a leading zero';

/**
 * The result of repeating transfers on one curve until a shared secret starts with a zero byte. `transfers`
 * counts the transfers with an ordinary secret that were not recorded individually.
 */
export interface LeadingZeroSearchFact {
  readonly transfers: number;
  /**
   * `found`: a secret with a leading zero occurred. `time`, `count`: a limit was reached. `trouble`: the
   * adapter failed.
   */
  readonly endedBy: 'found' | 'time' | 'count' | 'trouble';
}

/**
 * Returns whether a transfer shows how the client treats a leading zero of the shared secret. A content with
 * another mistake, or one that no known mistake explains, does not show this.
 */
export function showsLeadingZeroHandling({ secret, content }: TransferFact): boolean {
  return (
    secret !== undefined && (content?.opens === 'whole' || content?.mistake?.id === 'secret-zeros-dropped')
  );
}

/** Facts about an adapter's answer to `transfer.*`. Keys and bundles are not recorded. */
export interface TransferFact {
  /** The form of the suite's keys, or for `transfer.open` the form that the suite expects from the client. */
  readonly form: CurveForm;
  /**
   * The encoding of the suite's public key that the client received. `undefined` if the client need not
   * decode the key.
   */
  readonly coding?: KeyForm;
  /** Facts about the key material that the client sent as its own. */
  readonly keyMaterial?: KeyMaterialFact;
  /** The parts of the suite's key material that the client returned as its own key or nonce. */
  readonly echoes?: readonly ('key' | 'nonce')[];
  /** Whether the shared secret has a leading zero. `undefined` if the two keys do not give a secret. */
  readonly secret?: SecretFact;
  /**
   * The result of a search for a shared secret with a leading zero. This summary is recorded instead of the
   * many answers to `transfer.encrypt` in the search.
   */
  readonly search?: LeadingZeroSearchFact;
  /** For `transfer.encrypt`: facts about the content that the client encrypted. */
  readonly content?: ContentFact;
  /** For `transfer.decrypt`: whether the result is the bundle that the suite encrypted. */
  readonly bundle?: 'same' | 'other';
  /** For `transfer.decrypt`: a phrase that describes how the result differs from the bundle. */
  readonly bundleFlaw?: string;
  /**
   * For `transfer.decrypt`: set if the client deciphered a changed content without checking its tag. It
   * should have refused the content.
   */
  readonly unverified?: true;
  /**
   * For `transfer.decrypt`: set if the client decrypted the bundle, but returned it in another form, such as
   * in Base64.
   */
  readonly bundleMeant?: true;
  /**
   * For `transfer.decrypt`: a mistake that explains why the client cannot decrypt correct contents. It can
   * decrypt contents that were made with this mistake.
   */
  readonly mistake?: KnownMistake;
  /** Places at which the client exposes the private key that belongs to its public key. */
  readonly privateKeyIn?: readonly ExposureFact[];
  /** Places at which the client exposes a part of the bundle. */
  readonly bundleIn?: readonly ExposureFact[];
}

/**
 * The way in which an invalid transfer differs from a valid one. The client must refuse the invalid transfer.
 * Each invalid transfer differs in one way only.
 */
export type InvalidFact =
  /** The `cryptoAlg` that the HIU sends is not supported. */
  | 'algorithm'
  /** The `curve` that the HIU sends is not supported. */
  | 'curve'
  /** The `expiry` that the HIU sends has passed. */
  | 'expiry'
  /** A public key that is malformed, of low order or in another form. */
  | 'bad key'
  | 'nonce length'
  /** In each `changed …` fact, one bit of this part was flipped, or the part was removed or replaced. */
  | 'changed ciphertext'
  | 'changed tag'
  | 'changed nonce'
  | 'changed key';

/** Returns the variant id of an invalid transfer, as exchanges record it: `expiry: a second ago`. */
export function invalidVariant(fact: InvalidFact, detail: string): string {
  return `${fact}: ${detail}`;
}

const noBundle = 'no bundle: ';

/**
 * Returns the variant id of a transfer whose content is not a FHIR bundle, such as `no bundle: an empty
 * text`.
 */
export function variantWithoutBundle(content: string): string {
  return noBundle + content;
}

/**
 * Returns the content named in a variant id made by {@link variantWithoutBundle}, or `undefined` for any other
 * variant.
 */
export function contentOfVariantWithoutBundle(variant: string): string | undefined {
  return variant.startsWith(noBundle) ? variant.slice(noBundle.length) : undefined;
}

/**
 * Appends the id of a challenge item to a variant id, so that the reader of a report can find the item in the
 * challenge.
 */
export function addItemToVariant(variant: string, item: string): string {
  return `${variant} (${item})`;
}

/** Removes the id of a challenge item, which {@link addItemToVariant} appends, from a variant id. */
export function removeItemFromVariant(variant: string): string {
  return variant.replace(/ \(item-\d+\)$/, '');
}

/** Returns whether {@link invalidVariant} made this variant id from one of these facts. */
export function isInvalidVariantOf(variant: string, facts: readonly InvalidFact[]): boolean {
  return facts.some((fact) => variant.startsWith(`${fact}: `));
}

/** The part of a transfer that caused a failure (clause 6.2). */
export type TransferFault = 'key' | 'nonce' | 'algorithm' | 'curve' | 'expiry' | 'tag' | 'content';

/**
 * Thrown if a transfer cannot or must not continue. The message explains the reason and contains no secret.
 */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly fault: TransferFault;

  constructor(fault: TransferFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
