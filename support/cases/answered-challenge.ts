import type { AdapterChannel } from '../adapter/channel';
import type { Role } from '../contract/words';
import type { NamedPrivateKey } from '../crypto/node/field-inspection';
import type { TransferAsk } from './ask';
import type { FieldCase } from './field-values';
import type { MistakenAsk } from './mistaken-asks';

/**
 * A challenge, which is a file of test items, with the integrator's answers. A run judges these answers
 * instead of calling an adapter.
 */
export interface AnsweredChallenge {
  readonly id: string;
  /**
   * The creation time of the challenge, in epoch milliseconds. Answers do not contain a time, but cannot be
   * older than the challenge.
   */
  readonly createdAt: number;
  /** Name and version of the integrator's implementation, as the answer file states them. */
  readonly implementation?: { readonly name: string; readonly version?: string };
  readonly roles: readonly Role[];
  readonly keyBits: 2048 | 4096;
  readonly items: number;
  readonly answers: number;
  /** Only the field cases that were answered. */
  readonly fields: readonly FieldCase[];
  readonly transfers: readonly TransferAsk[];
  readonly mistaken: readonly MistakenAsk[];
  /** All field cases, answered or not, because an answer could leak any of their values. */
  readonly values: readonly FieldCase[];
  /** Replays the answers of the file in place of an adapter. */
  readonly channel: AdapterChannel;
  /** The private keys that may decrypt the fields. */
  readonly keys: readonly NamedPrivateKey[];
  /** Ids of the obligations that the answers can test. */
  readonly shown: readonly string[];
  /** Maps an obligation's id to the unanswered items that should have tested it. */
  readonly unanswered: Readonly<Partial<Record<string, readonly string[]>>>;
  /** One message for each entry of the answer file that was rejected. */
  readonly bad: readonly string[];
}
