import type { KnownMistake, TransferStage } from '../../../contract/transfer';
import type { KeyPair, PublicKey } from './keys';
import { sharedSecret } from './keys';
import type { Mixed } from './scheme';
import { deriveKey, mixNonces, seal } from './scheme';

/** The inputs of a transfer's encryption, as the HIP (sender) or the HIU (recipient) knows them. */
export interface TransferInputs {
  /** The key pair of the side (HIP or HIU) that computes the shared secret. */
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

/**
 * Converts one side's half of a transfer to inputs that are labelled as the HIP's or the HIU's. `side` is the
 * role of that side.
 */
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
 * A known mistake in the encryption of clause 6.2. Each of its functions replaces the correct function for
 * one step. Most mistakes have only one function.
 */
export interface Mistake extends KnownMistake {
  /**
   * Computes the shared secret (clause 6.2.3). Returns `undefined` if the mistake cannot be made on this
   * curve.
   */
  readonly secret?: (given: TransferInputs) => Buffer | undefined;
  /** Derives the salt and the IV from the nonces (clause 6.2.4). */
  readonly mix?: (given: TransferInputs) => Mixed;
  /** Derives the AES key (clause 6.2.5). */
  readonly derive?: (secret: Buffer, salt: Buffer, given: TransferInputs) => Buffer;
  /** Encrypts the plaintext (clause 6.2.6). Returns bytes, which are not yet encoded as text. */
  readonly seal?: (key: Buffer, iv: Buffer, plaintext: Buffer, given: TransferInputs) => Buffer;
  /** Encodes the bundle as bytes, which are then encrypted. */
  readonly bundle?: (text: string) => Buffer;
  /** Encodes the encrypted bytes as a string. */
  readonly encode?: (content: Buffer) => string;
  /**
   * Number of bytes at the start of the encoded bundle that depend only on the beginning of the bundle.
   * `undefined` if this is true of all bytes except the last few.
   */
  readonly steadyBytes?: number;
}

/** The AES key and the IV, derived either correctly or with one of the known mistakes. */
export interface DerivedKeyAndIv {
  readonly key: Buffer;
  readonly iv: Buffer;
}

/**
 * Computes the key and the IV. For each step, uses the mistake's own function if it has one. Returns
 * `undefined` if the mistake cannot be made on this curve.
 */
export function derive(given: TransferInputs, mistake: Partial<Mistake> = {}): DerivedKeyAndIv | undefined {
  const secret = mistake.secret === undefined ? rightSecret(given) : mistake.secret(given);
  if (secret === undefined) return undefined;
  const { salt, iv } = mistake.mix?.(given) ?? mixNonces(given.hipNonce, given.hiuNonce);
  return { key: (mistake.derive ?? deriveKey)(secret, salt, given), iv };
}

const secrets = new WeakMap<TransferInputs, Buffer>();

/**
 * Returns a copy of the correct ECDH secret. Caches the secret for each `given`, because a diagnosis tries
 * many mistakes on the same inputs.
 */
export function rightSecret(given: TransferInputs): Buffer {
  const secret = secrets.get(given) ?? sharedSecret(given.own, given.peer.publicKey);
  secrets.set(given, secret);
  return Buffer.from(secret);
}

/**
 * Returns the encrypted content that an HIP with this mistake would send for the bundle `text`. Returns the
 * correct content if `mistake` is omitted. Returns `undefined` if the mistake cannot be made on this curve.
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

/**
 * Mistakes to define, by id. `done` describes the client's mistake, and `part` is the function that makes it.
 */
export type Slips<Name extends Part> = Readonly<
  Record<string, readonly [done: string, part: NonNullable<Mistake[Name]>]>
>;

/**
 * Builds mistakes that replace the function `part`. `right` describes the correct behaviour. It is appended
 * to the description of each mistake.
 */
export function mistakesAt<Name extends Part>(part: Name, right: string, slips: Slips<Name>): Mistake[] {
  return Object.entries(slips).map(([id, [done, make]]) => ({
    id,
    stage: stageOf[part],
    text: `${done}; ${right}`,
    [part]: make,
  }));
}

/** Returns only the mistake's data, without its functions, for use by rules. */
export function factOfMistake({ id, stage, text }: KnownMistake): KnownMistake {
  return { id, stage, text };
}
