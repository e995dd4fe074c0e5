import { createPrivateKey } from 'node:crypto';
import type { AdapterChannel, CallOutcome } from '../adapter/channel';
import type { LogText } from '../adapter/kept-log';
import { noLog } from '../adapter/kept-log';
import type { CertifiedService, Method, Params } from '../adapter/protocol';
import { errorCodes } from '../adapter/protocol';
import type { AnsweredChallenge } from '../cases/answered-challenge';
import type {
  BadAnswer,
  ChallengeAnswer,
  ChallengeItem,
  ChallengeKey,
  ChallengeMethod,
  FieldItem,
  GivenAnswer,
  TransferItem,
} from './challenge';
import { questionOf } from './challenge';
import { checkSchema } from '../contract/schemas';
import type { SpoiltFact } from '../contract/transfer';
import { withItem } from '../contract/transfer';
import type { KnownKey } from '../crypto/node/field-inspection';
import { inspectField } from '../crypto/node/field-inspection';
import { contractObligations } from '../obligations';
import type { ChallengeTopic } from '../obligations/judge/home';

/**
 * Puts the answers beside the questions. An id that the challenge does not have, or that comes twice, and a result of
 * another shape are told, and leave their item unanswered. What is wrong inside a result is evidence, and left to the
 * rules.
 */
export function takeAnswers(answer: ChallengeAnswer, key: ChallengeKey): AnsweredChallenge {
  const { fields, transfers } = key;
  const items = [...fields, ...transfers];
  const bad = badAnswers(answer, items);
  const given = new Map(answer.answers.map((each) => [each.id, each]));
  for (const { id } of bad) given.delete(id);
  const answered = items.map(questionOf).flatMap((question) => {
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

/** The ask, called by its item too. */
function named(ask: TransferItem['ask'], id: string): TransferItem['ask'] {
  return { ...ask, asked: { ...ask.asked, variant: withItem(ask.asked.variant, id) } };
}

/** An answer may have anything for an id. */
const shownId = (id: string): string =>
  /^(item-\d+|entry \d+)$/.test(id) ? id : JSON.stringify(id.slice(0, 40));

/** What of an answer cannot be taken; each item once. */
function badAnswers(
  { answers, bad = [] }: ChallengeAnswer,
  items: readonly (FieldItem | TransferItem)[],
): BadAnswer[] {
  const methods = new Map(items.map(questionOf).map(({ id, method }) => [id, method]));
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

function resultFlaw(given: GivenAnswer, method: ChallengeMethod): string | undefined {
  if ('error' in given) return undefined;
  const [problem] = checkSchema(`adapter/${method}-result`, given.result);
  return problem && `in its result ${problem.message}; where there is no result, answer with an error`;
}

/** As with an adapter, some codes say that nothing was tried: the item counts as not answered. */
const untried: readonly number[] = [errorCodes.notOffered, errorCodes.invalidParams, errorCodes.parseError];

/** How an item was answered; `undefined` where it was not. */
function outcomeIn(given: GivenAnswer | undefined): ItemOutcome | undefined {
  if (given === undefined) return undefined;
  if ('error' in given) {
    const { code = errorCodes.refused, message } = given.error;
    return untried.includes(code) ? undefined : { kind: 'refused', code, message };
  }
  return { kind: 'result', value: given.result } as ItemOutcome;
}

function keysOf({ privateKeys }: ChallengeKey): KnownKey[] {
  return Object.entries(privateKeys).map(([name, pem]) => ({
    name,
    service: name as CertifiedService,
    privateKey: createPrivateKey(pem),
  }));
}

/** The items by each obligation that they were to show, with what is wrong with their answers. */
function byObligation(
  unanswered: readonly (FieldItem | TransferItem)[],
  bad: readonly BadAnswer[],
): Partial<Record<string, string[]>> {
  const items: Partial<Record<string, string[]>> = {};
  for (const item of unanswered) {
    const problem = bad.find(({ id }) => id === item.id)?.problem;
    const named = problem === undefined ? item.id : `${item.id} (${problem})`;
    for (const id of shownBy(item).flatMap(obligationsShownBy)) (items[id] ??= []).push(named);
  }
  return items;
}

/** How an item was answered. */
type ItemOutcome<M extends ChallengeMethod = ChallengeMethod> = CallOutcome<M>;

/** The way to a client by file: each call is answered by what it wrote for the item with those params. */
class AnswerChannel implements AdapterChannel {
  readonly ended = false;
  readonly #answers = new Map<string, ItemOutcome[]>();

  constructor(answered: readonly (ChallengeItem & { readonly outcome: ItemOutcome })[]) {
    for (const { method, params, outcome } of answered) {
      const question = JSON.stringify([method, params]);
      this.#answers.set(question, [...(this.#answers.get(question) ?? []), outcome]);
    }
  }

  /** A question that stands in the challenge twice has two answers, taken in their order. */
  call<M extends Method>(method: M, params: Params<M>): Promise<CallOutcome<M>> {
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

/** What the answer to an item is about; nothing where it is there for the diagnosis alone. */
function shownBy(item: FieldItem | TransferItem): ChallengeTopic[] {
  if (!('ask' in item)) return [item.judged ? 'a field' : 'a field of that size'];
  if (item.mistake !== undefined) return [];
  const { part, variant } = item.ask.asked;
  if (part === 'valid') return [item.ask.method === 'transfer.encrypt' ? 'an encryption' : 'a decryption'];
  return part === 'negative' ? [variant.split(': ')[0] as SpoiltFact] : [];
}

/**
 * What needs a wire, a session or a log, no answer shows. That no request carries a raw value is of that kind; but one
 * that came back raw shows the breach.
 */
function shownByRaw(
  fields: readonly FieldItem[],
  outcomeOf: (id: string) => CallOutcome<'field.encrypt'> | undefined,
  keys: readonly KnownKey[],
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

/** The obligations that an answer of that kind shows. */
function obligationsShownBy(kind: ChallengeTopic): readonly string[] {
  return contractObligations.all.filter(({ challenge }) => challenge?.includes(kind)).map(({ id }) => id);
}
