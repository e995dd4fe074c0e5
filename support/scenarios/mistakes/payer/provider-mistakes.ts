import { randomUUID } from 'node:crypto';
import type { TransportFailure } from '../../../exchange/exchange';
import { constants } from '../../../contract/constants';
import type { TurnsEdit } from './edits';
import {
  about,
  alone,
  before,
  body,
  editMessages,
  messagesIn,
  states,
  without,
  written,
  writtenTwice,
} from './edits';
import type { Phrases } from '../phrases';
import { fixedPhrases } from '../phrases';
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

const inOtherLetters = (what: 'reply' | 'acknowledgment'): TurnsEdit =>
  editMessages(what, ({ headers }) => {
    const [name = ''] = Object.keys(idHeaders(''));
    return { headers: { ...headers, ...idHeaders((headers[name] ?? '').toUpperCase()) }, status: 404 };
  });

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

/** The second of two requests has the headers of the first, and so its correlation id. */
const sharing: TurnsEdit = (turns) => {
  const [first, second] = messagesIn(turns, 'submission');
  if (first === undefined || second === undefined) return turns;
  const shared = { ...fromProvider('preauth', newCycle('preauth')), headers: first.headers };
  return turns.map((each) => (each === second ? shared : each));
};

/** Adds a claim with the correlation id of the submission, and its trigger. */
const claimedUnderTheSameId: TurnsEdit = (turns) => {
  const [submission] = messagesIn(turns, 'submission');
  const [trigger] = turns.flatMap((each) => ('body' in each ? [each] : []));
  if (submission === undefined || trigger === undefined) return turns;
  const claim = { ...fromProvider('claim', newCycle('claim')), headers: submission.headers };
  return [...turns, claim, { ...trigger, body: { ...trigger.body, method: 'Claim' } }];
};

/** Mistakes of a provider that do not have a variable part. */
const fixed: Readonly<Record<string, TurnsEdit>> = {
  'a submission in plain': editMessages('submission', () => ({ plain: true })),
  'a submission that is serialised twice': writtenTwice('submission'),
  'a reply without a document': about('reply', ({ payload: _payload, ...rest }) => rest),
  'a reply under a new correlation id': renumbered('reply'),
  'a refused reply with the correlation id in capitals': inOtherLetters('reply'),
  'a reply in plain': editMessages('reply', () => ({ plain: true })),
  'a reply that is serialised twice': writtenTwice('reply'),
  'no reply': without('reply'),
  'the reply after the decision': before('answer', 'reply'),
  'no acknowledgment': without('acknowledgment'),
  'an acknowledgment under a new correlation id': renumbered('acknowledgment'),
  'a refused acknowledgment with the correlation id in capitals': inOtherLetters('acknowledgment'),
  'an acknowledgment in plain': editMessages('acknowledgment', () => ({ plain: true })),
  'an acknowledgment that is serialised twice': writtenTwice('acknowledgment'),
  'the trigger before the submission': before('trigger', 'submission'),
  'the reply before the query': before('reply', 'query'),
  'a reply without a query': without('query'),
  'no answer in time': answered(late),
  'a connection that breaks off': answered(broken),
  'one correlation id for both': sharing,
  'correlationId without hyphens': body({ correlationId: randomUUID().replaceAll('-', '') }),
  'correlationId in capitals': inCapitals,
  'the workflow id as correlationId': workflowNamed,
  'a claim under the same correlation id': claimedUnderTheSameId,
  'a new correlationId': body({ correlationId: randomUUID() }),
  'no correlationId': body({ correlationId: undefined }),
  'other numbers': (turns) =>
    written('submission', '100217', '100218')(written('submission', '32722', '32723')(turns)),
  'a request without content': alone('submission'),
  'no recipient': addressed(undefined),
};

/** Maps the phrases that features use for mistakes of a provider to edits of a conversation. */
export const providerMistakes: Phrases<TurnsEdit> = {
  ...fixedPhrases(fixed),
  'state "<value>"': (state) => states(state),
  'states "<value>" and "<value>"': (first, second) => states(first, second),
  'a submission with use "<value>"': (use) => about('submission', (resource) => ({ ...resource, use })),
  'method "<value>"': (method) => body({ method }),
  'action "<value>"': (action) => body({ action }),
  'correlationId "<value>"': (correlationId) => body({ correlationId }),
  'a reply on "<value>"': (path) => editMessages('reply', () => ({ path: `/${path}` })),
  'status <status>': (status) => answered(Number(status)),
  'status <status> to that': (status) => editMessages('odd callback', () => ({ status: Number(status) })),
  'policy number "<value>"': (number) => written('submission', constants.policyNumber, number),
  'provider id "<value>"': (id) => written('submission', constants.providerId, id),
  'recipient "<value>"': (recipient) => addressed(recipient),
};
