import type { CurveForm } from './readings';
import type { SchemeMember, SchemeNameKind } from './scheme-names';

/** The encoding of a public key on Curve25519, which the document leaves open (reading `curve-form`). */
export type KeyForm =
  /** An X25519 key: 32 bytes (RFC 7748). */
  | 'x25519'
  /** An X25519 key in a SubjectPublicKeyInfo (RFC 8410). */
  | 'x25519-spki'
  /**
   * A point in the short Weierstrass form of the curve: 65 bytes (04‖X‖Y), or 33 bytes if a client compresses
   * it.
   */
  | 'weierstrass'
  /** A Weierstrass point in a SubjectPublicKeyInfo that contains the curve parameters. */
  | 'weierstrass-spki-explicit'
  /** A Weierstrass point in a SubjectPublicKeyInfo that contains the curve's object identifier. */
  | 'weierstrass-spki-named';

/** Facts about the key material of one side of a transfer (clause 2.6). */
export interface KeyMaterialFact {
  /** One message for each deviation from the shape that clause 2.6 requires. */
  readonly flaws: readonly string[];
  /** The kinds of the names of algorithm and curve. Contains only names that differ from those of clause 2.6. */
  readonly otherNames?: Readonly<Partial<Record<SchemeMember, SchemeNameKind>>>;
  /**
   * The time at which the key expires, in epoch milliseconds. `undefined` if `expiry` cannot be read as an
   * instant.
   */
  readonly expiresAt?: number;
  /** The encoding of the public key. `undefined` if the key cannot be read or must not be used. */
  readonly keyForm?: KeyForm;
  /** The reason why the key must not be used, such as `off the curve`, `of low order` or `31 bytes`. */
  readonly keyFlaw?: string;
  /** A digest of the public key. The same key has the same digest in every encoding. */
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
 * An implementation mistake that the suite recognises in a client's result. Usually, the suite makes the same
 * mistake: it then gets the client's content, or content that the client can decrypt.
 */
export interface KnownMistake {
  /** An id such as `salt-last-20`. */
  readonly id: string;
  readonly stage: TransferStage;
  /**
   * A sentence with the client's action and the document's requirement, such as `the salt is the last 20
   * bytes; the document takes the first 20`.
   */
  readonly text: string;
}

export interface ContentFact {
  /** The length of the decoded content, in bytes. */
  readonly bytes: number;
  /**
   * The result of decrypting the content. `whole`: the content decrypts to the bundle, and the tag is valid.
   * `mistaken`: a known mistake explains the content. `closed`: no known mistake explains it. `unusable`: the
   * suite did not try, because the client's key or nonce cannot be used. `null`: the call succeeded, but
   * returned no content.
   */
  readonly opens: 'whole' | 'mistaken' | 'closed' | 'unusable' | 'null';
  readonly mistake?: KnownMistake;
}

/**
 * A private key, or bundle content that the suite planted as a marker, found in cleartext in data that must
 * not contain it.
 */
export interface ExposureFact {
  /** JSON pointer into the data that the client sent, such as `/keyMaterial/dhPublicKey/parameters`. */
  readonly place: string;
  /** The encoding of the exposed text, such as `raw`, `base64` or `hex`. */
  readonly encoding: string;
}

/** A secret value of a transfer that the HIP wrote to a log. */
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
 * Returns whether a transfer shows how the client treats a leading zero of the shared secret. It does not if
 * the content has another mistake, or if no known mistake explains the content.
 */
export function showsLeadingZeroHandling({ secret, content }: TransferFact): boolean {
  return (
    secret !== undefined && (content?.opens === 'whole' || content?.mistake?.id === 'secret-zeros-dropped')
  );
}

/** Facts about an adapter's answer to a `transfer.*` call. Keys and bundles are not recorded. */
export interface TransferFact {
  /**
   * The form of the key that the suite uses for the call. For `transfer.open`, which sends no key, the form
   * that the suite expects of the client's key.
   */
  readonly form: CurveForm;
  /**
   * The encoding of the public key that the suite sent. `undefined` if the suite did not send a key, or if
   * the client can refuse the call without decoding the key.
   */
  readonly coding?: KeyForm;
  /** Facts about the key material in the client's answer. */
  readonly keyMaterial?: KeyMaterialFact;
  /** The parts of the suite's key material that the client returned as its own key or nonce. */
  readonly echoes?: readonly ('key' | 'nonce')[];
  /**
   * Whether the shared secret has a leading zero. `undefined` if the suite cannot compute a shared secret
   * from the two keys.
   */
  readonly secret?: SecretFact;
  /**
   * The result of a search for a shared secret with a leading zero. A search makes many `transfer.encrypt`
   * calls, so the recording contains this summary instead of most of the answers.
   */
  readonly search?: LeadingZeroSearchFact;
  /** For `transfer.encrypt`: facts about the content that the client encrypted. */
  readonly content?: ContentFact;
  /** For `transfer.decrypt`: whether the result is the bundle that the suite encrypted. */
  readonly bundle?: 'same' | 'other';
  /** For `transfer.decrypt`: a phrase that describes how the result differs from the bundle. */
  readonly bundleFlaw?: string;
  /**
   * For `transfer.decrypt`: set if the client decrypted altered content without checking its tag, and
   * returned the result. The client should have refused the content.
   */
  readonly unverified?: true;
  /**
   * For `transfer.decrypt`: set if the client decrypted the bundle, but returned it in a changed
   * representation, such as Base64.
   */
  readonly bundleMeant?: true;
  /**
   * For `transfer.decrypt`: a mistake that explains why the client cannot decrypt correct content. The client
   * does decrypt content that the suite encrypts with this mistake.
   */
  readonly mistake?: KnownMistake;
  /** The places in the answer at which the private key for the client's public key is exposed. */
  readonly privateKeyIn?: readonly ExposureFact[];
  /** The places in the answer at which a part of the bundle is exposed. */
  readonly bundleIn?: readonly ExposureFact[];
}

/**
 * The difference between an invalid transfer, which the client must refuse, and a valid one. Each invalid
 * transfer differs from the valid one in exactly one property.
 */
export type InvalidFact =
  /** The `cryptoAlg` that the HIU sends is not supported. */
  | 'algorithm'
  /** The `curve` that the HIU sends is not supported. */
  | 'curve'
  /** The `expiry` that the HIU sends has passed. */
  | 'expiry'
  /** The public key is malformed, of low order, off the curve, or in a form that the client does not read. */
  | 'bad key'
  | 'nonce length'
  /**
   * In all `changed …` variants, one bit of the named part was flipped, or the part was removed or replaced.
   */
  | 'changed ciphertext'
  | 'changed tag'
  | 'changed nonce'
  | 'changed key';

/** Returns the variant id of an invalid transfer, such as `expiry: a second ago`. */
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
 * Thrown if a transfer cannot or must not continue, for example because a key has expired. The message gives
 * the reason and contains no secret.
 */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly fault: TransferFault;

  constructor(fault: TransferFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
