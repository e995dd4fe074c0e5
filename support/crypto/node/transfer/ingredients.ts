import type { KnownMistake, TransferStage } from '../../../contract/transfer';
import type { KeyPair, PublicKey } from './keys';
import { sharedSecret } from './keys';
import type { Mixed } from './scheme';
import { deriveKey, mixNonces, seal } from './scheme';

/** The inputs of a transfer's encryption, as the HIP (sender) or the HIU (recipient) knows them. */
export interface TransferInputs {
  /** The key pair of the side that computes. */
  readonly own: KeyPair;
  readonly peer: PublicKey;
  readonly hipNonce: Buffer;
  readonly hiuNonce: Buffer;
  readonly hipPublicKey: Buffer;
  readonly hiuPublicKey: Buffer;
}

/** A transfer as one side knows it: its own key pair and nonce, and the peer's public key and nonce. */
export interface TransferHalf {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly peer: PublicKey;
  readonly peerNonce: Buffer;
}

/** Assigns the keys and nonces of a half to HIP and HIU. `side` is the side that the half belongs to. */
export function ingredientsOf(
  { own, ownNonce, peer, peerNonce }: TransferHalf,
  side: 'hip' | 'hiu',
): TransferInputs {
  const [ours, theirs] = [
    { key: own.publicKey, nonce: ownNonce },
    { key: peer.publicKey, nonce: peerNonce },
  ];
  const [hip, hiu] = side === 'hip' ? [ours, theirs] : [theirs, ours];
  const nonces = { hipNonce: hip.nonce, hiuNonce: hiu.nonce };
  return { own, peer, ...nonces, hipPublicKey: hip.key, hiuPublicKey: hiu.key };
}

/**
 * A known mistake in the encryption of clause 6.2. Its functions replace the right ones; usually there is
 * only one.
 */
export interface Mistake extends KnownMistake {
  /** Clause 6.2.3: the shared secret. Returns `undefined` if the mistake cannot be made on this curve. */
  readonly secret?: (given: TransferInputs) => Buffer | undefined;
  /** Clause 6.2.4: the salt and the IV. */
  readonly mix?: (given: TransferInputs) => Mixed;
  /** Clause 6.2.5: the AES key. */
  readonly derive?: (secret: Buffer, salt: Buffer, given: TransferInputs) => Buffer;
  /** Clause 6.2.6: the encrypted bytes, before they are encoded as text. */
  readonly seal?: (key: Buffer, iv: Buffer, plaintext: Buffer, given: TransferInputs) => Buffer;
  /** Encodes the bundle as bytes. */
  readonly bundle?: (text: string) => Buffer;
  /** Encodes the encrypted bytes as text. */
  readonly encode?: (content: Buffer) => string;
  /**
   * Number of leading bytes that depend only on the beginning of the bundle. `undefined`: all but the last
   * few.
   */
  readonly steadyBytes?: number;
}

/** The key and the IV that result from the right steps or from a mistake. */
export interface DerivedKeyAndIv {
  readonly key: Buffer;
  readonly iv: Buffer;
}

/**
 * Computes the key and the IV, with the mistake's functions if it has any. Returns `undefined` if the mistake
 * cannot be made on this curve.
 */
export function derive(given: TransferInputs, mistake: Partial<Mistake> = {}): DerivedKeyAndIv | undefined {
  const secret = mistake.secret === undefined ? rightSecret(given) : mistake.secret(given);
  if (secret === undefined) return undefined;
  const { salt, iv } = mistake.mix?.(given) ?? mixNonces(given.hipNonce, given.hiuNonce);
  return { key: (mistake.derive ?? deriveKey)(secret, salt, given), iv };
}

const secrets = new WeakMap<TransferInputs, Buffer>();

/**
 * Returns the right ECDH secret as a copy. Computed once for each `given`, because many mistakes are tried.
 */
export function rightSecret(given: TransferInputs): Buffer {
  const secret = secrets.get(given) ?? sharedSecret(given.own, given.peer.publicKey);
  secrets.set(given, secret);
  return Buffer.from(secret);
}

/**
 * Returns the content (as text) that an HIP with this mistake would send, or the right content without a
 * mistake. Returns `undefined` if the mistake cannot be made on this curve.
 */
export function contentWithMistake(
  given: TransferInputs,
  text: string,
  mistake: Partial<Mistake> = {},
): string | undefined {
  const derived = derive(given, mistake);
  if (derived === undefined) return undefined;
  const plaintext = mistake.bundle?.(text) ?? Buffer.from(text);
  const content = (mistake.seal ?? seal)(derived.key, derived.iv, plaintext, given);
  return mistake.encode?.(content) ?? content.toString('base64');
}

/** The stage of clause 6.2 at which each function of a mistake takes effect. */
const stageOf = {
  secret: 'agree',
  mix: 'mix',
  derive: 'derive',
  seal: 'seal',
  bundle: 'seal',
  encode: 'seal',
} as const satisfies Partial<Record<keyof Mistake, TransferStage>>;

type Part = keyof typeof stageOf;

/** Mistakes by id. `done` describes the mistake, and `part` is the function that makes it. */
export type Slips<Name extends Part> = Readonly<
  Record<string, readonly [done: string, part: NonNullable<Mistake[Name]>]>
>;

/**
 * Builds mistakes that replace the function `part`. `right` describes what is correct; it ends the text of
 * each mistake.
 */
export function mistakesAt<Name extends Part>(part: Name, right: string, slips: Slips<Name>): Mistake[] {
  return Object.entries(slips).map(([id, [done, make]]) => ({
    id,
    stage: stageOf[part],
    text: `${done}; ${right}`,
    [part]: make,
  }));
}

/** Returns the mistake without its functions, as rules receive it. */
export function factOfMistake({ id, stage, text }: KnownMistake): KnownMistake {
  return { id, stage, text };
}
