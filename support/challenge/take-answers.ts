import { createPrivateKey } from 'node:crypto';
import { errorCodes } from '../adapter/protocol';
import { checkSchema } from '../contract/schemas';
import type { KnownKey } from '../crypto/node/field-inspection';
import type { CertifiedService } from '../adapter/protocol';
import { ConfigurationError } from '../targets/errors';
import type { AnsweredChallenge } from '../run/answered-challenge';
import type { ItemOutcome } from './answer-channel';
import { AnswerChannel } from './answer-channel';
import type {
  ChallengeAnswer,
  ChallengeKey,
  ChallengeMethod,
  FieldItem,
  GivenAnswer,
  TransferItem,
} from './challenge';
import { questionOf } from './challenge';
import { shownBy, shownByRaw, obligationsShownBy } from './shown';

/**
 * Puts the answers beside the questions. Throws a ConfigurationError that names file and item for an id that the
 * challenge does not have, or that comes twice, and for a result of another shape. What is wrong inside a result is
 * evidence, and left to the rules.
 */
export function takeAnswers(file: string, answer: ChallengeAnswer, key: ChallengeKey): AnsweredChallenge {
  const given = byId(file, answer, key);
  const { fields, transfers } = key;
  const items = [...fields, ...transfers];
  const answered = items.map(questionOf).flatMap((question) => {
    const outcome = outcomeIn(file, given.get(question.id), question.method);
    return outcome === undefined ? [] : [{ ...question, outcome }];
  });
  const outcomes = new Map(answered.map(({ id, outcome }) => [id, outcome]));
  const isAnswered = ({ id }: { readonly id: string }): boolean => outcomes.has(id);
  const keys = keysOf(key);
  const fieldOutcome = (id: string) => outcomes.get(id) as ItemOutcome<'field.encrypt'> | undefined;
  const shown = [...items.flatMap(shownBy), ...shownByRaw(fields, fieldOutcome, keys)];
  const ofTransfers = transfers.filter(isAnswered);
  return {
    id: key.challenge,
    createdAt: Date.parse(key.createdAt),
    ...(answer.implementation && { implementation: answer.implementation }),
    roles: key.roles,
    keyBits: key.keyBits,
    items: items.length,
    answers: given.size,
    values: fields,
    fields: fields.filter(isAnswered),
    transfers: ofTransfers.flatMap(({ id, ask, mistake }) => (mistake === undefined ? [named(ask, id)] : [])),
    mistaken: ofTransfers.flatMap(({ ask, mistake }) =>
      mistake !== undefined && ask.method === 'transfer.decrypt' ? [{ ask, mistake }] : [],
    ),
    channel: new AnswerChannel(answered),
    keys,
    shown: [...new Set(shown.flatMap(obligationsShownBy))].sort(),
    unanswered: byObligation(items.filter((item) => !isAnswered(item))),
  };
}

/** The variant of an ask with the item that asks it: whoever reads of it finds it again. */
function named(ask: TransferItem['ask'], id: string): TransferItem['ask'] {
  return { ...ask, asked: { ...ask.asked, variant: `${ask.asked.variant} (${id})` } };
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

/** As with an adapter, some codes say that nobody tried: the item counts as not answered. */
const untried: readonly number[] = [errorCodes.notOffered, errorCodes.invalidParams, errorCodes.parseError];

/** How an item was answered; `undefined` where it was not. */
function outcomeIn(
  file: string,
  given: GivenAnswer | undefined,
  method: ChallengeMethod,
): ItemOutcome | undefined {
  if (given === undefined) return undefined;
  if ('error' in given) {
    const { code = errorCodes.refused, message } = given.error;
    return untried.includes(code) ? undefined : { kind: 'refused', code, message };
  }
  const [problem] = checkSchema(`adapter/${method}-result`, given.result);
  if (problem !== undefined)
    throw new ConfigurationError(
      `${given.id}: in its result ${problem.message}`,
      { file },
      `the shape is in schemas/adapter/${method}-result.schema.json; where there is no result, answer with an error`,
    );
  return { kind: 'result', value: given.result } as ItemOutcome;
}

function keysOf({ privateKeys }: ChallengeKey): KnownKey[] {
  return Object.entries(privateKeys).map(([name, pem]) => ({
    name,
    service: name as CertifiedService,
    privateKey: createPrivateKey(pem),
  }));
}

/** The items by each obligation that they were to show. */
function byObligation(unanswered: readonly (FieldItem | TransferItem)[]): Partial<Record<string, string[]>> {
  const items: Partial<Record<string, string[]>> = {};
  for (const item of unanswered)
    for (const id of shownBy(item).flatMap(obligationsShownBy)) (items[id] ??= []).push(item.id);
  return items;
}
