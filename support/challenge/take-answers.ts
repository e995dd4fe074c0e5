import { createPrivateKey } from 'node:crypto';
import { errorCodes } from '../adapter/protocol';
import type { CallOutcome } from '../adapter/channel';
import { checkSchema } from '../contract/schemas';

import type { KnownKey } from '../crypto/node/field-inspection';
import type { CertifiedService } from '../adapter/protocol';
import { ConfigurationError } from '../targets/errors';
import type { AnsweredChallenge } from '../run/answered-challenge';
import type { ChallengeAnswer, ChallengeKey, ChallengeMethod, GivenAnswer } from './challenge';
import { shownByField, shownByTransfer } from './concerned';

/**
 * Puts the answers beside the questions. Throws a ConfigurationError that names file and item for an id that the
 * challenge does not have, or that comes twice, and for a result of another shape. What is wrong inside a result is
 * evidence, and left to the rules.
 */
export function takeAnswers(file: string, answer: ChallengeAnswer, key: ChallengeKey): AnsweredChallenge {
  const given = byId(file, answer, key);
  const outcomeOf = <M extends ChallengeMethod>(id: string, method: M) =>
    outcomeIn(file, given.get(id), method);
  const fields = key.fields.map((field) => ({ ...field, ...outcomeOf(field.id, 'field.encrypt') }));
  const transfers = key.transfers.map((item) => ({ ...item, ...outcomeOf(item.id, item.ask.method) }));
  const missing = [
    ...fields.filter(({ outcome }) => !outcome).map((field) => [field.id, shownByField(field)] as const),
    ...transfers.filter(({ outcome }) => !outcome).map((item) => [item.id, shownByTransfer(item)] as const),
  ];
  return {
    id: key.challenge,
    createdAt: Date.parse(key.createdAt),
    ...(answer.implementation && { implementation: answer.implementation }),
    roles: key.roles,
    keyBits: key.keyBits,
    items: fields.length + transfers.length,
    answers: given.size,
    fields,
    transfers,
    keys: keysOf(key),
    unanswered: byObligation(missing),
  };
}

function byId(file: string, { answers }: ChallengeAnswer, key: ChallengeKey): Map<string, GivenAnswer> {
  const known = new Set([...key.fields, ...key.transfers].map(({ id }) => id));
  const given = new Map<string, GivenAnswer>();
  for (const each of answers) {
    if (!known.has(each.id))
      throw new ConfigurationError(
        `answers ${JSON.stringify(each.id)}, which is no item of the challenge`,
        { file },
        'an answer carries the id of its item',
      );
    if (given.has(each.id))
      throw new ConfigurationError(`answers ${each.id} twice`, { file }, 'each item has one answer');
    given.set(each.id, each);
  }
  return given;
}

interface Taken<M extends ChallengeMethod> {
  readonly outcome?: CallOutcome<M> & { readonly kind: 'result' | 'refused' };
}

/** As with an adapter, some codes say that nobody tried: the item counts as not answered. */
const untried: readonly number[] = [errorCodes.notOffered, errorCodes.invalidParams, errorCodes.parseError];

function outcomeIn<M extends ChallengeMethod>(
  file: string,
  given: GivenAnswer | undefined,
  method: M,
): Taken<M> {
  if (given === undefined) return {};
  if ('error' in given) {
    const { code = errorCodes.refused, message } = given.error;
    return untried.includes(code) ? {} : { outcome: { kind: 'refused', code, message } };
  }
  const [problem] = checkSchema(`adapter/${method}-result`, given.result);
  if (problem !== undefined)
    throw new ConfigurationError(
      `${given.id}: in its result ${problem.message}`,
      { file },
      `the shape is in schemas/adapter/${method}-result.schema.json; where there is no result, answer with an error`,
    );
  return { outcome: { kind: 'result', value: given.result } as NonNullable<Taken<M>['outcome']> };
}

function keysOf({ privateKeys }: ChallengeKey): KnownKey[] {
  return Object.entries(privateKeys).map(([name, pem]) => ({
    name,
    service: name as CertifiedService,
    privateKey: createPrivateKey(pem),
  }));
}

function byObligation(
  missing: readonly (readonly [item: string, shown: readonly string[]])[],
): Partial<Record<string, string[]>> {
  const items: Partial<Record<string, string[]>> = {};
  for (const [item, shown] of missing) for (const id of shown) (items[id] ??= []).push(item);
  return items;
}
