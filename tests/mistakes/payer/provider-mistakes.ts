import { randomUUID } from 'node:crypto';
import type { TransportFailure } from '../../../support/exchange/exchange';
import type { TurnsEdit } from './edits';
import { about, alone, before, body, editMessages, messagesIn, states, without, written } from './edits';
import { fromProvider, idHeaders, newCycle } from './turns';

const late: TransportFailure = {
  kind: 'timeout',
  code: 'TimeoutError',
  message: 'the callback got no answer in time',
};
const broken: TransportFailure = { kind: 'reset', code: 'ECONNRESET', message: 'the connection broke' };
const answered = (status: number | TransportFailure): TurnsEdit => editMessages('answer', () => ({ status }));

const renumbered = (what: 'reply' | 'acknowledgment'): TurnsEdit =>
  editMessages(what, ({ headers }) => ({ headers: { ...headers, ...idHeaders(randomUUID()) } }));

const addressed = (recipient: string | undefined): TurnsEdit =>
  editMessages('submission', ({ headers }) => {
    const { 'x-hcx-recipient_code': _recipient, ...others } = headers;
    return { headers: { ...others, ...(recipient !== undefined && { 'x-hcx-recipient_code': recipient }) } };
  });

const inCapitals: TurnsEdit = (turns) =>
  turns.map((each) =>
    'body' in each
      ? { ...each, body: { ...each.body, correlationId: String(each.body.correlationId).toUpperCase() } }
      : each,
  );

const workflowNamed: TurnsEdit = (turns) => {
  const [submission] = messagesIn(turns, 'submission');
  return body({ correlationId: submission?.headers['x-hcx-workflow_id'] })(turns);
};

/** Two requests of which the second takes the id of the first. */
const sharing: TurnsEdit = (turns) => {
  const [first, second] = messagesIn(turns, 'submission');
  if (first === undefined || second === undefined) return turns;
  const shared = { ...fromProvider('preauth', newCycle('preauth')), headers: first.headers };
  return turns.map((each) => (each === second ? shared : each));
};

/** Mistakes of a provider in a conversation, by the words of the features. */
export const providerMistakes: Readonly<Record<string, TurnsEdit>> = {
  'state "pending"': states('pending'),
  'state "approved"': states('approved'),
  'state "rejected"': states('rejected'),
  'a submission with use "claim"': about('submission', (resource) => ({ ...resource, use: 'claim' })),
  'a submission with use "preauthorization"': about('submission', (resource) => ({
    ...resource,
    use: 'preauthorization',
  })),
  'a submission in plain': editMessages('submission', () => ({ plain: true })),
  'method "Claim"': body({ method: 'Claim' }),
  'method "Preauth"': body({ method: 'Preauth' }),
  'a reply without a document': about('reply', ({ payload: _payload, ...rest }) => rest),
  'a reply under a new correlation id': renumbered('reply'),
  'a reply on "v1/communication/request"': editMessages('reply', () => ({
    path: '/v1/communication/request',
  })),
  'a reply in plain': editMessages('reply', () => ({ plain: true })),
  'no reply': without('reply'),
  'the reply after the decision': before('answer', 'reply'),
  'no acknowledgment': without('acknowledgment'),
  'an acknowledgment under a new correlation id': renumbered('acknowledgment'),
  'an acknowledgment in plain': editMessages('acknowledgment', () => ({ plain: true })),
  'the trigger before the submission': before('trigger', 'submission'),
  'the reply before the query': before('reply', 'query'),
  'a reply without a query': without('query'),
  'status 302': answered(302),
  'status 400': answered(400),
  'status 401': answered(401),
  'status 404': answered(404),
  'status 500': answered(500),
  'status 500 to that': editMessages('odd callback', () => ({ status: 500 })),
  'states "approved" and "pending"': states('approved', 'pending'),
  'states "approved" and "rejected"': states('approved', 'rejected'),
  'no answer in time': answered(late),
  'a connection that breaks off': answered(broken),
  'states "rejected" and "approved"': states('rejected', 'approved'),
  'states "rejected" and "rejected"': states('rejected'),
  'states "pending" and "rejected"': states('pending', 'rejected'),
  'one correlation id for both': sharing,
  'correlationId "42"': body({ correlationId: '42' }),
  'correlationId without hyphens': body({ correlationId: randomUUID().replaceAll('-', '') }),
  'correlationId in capitals': inCapitals,
  'the workflow id as correlationId': workflowNamed,
  'a new correlationId': body({ correlationId: randomUUID() }),
  'no correlationId': body({ correlationId: undefined }),
  'policy number "100218"': written('submission', '100217', '100218'),
  'policy number "1002170"': written('submission', '100217', '1002170'),
  'provider id "32723"': written('submission', '32722', '32723'),
  'other numbers': (turns) =>
    written('submission', '100217', '100218')(written('submission', '32722', '32723')(turns)),
  'a request without content': alone('submission'),
  'no recipient': addressed(undefined),
  'recipient "1000003538"': addressed('1000003538'),
  'recipient "1000000001@sbx"': addressed('1000000001@sbx'),
  'recipient "payer@sbx"': addressed('payer@sbx'),
  'recipient "10000035380@sbx"': addressed('10000035380@sbx'),
};
