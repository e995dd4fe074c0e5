import type { CurveForm } from './readings';

/** How a public key on Curve25519 is coded; the document shows no form (reading `curve-form`). */
export type KeyForm =
  /** RFC 7748: 32 bytes. */
  | 'x25519'
  /** RFC 8410: the same in a SubjectPublicKeyInfo. */
  | 'x25519-spki'
  /** Short Weierstrass: 04‖X‖Y, 65 bytes. */
  | 'weierstrass'
  /** The same in a SubjectPublicKeyInfo that spells the curve out. */
  | 'weierstrass-spki-explicit'
  /** The same in a SubjectPublicKeyInfo that names the curve. */
  | 'weierstrass-spki-named';

/** What key material (clause 2.6) turned out to be. */
export interface KeyMaterialFact {
  /** What keeps it from the shape of clause 2.6, in words, one each; empty where nothing does. */
  readonly flaws: readonly string[];
  /** Epoch milliseconds; absent where it names no real instant in UTC. */
  readonly expiresAt?: number;
  /** Absent where the key has no known form. */
  readonly keyForm?: KeyForm;
  /** Why the key cannot be used: `off the curve`, `of low order`, `31 bytes`. */
  readonly keyFlaw?: string;
  /** Stands for the public key, whatever its form. */
  readonly keyDigest?: string;
  /** Absent where the nonce is no Base64. */
  readonly nonceBytes?: number;
  readonly nonceDigest?: string;
}

/**
 * The stages of an encryption, as clause 6.2 has them: the secret of both keys (6.2.3), the nonces mixed (6.2.4), the
 * key derived (6.2.5), the bundle sealed (6.2.6).
 */
export type TransferStage = 'agree' | 'mix' | 'derive' | 'seal';

/** A known mistake that reproduces what was seen. */
export interface MistakeFact {
  /** As in `salt-last-20`. */
  readonly id: string;
  /** The one that was done otherwise. */
  readonly stage: TransferStage;
  /** What was done, and what the document says: `the salt is the last 20 bytes; the document takes the first 20`. */
  readonly text: string;
}

/** What an encrypted content turned out to be. */
export interface ContentFact {
  /** Bytes that its text decodes to. */
  readonly bytes: number;
  /**
   * `whole`: it opens, tag and all, to the bytes of the bundle. `mistaken`: a known mistake explains it.
   * `closed`: nothing opens it. `unusable`: the key material that came with it cannot be used, so nothing was tried.
   * `null`: there is none, although the call succeeded.
   */
  readonly opens: 'whole' | 'mistaken' | 'closed' | 'unusable' | 'null';
  readonly mistake?: MistakeFact;
}

/** A planted text that stands where it must not. */
export interface ExposureFact {
  /** JSON pointer into what was sent, as in `/keyMaterial/dhPublicKey/parameters`. */
  readonly place: string;
  /** As in `raw`, `base64`, `hex`. */
  readonly encoding: string;
}

/** A secret of a transfer that stands in a log of the HIP's. */
export interface TransferLeakFact {
  /** Of the private key: what both keys agree on, and what HKDF makes of that. */
  readonly what: 'private key' | 'shared secret' | 'derived key';
  /** As in `the adapter's stderr`. */
  readonly place: string;
  /** As in `base64`, `hex`. */
  readonly encoding: string;
}

/** What a client that drops the leading zeros of a shared secret gets wrong, and what it gets right. */
export type SecretFact = 'ordinary' | 'with a leading zero';

/**
 * Transfers on one curve that were made to meet a shared secret with a leading zero. Each of them showed an ordinary
 * secret, and they are not recorded one by one; what was worth it is.
 */
export interface SearchFact {
  readonly transfers: number;
  /** `found`: such a secret occurred. `time`, `count`: the limit was reached. `trouble`: the adapter was lost. */
  readonly endedBy: 'found' | 'time' | 'count' | 'trouble';
}

