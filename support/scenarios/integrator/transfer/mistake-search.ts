import type { CurveForm } from '../../../contract/readings';
import type { MistakeFact } from '../../../contract/transfer-facts';
import type { DecryptAsk, TransferAsk } from '../../../cases/ask';
import type { MistakenAsk } from '../../../cases/mistaken-asks';
import type { CallEnding } from './record-transfer';

/** Asks the client to decrypt, and gives the bundle, or how else the call ended. */
type Decrypt = (ask: DecryptAsk) => Promise<string | null>;

/**
 * Finds out why an HIU does not read what is right: it is given contents that were made with one known mistake each.
 * Those that it reads are made as it makes its own. Sought once for each form.
 */
export class MistakeSearch {
  readonly #decrypt: Decrypt;
  readonly #mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>;
  readonly #found = new Map<CurveForm, MistakeFact | undefined>();

  constructor(decrypt: Decrypt, mistaken: (right: DecryptAsk) => Iterable<MistakenAsk>) {
    this.#decrypt = decrypt;
    this.#mistaken = mistaken;
  }

  /** The mistake behind the answer to an ask; `undefined` where the answer is right, or nothing explains it. */
  async find(ask: TransferAsk, ending: CallEnding): Promise<MistakeFact | undefined> {
    if (ask.method !== 'transfer.decrypt' || ask.asked.part !== 'valid' || isReadable(ending))
      return undefined;
    if (!this.#found.has(ask.form)) this.#found.set(ask.form, await this.#seek(ask));
    return this.#found.get(ask.form);
  }

  async #seek(right: DecryptAsk): Promise<MistakeFact | undefined> {
    for (const { ask, mistake } of this.#mistaken(right)) {
      const read = await this.#decrypt(ask);
      if (read === ask.bundle.text) return mistake;
      if (read === 'fault' || read === 'not-offered') return undefined;
    }
    return undefined;
  }
}

/** Whether the content was read, well or in a way of its own; or a fault says nothing. */
function isReadable(ending: CallEnding): boolean {
  if (ending.kind === 'refused') return false;
  if (ending.kind !== 'result' || !('bundle' in ending.value)) return true;
  return (ending.value.bundle ?? '') !== '';
}
