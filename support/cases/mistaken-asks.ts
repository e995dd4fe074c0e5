import type { KnownMistake } from '../contract/transfer';
import { mistakenTransfers } from '../crypto/node/transfer';
import type { TestData } from './test-data';
import type { DecryptAsk } from './ask';
import { makePlainBundle } from './bundle-makers';
import { curveOfForm } from './material';

/**
 * A call to decrypt content that was encrypted with one known mistake. The suite does not judge the answer. A
 * client that can decrypt the content makes the same mistake itself.
 */
export interface MistakenAsk {
  readonly ask: DecryptAsk;
  readonly mistake: KnownMistake;
}

/**
 * Yields variants of a valid decrypt call, each with content that was encrypted with a different known
 * mistake.
 */
export function* mistakenAsks(right: DecryptAsk, data: TestData): Generator<MistakenAsk> {
  const { sealed, form } = right;
  if (sealed === undefined) return;
  const round = `hiu/${form}/mistakes`;
  // Use a new bundle. One of the mistakes is to send the bundle unencrypted, which would reveal the bundle of
  // a judged call to the client.
  const bundle = makePlainBundle(data, round);
  const { own, ownNonce, peerPublicKey, peerNonce } = sealed;
  const peer = { curve: curveOfForm(form), publicKey: peerPublicKey };
  const sent = { own, ownNonce, peer, peerNonce, bundle: bundle.text };
  for (const { mistake, content } of mistakenTransfers(sent)) {
    const asked = { part: 'open', round, variant: mistake.id } as const;
    yield { ask: { ...right, asked, content, bundle }, mistake };
  }
}
