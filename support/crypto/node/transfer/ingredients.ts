import type { MistakeFact, TransferStage } from '../../../contract/transfer';
import type { KeyPair, PublicKey } from './keys';
import { sharedSecret } from './keys';
import type { Mixed } from './scheme';
import { deriveKey, mixNonces, seal } from './scheme';

/** What a transfer is made of, as one of both sides knows it. */
export interface Ingredients {
  /** The pair of the side that computes. */
  readonly own: KeyPair;
  readonly peer: PublicKey;
  readonly hipNonce: Buffer;
  readonly hiuNonce: Buffer;
  readonly hipPublicKey: Buffer;
  readonly hiuPublicKey: Buffer;
}

/** A transfer as one of both sides knows it: its own half whole, of the other what was sent. */
export interface Half {
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  readonly peer: PublicKey;
  readonly peerNonce: Buffer;
}

/** What a transfer is made of, to the HIP or to the HIU that has this half. */
export function ingredientsOf({ own, ownNonce, peer, peerNonce }: Half, side: 'hip' | 'hiu'): Ingredients {
  const [ours, theirs] = [
    { key: own.publicKey, nonce: ownNonce },
    { key: peer.publicKey, nonce: peerNonce },
  ];
  const [hip, hiu] = side === 'hip' ? [ours, theirs] : [theirs, ours];
  const nonces = { hipNonce: hip.nonce, hiuNonce: hiu.nonce };
  return { own, peer, ...nonces, hipPublicKey: hip.key, hiuPublicKey: hiu.key };
}

/** One stage of clause 6.2 done otherwise; each mistake replaces a single one. */
export interface Mistake extends MistakeFact {
  /** 6.2.3; undefined where it makes no difference on this curve. */
  readonly secret?: (given: Ingredients) => Buffer | undefined;
  /** 6.2.4. */
  readonly mix?: (given: Ingredients) => Mixed;
  /** 6.2.5. */
  readonly derive?: (secret: Buffer, salt: Buffer, given: Ingredients) => Buffer;
  /** 6.2.6, without the encoding. */
  readonly seal?: (key: Buffer, iv: Buffer, plaintext: Buffer, given: Ingredients) => Buffer;
  /** The bytes of the bundle. */
  readonly bundle?: (text: string) => Buffer;
  /** The text of the content. */
  readonly encode?: (content: Buffer) => string;
  /** So many bytes of a bundle written so depend on its beginning alone; all but the last few where absent. */
  readonly steadyBytes?: number;
}

/** A key and an IV as a mistake would have them. */
export interface Derived {
  readonly key: Buffer;
  readonly iv: Buffer;
}

/** The stages up to key and IV, one of them replaced; `undefined` where the mistake makes no difference. */
export function derive(given: Ingredients, mistake: Partial<Mistake> = {}): Derived | undefined {
  const secret = mistake.secret === undefined ? rightSecret(given) : mistake.secret(given);
  if (secret === undefined) return undefined;
  const { salt, iv } = mistake.mix?.(given) ?? mixNonces(given.hipNonce, given.hiuNonce);
  return { key: (mistake.derive ?? deriveKey)(secret, salt, given), iv };
}

const secrets = new WeakMap<Ingredients, Buffer>();

/** The ECDH secret of both keys; worked out once, however many mistakes are tried. */
export function rightSecret(given: Ingredients): Buffer {
  const secret = secrets.get(given) ?? sharedSecret(given.own, given.peer.publicKey);
  secrets.set(given, secret);
  return Buffer.from(secret);
}

/** The content as an HIP with that mistake would send it; `undefined` where the mistake makes no difference. */
export function contentWithMistake(
  given: Ingredients,
  text: string,
  mistake: Partial<Mistake> = {},
): string | undefined {
  const derived = derive(given, mistake);
  if (derived === undefined) return undefined;
  const plaintext = mistake.bundle?.(text) ?? Buffer.from(text);
  const content = (mistake.seal ?? seal)(derived.key, derived.iv, plaintext, given);
  return mistake.encode?.(content) ?? content.toString('base64');
}

/** The stage that each part of a mistake belongs to. */
const stageOf = {
  secret: 'agree',
  mix: 'mix',
  derive: 'derive',
  seal: 'seal',
  bundle: 'seal',
  encode: 'seal',
} as const satisfies Partial<Record<keyof Mistake, TransferStage>>;

type Part = keyof typeof stageOf;

/** Mistakes by their ids: what is done, and the part as it is done. */
export type Slips<Name extends Part> = Readonly<
  Record<string, readonly [done: string, part: NonNullable<Mistake[Name]>]>
>;

/** Mistakes that replace the same part, beside what the document says of it. */
export function mistakesAt<Name extends Part>(part: Name, right: string, slips: Slips<Name>): Mistake[] {
  return Object.entries(slips).map(([id, [done, make]]) => ({
    id,
    stage: stageOf[part],
    text: `${done}; ${right}`,
    [part]: make,
  }));
}

/** What a rule sees of a mistake. */
export function factOf({ id, stage, text }: MistakeFact): MistakeFact {
  return { id, stage, text };
}
