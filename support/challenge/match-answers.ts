import { createPrivateKey } from 'node:crypto';
import type { AdapterChannel, CallOutcome } from '../adapter/channel';
import type { LogText } from '../adapter/kept-log';
import { noLog } from '../adapter/kept-log';
import type { CertifiedService, AdapterMethod, MethodParams } from '../adapter/protocol';
import { rpcErrorCodes } from '../adapter/protocol';
import type { AnsweredChallenge } from '../cases/answered-challenge';
import type {
  InvalidEntry,
  ChallengeAnswer,
  ChallengeItem,
  ChallengeKey,
  ChallengeMethod,
  FieldItem,
  ItemAnswer,
  TransferItem,
} from './challenge';
import { questionOfItem } from './challenge';
import { checkSchema } from '../contract/schemas';
import type { InvalidFact } from '../contract/transfer';
import { addItemToVariant } from '../contract/transfer';
import type { NamedPrivateKey } from '../crypto/node/field-inspection';
import { inspectField } from '../crypto/node/field-inspection';
import { contractObligations } from '../obligations';
import type { ChallengeTopic } from '../obligations/judge/home';

/**
 * Matches the answers to a challenge's items. An answer is listed in `bad` if its id is unknown or a
 * duplicate, or if its result has the wrong shape. Its item then counts as unanswered. A well-formed result
 * with wrong values is evidence for the rules to judge.
 */
