import type { CallOutcome } from '../adapter/channel';

import type { Role } from '../contract/words';
import type { KnownKey } from '../crypto/node/field-inspection';
import type { ChallengeMethod, FieldItem, TransferItem } from '../challenge/challenge';

type Outcome<M extends ChallengeMethod> = CallOutcome<M> & { readonly kind: 'result' | 'refused' };

/** A challenge with the answers that came, as it is judged. */
export interface AnsweredChallenge {
  readonly id: string;
  /** Epoch milliseconds. When an answer was made, nobody knows; it was no sooner. */
  readonly createdAt: number;
  /** What answered, as it names itself. */
  readonly implementation?: { readonly name: string; readonly version?: string };
  readonly roles: readonly Role[];
  /** Size of the RSA keys. */
  readonly keyBits: 2048 | 4096;
  readonly items: number;
  readonly answers: number;
  readonly fields: readonly (FieldItem & { readonly outcome?: Outcome<'field.encrypt'> })[];
  readonly transfers: readonly (TransferItem & {
    readonly outcome?: Outcome<'transfer.encrypt' | 'transfer.decrypt'>;
  })[];
  /** The keys under which a field may have been encrypted. */
  readonly keys: readonly KnownKey[];
  /** By obligation: the items that were to show it, and that nobody answered. */
  readonly unanswered: Readonly<Partial<Record<string, readonly string[]>>>;
}
