import type { AdapterChannel } from '../adapter/channel';
import type { Role } from '../contract/words';
import type { NamedPrivateKey } from '../crypto/node/field-inspection';
import type { TransferAsk } from './ask';
import type { FieldCase } from './field-values';
import type { MistakenAsk } from './mistaken-asks';

/**
 * A challenge (a file of test items) together with the integrator's answers. A run judges these answers
 * instead of calling an adapter.
 */
export interface AnsweredChallenge {
  readonly id: string;
  /**
   * Creation time of the challenge, in epoch milliseconds. Used as the time of each answer, which is unknown
   * but cannot be earlier.
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
  /** All field cases, including unanswered ones: an answer to one case could expose the value of another. */
  readonly values: readonly FieldCase[];
  /** Channel that replays the answers in the file, in place of an adapter. */
  readonly channel: AdapterChannel;
  /** The challenge's RSA private keys, with which the suite decrypts the encrypted fields. */
  readonly keys: readonly NamedPrivateKey[];
  /** Ids of the obligations that the answers can test. */
  readonly shown: readonly string[];
  /**
   * Maps an obligation's id to the unanswered items that would have tested it. Each is an item id, followed
   * by the problem in brackets if the answer was invalid.
   */
  readonly unanswered: Readonly<Partial<Record<string, readonly string[]>>>;
  /** One message for each rejected entry of the answer file. */
  readonly bad: readonly string[];
}
