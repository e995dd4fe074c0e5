import { randomUUID } from 'node:crypto';
import type { TurnsEdit } from './edits';
import { about, alone, before, editMessages, messagesIn, without, written } from './edits';
import { idHeaders, newCycle } from './turns';

const outcome = { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'processing' }] };
const plan = { resourceType: 'InsurancePlan', identifier: [{ value: '100217' }], name: 'Test policy' };
const eligibility = {
  resourceType: 'CoverageEligibilityResponse',
  outcome: 'complete',
  insurance: [{ coverage: { identifier: { value: '100217' } }, inforce: true }],
};

/** What stands in every resource, and says nothing. */
const bare = ({ resourceType, id }: Readonly<Record<string, unknown>>) => ({
  resourceType,
  id,
  status: 'active',
});

/** What was requested comes back as it was. */
const echoed: TurnsEdit = (turns) => {
  const [request] = messagesIn(turns, 'submission');
  return editMessages('answer', ({ bundle }) => ({ bundle: request?.bundle ?? bundle }))(turns);
};

const twice: TurnsEdit = (turns) =>
  turns.flatMap((each) =>
    each.what === 'answer'
      ? [each, ...about('answer', (resource) => ({ ...resource, disposition: 'Rejected' }))([each])]
      : [each],
  );

/** All answers under the id of the first cycle. */
const underFirst: TurnsEdit = (turns) => {
  const [first] = messagesIn(turns, 'answer');
  return editMessages('answer', ({ headers }) => ({ headers: first?.headers ?? headers }))(turns);
};

const renumbered = (id: () => string): TurnsEdit =>
  editMessages('answer', ({ headers }) => ({ headers: { ...headers, ...idHeaders(id()) } }));

const underWorkflow: TurnsEdit = editMessages('answer', ({ headers }) => ({
  headers: { ...headers, ...idHeaders(headers['x-hcx-workflow_id'] ?? '') },
}));

/** What is refused has no effect. */
const refusedTrigger =
  (status: number): TurnsEdit =>
  (turns) =>
    without('answer')(turns).map((each) => ('body' in each ? { ...each, status } : each));

/** A provider cannot take what it cannot put to a cycle. */
const unnumbered = (what: 'answer' | 'prompt'): TurnsEdit =>
  editMessages(what, ({ headers }) => ({
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !(name in idHeaders(newCycle('payment').correlationId))),
    ),
    status: 400,
  }));

/** Mistakes of a payer in a conversation, by the words of the features. */
export const payerMistakes: Readonly<Record<string, TurnsEdit>> = {
  'disposition "Rejected"': about('answer', (resource) => ({ ...resource, disposition: 'Rejected' })),
  'disposition "Partially approved"': about('answer', (resource) => ({
    ...resource,
    disposition: 'Partially approved',
  })),
  'outcome "queued"': about('answer', (resource) => ({ ...resource, outcome: 'queued' })),
  'outcome "error"': about('answer', (resource) => ({ ...resource, outcome: 'error' })),
  'use "claim"': about('answer', (resource) => ({ ...resource, use: 'claim' })),
  'an OperationOutcome alone': (turns) => alone('prompt', outcome)(alone('answer', outcome)(turns)),
  'an OperationOutcome as the query': alone('query', outcome),
  'an approval and a rejection': twice,
  'the path "v1/claim/on_submit"': editMessages('answer', () => ({ path: '/v1/claim/on_submit' })),
  'a decision in plain': editMessages('answer', () => ({ plain: true })),
  'no callback': without('answer'),
  'no query': without('query'),
  'the decision before the documents': before('answer', 'reply'),
  'no decision after the documents': without('answer'),
  'eligibility data': alone('answer', eligibility),
  'plan data': alone('answer', plan),
  'plan data of policy "100218"': written('answer', '100217', '100218'),
  'an InsurancePlan with its status alone': about('answer', bare),
  'the bundle of the request': echoed,
  'x-hcx-status "response.error"': editMessages('answer', ({ headers }) => ({
    headers: { ...headers, 'x-hcx-status': 'response.error' },
  })),
  'no prompt': without('prompt'),
  'status 400 to the trigger': refusedTrigger(400),
  'status 404 to the trigger': refusedTrigger(404),
  'status 500 to the trigger': refusedTrigger(500),
  'a prompt on "v1/paymentnotice/notify"': editMessages('prompt', () => ({
    path: '/v1/paymentnotice/notify',
  })),
  'a prompt in plain': editMessages('prompt', () => ({ plain: true })),
  'a prompt without correlation id': unnumbered('prompt'),
  'a new correlation id': renumbered(randomUUID),
  'the workflow id as correlation id': underWorkflow,
  'no correlation id': unnumbered('answer'),
  'both answers under one correlation id': underFirst,
};
