import type { AdapterChannel } from '../adapter/channel';
import type { Role } from '../contract/words';
import type { KnownKey } from '../crypto/node/field-inspection';
import type { TransferAsk } from './ask';
import type { FieldCase } from './field-values';
import type { MistakenAsk } from './mistaken-asks';

/** A challenge with the answers that came: its cases take the place of those that a run makes up for an adapter. */
export interface AnsweredChallenge {
  readonly id: string;
  /** Epoch milliseconds. When an answer was made is unknown; it was no sooner. */
  readonly createdAt: number;
  /** What answered, as it names itself. */
  readonly implementation?: { readonly name: string; readonly version?: string };
  readonly roles: readonly Role[];
  /** Size of the RSA keys. */
  readonly keyBits: 2048 | 4096;
  readonly items: number;
  readonly answers: number;
  /** Those that were answered. */
  readonly fields: readonly FieldCase[];
  readonly transfers: readonly TransferAsk[];
  readonly mistaken: readonly MistakenAsk[];
  /** Every value that an answer may give away, answered or not. */
  readonly values: readonly FieldCase[];
  /** Answers the cases, out of the file. */
  readonly channel: AdapterChannel;
  /** The keys under which a field may have been encrypted. */
  readonly keys: readonly KnownKey[];
  /** Everything that the items, once answered, can show. */
  readonly shown: readonly string[];
  /** By obligation: the items that were to show it, and were not answered. */
  readonly unanswered: Readonly<Partial<Record<string, readonly string[]>>>;
  /** What of the answer file could not be taken, each in a sentence. */
  readonly bad: readonly string[];
}
