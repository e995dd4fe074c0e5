import type { CertifiedService, AdapterMethod, MethodParams } from '../adapter/protocol';
import type { Role } from '../contract/words';
import type { CurveForm } from '../contract/readings';
import type { KnownMistake } from '../contract/transfer';
import type { FieldCase } from '../cases/field-values';
import type { DecryptAsk, EncryptAsk } from '../cases/ask';
import { paramsOfAsk } from '../cases/params';

/** Adapter methods that depend only on their params, not on a session or an earlier call. */
export type ChallengeMethod = Extract<
  AdapterMethod,
  'field.encrypt' | 'transfer.encrypt' | 'transfer.decrypt'
>;

/**
 * One question in a challenge: an adapter method and the params to call it with. The id does not reveal the
 * expected answer.
 */
export interface ChallengeItem<M extends ChallengeMethod = ChallengeMethod> {
  readonly id: string;
  readonly method: M;
  readonly params: MethodParams<M>;
}

/**
 * The challenge file, which the integrator receives (schema `challenge/challenge`). Times are ISO-8601 in
 * UTC.
 */
export interface Challenge {
  readonly version: 1;
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly howToAnswer: readonly string[];
  /** Key forms of the public keys in the transfer items. */
  readonly forms: readonly CurveForm[];
  /** Public keys for encrypting the field values, SPKI in PEM. */
  readonly certificates: Readonly<Partial<Record<CertifiedService, string>>>;
  readonly items: readonly ChallengeItem[];
}

/** A challenge item that asks the integrator's client to encrypt a field value. */
export interface FieldItem extends FieldCase {
  readonly id: string;
}

/**
 * A challenge item that asks the integrator's client to encrypt or decrypt a transfer, together with the data
 * needed to judge the answer.
 */
export interface TransferItem {
  readonly id: string;
  readonly ask: EncryptAsk | DecryptAsk;
  /**
   * The known mistake with which the content was encrypted. The answer is not judged. A client that can
   * decrypt the content makes the same mistake.
   */
  readonly mistake?: KnownMistake;
}

/**
 * The challenge's key file, which the suite needs to judge the answers (schema `challenge/key`). The
 * integrator must not see it.
 */
export interface ChallengeKey {
  readonly version: 1;
  readonly warning: string;
  readonly challenge: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Time at which the answers were judged, or null if they have not been judged yet. */
  readonly answeredAt: string | null;
  readonly roles: readonly Role[];
  readonly keyBits: 2048 | 4096;
  /** Private keys of the challenge's certificates, PKCS#8 in PEM. */
  readonly privateKeys: Readonly<Partial<Record<CertifiedService, string>>>;
  readonly fields: readonly FieldItem[];
  readonly transfers: readonly TransferItem[];
}

/**
 * The answer to one challenge item: a result in the format of the adapter protocol, or an error that explains
 * why the result is missing.
 */
export type ItemAnswer =
  | { readonly id: string; readonly result: unknown }
  | { readonly id: string; readonly error: { readonly code?: number; readonly message: string } };

/** The answer file, which the integrator returns (schema `challenge/answer`). */
export interface ChallengeAnswer {
  readonly challenge: string;
  readonly implementation?: { readonly name: string; readonly version?: string };
  readonly answers: readonly ItemAnswer[];
  /** Invalid entries, found while reading the file. They do not affect the valid entries. */
  readonly bad?: readonly InvalidEntry[];
}

/** An invalid entry of an answer file, and the problem with it. */
export interface InvalidEntry {
  /** Item id in the entry. If the id is missing, the entry's position in the list, such as `entry 3`. */
  readonly id: string;
  readonly problem: string;
}

/**
 * Returns the question that the integrator sees for an item: an adapter method and its params, without the
 * data for judging the answer.
 */
export function questionOfItem(item: FieldItem | TransferItem): ChallengeItem {
  const { id } = item;
  if (!('ask' in item))
    return { id, method: 'field.encrypt', params: { service: item.service, value: item.value } };
  return { id, method: item.ask.method, params: paramsOfAsk(item.ask) as ChallengeItem['params'] };
}
