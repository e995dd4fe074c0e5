import type { MistakeFact } from '../../../contract/transfer-facts';
import type { Ingredients } from './ingredients';
import { contentOf, factOf } from './ingredients';
import type { KeyPair, PublicKey } from './keys';
import { mistakes } from './mistakes';

/** What the suite needs to make contents as an HIP would that makes a mistake. */
export interface SentContent {
  /** The HIP's. */
  readonly own: KeyPair;
  readonly ownNonce: Buffer;
  /** The HIU's. */
  readonly peer: PublicKey;
  readonly peerNonce: Buffer;
  readonly bundle: string;
}

/**
 * Contents made with one known mistake each, the commonest of each stage first: whoever reads one of them and no right
 * one makes that mistake too. A mistake that changes nothing here is left out.
 */
export function* mistakenTransfers(sent: SentContent): Generator<{ mistake: MistakeFact; content: string }> {
  const { own, ownNonce, peer, peerNonce, bundle } = sent;
  const given: Ingredients = {
    own,
    peer,
    hipNonce: ownNonce,
    hiuNonce: peerNonce,
    hipPublicKey: own.publicKey,
    hiuPublicKey: peer.publicKey,
  };
  const right = contentOf(given, bundle);
  for (const mistake of mistakes) {
    const content = contentOf(given, bundle, mistake);
    if (content !== undefined && content !== right) yield { mistake: factOf(mistake), content };
  }
}
