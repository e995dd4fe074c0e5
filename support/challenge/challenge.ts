import type { CertifiedService, Method, Params } from '../adapter/protocol';
import type { Role } from '../contract/words';
import type { CurveForm } from '../contract/readings';
import type { MistakeFact } from '../contract/transfer';
import type { FieldCase } from '../cases/field-values';
import type { DecryptAsk, EncryptAsk } from '../cases/ask';
import { paramsOf } from '../cases/params';

/** The methods of the adapter protocol that need nothing but their params. */
export type ChallengeMethod = Extract<Method, 'field.encrypt' | 'transfer.encrypt' | 'transfer.decrypt'>;

/** One question, with the params of the adapter protocol. Its id says nothing about what is asked. */
export interface ChallengeItem<M extends ChallengeMethod = ChallengeMethod> {
  readonly id: string;
  readonly method: M;
  readonly params: Params<M>;
}

/** What the integrator is given (`challenge/challenge`). Instants are ISO-8601 in UTC. */
export interface Challenge {
  readonly version: 1;
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly howToAnswer: readonly string[];
  /** Forms of the transfer keys in it. */
  readonly forms: readonly CurveForm[];
  /** SPKI in PEM. */
  readonly certificates: Readonly<Partial<Record<CertifiedService, string>>>;
  readonly items: readonly ChallengeItem[];
}

/** A field to be encrypted. */
export interface FieldItem extends FieldCase {
  readonly id: string;
}

/** A transfer to be encrypted or decrypted, with all that its answer is judged by. */
export interface TransferItem {
  readonly id: string;
  readonly ask: EncryptAsk | DecryptAsk;
  /** The content was made with it: who reads it does likewise. It is judged by nothing. */
  readonly mistake?: MistakeFact;
}

/** The half of a challenge that stays with the judging side (`challenge/key`). */
export interface ChallengeKey {
  readonly version: 1;
  readonly warning: string;
  readonly challenge: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** When the answer was judged; null: it has not come yet. */
  readonly answeredAt: string | null;
  readonly roles: readonly Role[];
  readonly keyBits: 2048 | 4096;
  /** PKCS#8 in PEM, of the certificates. */
  readonly privateKeys: Readonly<Partial<Record<CertifiedService, string>>>;
  readonly fields: readonly FieldItem[];
  readonly transfers: readonly TransferItem[];
}

/** One answer: a result in the shape of the adapter protocol, or why there is none. */
export type GivenAnswer =
  | { readonly id: string; readonly result: unknown }
  | { readonly id: string; readonly error: { readonly code?: number; readonly message: string } };

/** What the integrator gives back (`challenge/answer`). */
export interface ChallengeAnswer {
  readonly challenge: string;
  readonly implementation?: { readonly name: string; readonly version?: string };
  readonly answers: readonly GivenAnswer[];
  /** Entries that are no answers; the others are taken all the same. */
  readonly bad?: readonly BadAnswer[];
}

/** An entry of an answer file that cannot be taken, and why. */
export interface BadAnswer {
  /** The item that it names, or the entry's place in the list. */
  readonly id: string;
  readonly problem: string;
}

/** What the integrator is asked by an item. */
export function questionOf(item: FieldItem | TransferItem): ChallengeItem {
  const { id } = item;
  if (!('ask' in item))
    return { id, method: 'field.encrypt', params: { service: item.service, value: item.value } };
  return { id, method: item.ask.method, params: paramsOf(item.ask) as ChallengeItem['params'] };
}
