import type { Params } from '../../../adapter/protocol';
import type { CurveForm } from '../../../contract/readings';
import type { MistakeFact } from '../../../contract/transfer-facts';
import { mistakenTransfers } from '../../../crypto/node/transfer';
import type { MadeUp } from '../../../run/made-up';
import type { DecryptAsk, TransferAsk } from './ask';
import { plainBundle } from './bundles';
import { curveOf } from './material';
import type { Ending } from './record-transfer';

/** Asks the client to decrypt, and gives the bundle, or how else the call ended. */
type Decrypt = (params: Params<'transfer.decrypt'>) => Promise<string>;

/**
 * Finds out why an HIU does not read what is right: it is given contents that were made with one known mistake each.
 * Those that it reads are made as it makes its own. Sought once for each form.
 */
export class MistakeSearch {
  readonly #decrypt: Decrypt;
  readonly #data: MadeUp;
  readonly #found = new Map<CurveForm, MistakeFact | undefined>();

  constructor(decrypt: Decrypt, data: MadeUp) {
    this.#decrypt = decrypt;
    this.#data = data;
  }

  /** The mistake behind the answer to an ask; `undefined` where the answer is right, or nothing explains it. */
  async find(ask: TransferAsk, ending: Ending): Promise<MistakeFact | undefined> {
    if (ask.method !== 'transfer.decrypt' || ask.sealed === undefined || isReadable(ask, ending))
      return undefined;
    if (!this.#found.has(ask.form)) this.#found.set(ask.form, await this.#seek(ask, ask.sealed));
    return this.#found.get(ask.form);
  }

  async #seek(ask: DecryptAsk, sealed: NonNullable<DecryptAsk['sealed']>): Promise<MistakeFact | undefined> {
    const { own, ownNonce, peerPublicKey, peerNonce } = sealed;
    const peer = { curve: curveOf(ask.form), publicKey: peerPublicKey };
    const bundle = plainBundle(this.#data, `hiu/${ask.form}/mistakes`).text;
    for (const { mistake, content } of mistakenTransfers({ own, ownNonce, peer, peerNonce, bundle })) {
      const read = await this.#decrypt({ ...ask.to, keyMaterial: ask.keyMaterial, content });
      if (read === bundle) return mistake;
      if (read === 'fault' || read === 'not-offered') return undefined;
    }
    return undefined;
  }
}

/** Whether the content was read, well or in a way of its own; or a fault says nothing. */
export function isReadable({ bundle }: DecryptAsk, ending: Ending): boolean {
  if (ending.kind === 'refused') return false;
  if (ending.kind !== 'result' || !('bundle' in ending.value)) return true;
  return ending.value.bundle !== '' || bundle.text === '';
}