export function matchAnswers(answer: ChallengeAnswer, key: ChallengeKey): AnsweredChallenge {
  const { fields, transfers } = key;
  const items = [...fields, ...transfers];
  const bad = badAnswers(answer, items);
  const given = new Map(answer.answers.map((each) => [each.id, each]));
  for (const { id } of bad) given.delete(id);
  const answered = items.map(questionOfItem).flatMap((question) => {
    const outcome = outcomeIn(given.get(question.id));
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
    unanswered: byObligation(
      items.filter((item) => !isAnswered(item)),
      bad,
    ),
    bad: bad.map(({ id, problem }) => `the answer file: ${shownId(id)} is not taken: ${problem}`),
  };
}

/** Adds the item's id to the variant id of a transfer, so that reports name the item. */
function named(ask: TransferItem['ask'], id: string): TransferItem['ask'] {
  return { ...ask, asked: { ...ask.asked, variant: addItemToVariant(ask.asked.variant, id) } };
}

/** Quotes and shortens an id in an unexpected format, because an answer file may contain any text. */
const shownId = (id: string): string =>
  /^(item-\d+|entry \d+)$/.test(id) ? id : JSON.stringify(id.slice(0, 40));

/** Returns the invalid entries of an answer file, at most one for each item. */
function badAnswers(
  { answers, bad = [] }: ChallengeAnswer,
  items: readonly (FieldItem | TransferItem)[],
): InvalidEntry[] {
  const methods = new Map(items.map(questionOfItem).map(({ id, method }) => [id, method]));
  const found = answers.flatMap((each, index) => {
    const method = methods.get(each.id);
    if (method === undefined) return [{ id: each.id, problem: 'is no item of the challenge' }];
    const isSecond = answers.findIndex(({ id }) => id === each.id) < index;
    const problem = isSecond ? 'is answered twice: each item has one answer' : resultFlaw(each, method);
    return problem === undefined ? [] : [{ id: each.id, problem }];
  });
  const all = [...bad, ...found];
  return all.filter(({ id }, index) => all.findIndex((each) => each.id === id) === index);
}

function resultFlaw(given: ItemAnswer, method: ChallengeMethod): string | undefined {
  if ('error' in given) return undefined;
  const [problem] = checkSchema(`adapter/${method}-result`, given.result);
  return problem && `in its result ${problem.message}; where there is no result, answer with an error`;
}

/**
 * Error codes that mean that the client did not attempt the task. The item then counts as unanswered, not as
 * refused.
 */
const untried: readonly number[] = [
  rpcErrorCodes.notOffered,
  rpcErrorCodes.invalidParams,
  rpcErrorCodes.parseError,
];

/**
 * Converts an answer to the outcome of an adapter call. Returns `undefined` if the client did not answer the
 * item, or did not attempt it.
 */
function outcomeIn(given: ItemAnswer | undefined): ItemOutcome | undefined {
  if (given === undefined) return undefined;
  if ('error' in given) {
    const { code = rpcErrorCodes.refused, message } = given.error;
    return untried.includes(code) ? undefined : { kind: 'refused', code, message };
  }
  return { kind: 'result', value: given.result } as ItemOutcome;
}

function keysOf({ privateKeys }: ChallengeKey): NamedPrivateKey[] {
  return Object.entries(privateKeys).map(([name, pem]) => ({
    name,
    service: name as CertifiedService,
    privateKey: createPrivateKey(pem),
  }));
}

/**
 * Maps each obligation's id to the ids of its unanswered items. If an item's answer was invalid, adds the
 * problem in brackets.
 */
function byObligation(
  unanswered: readonly (FieldItem | TransferItem)[],
  bad: readonly InvalidEntry[],
): Partial<Record<string, string[]>> {
  const items: Partial<Record<string, string[]>> = {};
  for (const item of unanswered) {
    const problem = bad.find(({ id }) => id === item.id)?.problem;
    const named = problem === undefined ? item.id : `${item.id} (${problem})`;
    for (const id of shownBy(item).flatMap(obligationsShownBy)) (items[id] ??= []).push(named);
  }
  return items;
}

type ItemOutcome<M extends ChallengeMethod = ChallengeMethod> = CallOutcome<M>;

/**
 * Adapter channel that replays an answer file: a call returns the answer to the item with the same method and
 * params.
 */
class AnswerChannel implements AdapterChannel {
  readonly ended = false;
  readonly #answers = new Map<string, ItemOutcome[]>();

  constructor(answered: readonly (ChallengeItem & { readonly outcome: ItemOutcome })[]) {
    for (const { method, params, outcome } of answered) {
      const question = JSON.stringify([method, params]);
      this.#answers.set(question, [...(this.#answers.get(question) ?? []), outcome]);
    }
  }

  /**
   * Returns the answer to the item with this method and these params. If several items are identical, each
   * call returns the next of their answers.
   */
  call<M extends AdapterMethod>(method: M, params: MethodParams<M>): Promise<CallOutcome<M>> {
    const outcome = this.#answers.get(JSON.stringify([method, params]))?.shift();
    const unasked = { kind: 'not-offered', message: 'the file has no answer to that' } as const;
    return Promise.resolve((outcome as CallOutcome<M> | undefined) ?? unasked);
  }

  log(): LogText {
    return noLog;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Returns the topics that the answer to an item covers. Empty if the document does not define the answer, or
 * if the item only serves to diagnose mistakes.
 */
function shownBy(item: FieldItem | TransferItem): ChallengeTopic[] {
  if (!('ask' in item)) return [item.judged ? 'a field' : 'a field of that size'];
  if (item.mistake !== undefined) return [];
  const { part, variant } = item.ask.asked;
  if (part === 'valid') return [item.ask.method === 'transfer.encrypt' ? 'an encryption' : 'a decryption'];
  return part === 'negative' ? [variant.split(': ')[0] as InvalidFact] : [];
}

/**
 * Returns a topic for each answer in which the "ciphertext" is still readable, because that breaks the
 * obligation never to send raw values. Other answers add no topic: an answer file cannot prove that real
 * requests never carry raw values.
 */
function shownByRaw(
  fields: readonly FieldItem[],
  outcomeOf: (id: string) => CallOutcome<'field.encrypt'> | undefined,
  keys: readonly NamedPrivateKey[],
): ChallengeTopic[] {
  const planted = fields.map(({ value }) => ({ id: 'value-1', kind: 'value', value }) as const);
  return fields.flatMap(({ id, service }) => {
    const outcome = outcomeOf(id);
    if (outcome?.kind !== 'result') return [];
    const field = { pointer: '/ciphertext', wanted: 'encrypted' } as const;
    const { readable } = inspectField(field, outcome.value.ciphertext, { service, keys, planted });
    return readable === undefined ? [] : [`a raw field for ${service}` as const];
  });
}

/** Returns the ids of the obligations that answers on this topic can test. */
function obligationsShownBy(kind: ChallengeTopic): readonly string[] {
  return contractObligations.all.filter(({ challenge }) => challenge?.includes(kind)).map(({ id }) => id);
}