/** Whether a transfer shows what becomes of a leading zero of its secret: what another mistake made does not. */
export function showsZeros({ secret, content }: TransferFact): boolean {
  return (
    secret !== undefined && (content?.opens === 'whole' || content?.mistake?.id === 'secret-zeros-dropped')
  );
}

/** What an adapter's answer to `transfer.*` turned out to be; keys and bundle stay behind. */
export interface TransferFact {
  /** In which form the suite's keys were given, or were to be expected. */
  readonly form: CurveForm;
  /** How the key was coded that the client was given, where it had to read it. */
  readonly coding?: KeyForm;
  /** What the HIP or the HIU sent as its own. */
  readonly keyMaterial?: KeyMaterialFact;
  /** What it gave back of the key material that it was given. */
  readonly echoes?: readonly ('key' | 'nonce')[];
  /** Of the secret that both sides have to agree on; absent where there is none. */
  readonly secret?: SecretFact;
  /** Stands for so many answers to `transfer.encrypt`. */
  readonly search?: SearchFact;
  /** Of `transfer.encrypt`. */
  readonly content?: ContentFact;
  /** Of `transfer.decrypt`: whether the bundle is that which was encrypted. */
  readonly bundle?: 'same' | 'other';
  /** Of `transfer.decrypt`: how what came back differs from the bundle, in words. */
  readonly bundleFlaw?: string;
  /** Of `transfer.decrypt`: what came back was never authenticated; it is what the keystream makes of the ciphertext. */
  readonly unverified?: true;
  /** Of `transfer.decrypt`: the bundle was opened, and handed on in another form. */
  readonly bundleMeant?: true;
  /** Of `transfer.decrypt`: contents made with this mistake are read, and right ones are not. */
  readonly mistake?: MistakeFact;
  /** Where the private key of the public key that was sent can be read. */
  readonly privateKeyIn?: readonly ExposureFact[];
  /** Where a part of the bundle can be read. */
  readonly bundleIn?: readonly ExposureFact[];
}

/** The one fact in which a transfer that is to be refused differs from its valid twin: what it is about. */
export type SpoiltFact =
  /** `cryptoAlg` of the HIU. */
  | 'algorithm'
  /** `curve` of the HIU. */
  | 'curve'
  /** An expiry of the HIU that has passed. */
  | 'expiry'
  /** A public key that is malformed, of low order or of another form. */
  | 'bad key'
  /** A nonce of another length. */
  | 'nonce length'
  /** A bit of what was sent has changed on its way. */
  | 'changed ciphertext'
  | 'changed tag'
  | 'changed nonce'
  | 'changed key';

/** A variant as an exchange carries it, as in `expiry: a second ago`. */
export function spoilt(fact: SpoiltFact, detail: string): string {
  return `${fact}: ${detail}`;
}

const noBundle = 'no bundle: ';

/** The variant of a transfer whose content is no FHIR bundle, as in `no bundle: an empty text`. */
export function withoutBundle(content: string): string {
  return noBundle + content;
}

/** The content of such a transfer; `undefined` of any other. */
export function contentWithoutBundle(variant: string): string | undefined {
  return variant.startsWith(noBundle) ? variant.slice(noBundle.length) : undefined;
}

/** The same with the item of a challenge that asks it: a reader can find it again. */
export function withItem(variant: string, item: string): string {
  return `${variant} (${item})`;
}

/** The variant alone, whether a challenge asked it or not. */
export function withoutItem(variant: string): string {
  return variant.replace(/ \(item-\d+\)$/, '');
}

/** Whether a variant spoils one of those facts. */
export function spoilsOneOf(variant: string, facts: readonly SpoiltFact[]): boolean {
  return facts.some((fact) => variant.startsWith(`${fact}: `));
}

/** What was at fault in a transfer (clause 6.2). */
export type TransferFault = 'key' | 'nonce' | 'algorithm' | 'curve' | 'expiry' | 'tag' | 'content';

/** A transfer that cannot, or must not, be gone on with. Its message says why and shows nothing secret. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly fault: TransferFault;

  constructor(fault: TransferFault, message: string) {
    super(message);
    this.fault = fault;
  }
}
