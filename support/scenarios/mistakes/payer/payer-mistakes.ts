import { randomUUID } from 'node:crypto';
import { constants } from '../../../contract/constants';
import type { TurnsEdit } from './edits';
import { about, alone, before, editMessages, messagesIn, without, written, writtenTwice } from './edits';
import type { Phrases } from '../phrases';
import { fixedPhrases } from '../phrases';
import { idHeaders, newCycle } from './turns';

const outcome = { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'processing' }] };
const plan = { resourceType: 'InsurancePlan', identifier: [{ value: '100217' }], name: 'Test policy' };
const eligibility = {
  resourceType: 'CoverageEligibilityResponse',
  outcome: 'complete',
  insurance: [{ coverage: { identifier: { value: '100217' } }, inforce: true }],
};

/** Returns a resource with only the administrative members, so without content. */
const bare = ({ resourceType, id }: Readonly<Record<string, unknown>>) => ({
  resourceType,
  id,
  status: 'active',
});

/** The answer repeats the bundle of the request. */
const echoed: TurnsEdit = (turns) => {
  const [request] = messagesIn(turns, 'submission');
  return editMessages('answer', ({ bundle }) => ({ bundle: request?.bundle ?? bundle }))(turns);
};

/** A copy with the disposition `Rejected` follows each answer. */
const twice: TurnsEdit = (turns) =>
  turns.flatMap((each) =>
    each.what === 'answer'
      ? [each, ...about('answer', (resource) => ({ ...resource, disposition: 'Rejected' }))([each])]
      : [each],
  );

/** All answers have the headers of the first answer, and so the correlation id of the first cycle. */
const underFirst: TurnsEdit = (turns) => {
  const [first] = messagesIn(turns, 'answer');
  return editMessages('answer', ({ headers }) => ({ headers: first?.headers ?? headers }))(turns);
};

/** A query precedes each answer. */
const queried: TurnsEdit = (turns) =>
  turns.flatMap((each) =>
    each.what === 'answer' ? [{ ...each, what: 'query', path: '/v1/communication/request' }, each] : [each],
  );

const renumbered = (id: () => string): TurnsEdit =>
  editMessages('answer', ({ headers }) => ({ headers: { ...headers, ...idHeaders(id()) } }));

const underWorkflow: TurnsEdit = editMessages('answer', ({ headers }) => ({
  headers: { ...headers, ...idHeaders(headers['x-hcx-workflow_id'] ?? '') },
}));

/** Returns an edit in which the payer refuses the trigger, and so does not send an answer. */
const refusedTrigger =
  (status: number): TurnsEdit =>
  (turns) =>
    without('answer')(turns).map((each) => ('body' in each ? { ...each, status } : each));

/**
 * Returns an edit that removes the correlation id of a callback. The provider refuses the callback, because it cannot
 * find its cycle.
 */
const unnumbered = (what: 'answer' | 'prompt'): TurnsEdit =>
  editMessages(what, ({ headers }) => ({
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !(name in idHeaders(newCycle('payment').correlationId))),
    ),
    status: 400,
  }));

/** Mistakes of a payer that do not have a variable part. */
const fixed: Readonly<Record<string, TurnsEdit>> = {
  'an OperationOutcome alone': (turns) => alone('prompt', outcome)(alone('answer', outcome)(turns)),
  'an OperationOutcome as the query': alone('query', outcome),
  'an approval and a rejection': twice,
  'a query besides the decision': queried,
  'a decision in plain': editMessages('answer', () => ({ plain: true })),
  'a decision that is serialised twice': writtenTwice('answer'),
  'no callback': without('answer'),
  'no query': without('query'),
  'the decision before the documents': before('answer', 'reply'),
  'no decision after the documents': without('answer'),
  'eligibility data': alone('answer', eligibility),
  'plan data': alone('answer', plan),
  'an InsurancePlan with its status alone': about('answer', bare),
  'the bundle of the request': echoed,
  'no prompt': without('prompt'),
  'a prompt in plain': editMessages('prompt', () => ({ plain: true })),
  'a prompt that is serialised twice': writtenTwice('prompt'),
  'a prompt without correlation id': unnumbered('prompt'),
  'a new correlation id': renumbered(randomUUID),
  'the workflow id as correlation id': underWorkflow,
  'no correlation id': unnumbered('answer'),
  'both answers under one correlation id': underFirst,
};

const answered = (member: string, value: string): TurnsEdit =>
  about('answer', (resource) => ({ ...resource, [member]: value }));

/** Maps the phrases that features use for mistakes of a payer to edits of a conversation. */
export const payerMistakes: Phrases<TurnsEdit> = {
  ...fixedPhrases(fixed),
  'disposition "<value>"': (value) => answered('disposition', value),
  'outcome "<value>"': (value) => answered('outcome', value),
  'use "<value>"': (value) => answered('use', value),
  'the path "<value>"': (path) => editMessages('answer', () => ({ path: `/${path}` })),
  'plan data of policy "<value>"': (number) => written('answer', constants.policyNumber, number),
  'x-hcx-status "<value>"': (value) =>
    editMessages('answer', ({ headers }) => ({ headers: { ...headers, 'x-hcx-status': value } })),
  'status <status> to the trigger': (status) => refusedTrigger(Number(status)),
  'a prompt on "<value>"': (path) => editMessages('prompt', () => ({ path: `/${path}` })),
};
