import type { MistakeFact } from '../contract/transfer';
import { mistakenTransfers } from '../crypto/node/transfer';
import type { MadeUp } from './made-up';
import type { DecryptAsk } from './ask';
import { plainBundle } from './bundles';
import { curveOf } from './material';

/** A content that was made with one known mistake. It is judged by nothing: who reads it does likewise. */
export interface MistakenAsk {
  readonly ask: DecryptAsk;
  readonly mistake: MistakeFact;
}

/** Contents like a right one, for the same HIU, made with each known mistake in turn. */
export function* mistakenAsks(right: DecryptAsk, data: MadeUp): Generator<MistakenAsk> {
  const { sealed, form } = right;
  if (sealed === undefined) return;
  const round = `hiu/${form}/mistakes`;
  // Not that of an ask which is judged: one of the mistakes is to encrypt nothing.
  const bundle = plainBundle(data, round);
  const { own, ownNonce, peerPublicKey, peerNonce } = sealed;
  const peer = { curve: curveOf(form), publicKey: peerPublicKey };
  const sent = { own, ownNonce, peer, peerNonce, bundle: bundle.text };
  for (const { mistake, content } of mistakenTransfers(sent)) {
    const asked = { part: 'open', round, variant: mistake.id } as const;
    yield { ask: { ...right, asked, content, bundle }, mistake };
  }
}
