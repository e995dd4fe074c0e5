import { notTakenCauses } from '../cycles/not-taken';
import { unnoticedCauses } from '../cycles/unread';

/** Why a flow that a provider began does not come to its end, told apart where one has to act differently. */
export const providerCauses = {
  astray: 'the path is misspelt, has another version, or is that of another kind of request',
  refused: 'the envelope is another than initialize named, a protected header is missing, or the token is',
  plain: 'it is sent before it is sealed; where both sides agreed on that, set readings.envelope to json',
  otherUse: 'one template serves both kinds of request, and use is a constant in it',
  otherMethod: 'the method is a constant, whatever kind of request the cycle began with',
  unread:
    'the callback is acknowledged before it is read, kept under another correlation id, or its content is looked for ' +
    'elsewhere (readings decision, payer-content)',
  misread:
    'the decision is looked for elsewhere than the answer has it (reading decision), or is read as another',
  unsent: 'the reply is put into a list, and never sent',
  notMade: 'the client could not read the query, or lacks what its reply is made of: see its own log',
  noReply: 'nothing followed the query: no one takes it up, or the reply waits for a person',
  otherReply: 'the reply has a correlation id of its own, or goes to another path (on_submit, request)',
  replyRefused: 'its envelope or a protected header is not right',
  noDocuments: 'attachments go as a link, or in another element than the reading documents names',
  lateReply: 'the reply waits for something that has nothing to do with it',
} as const;

const { astray, refused, plain, otherUse, otherMethod, unread, misread, ...ofReplies } = providerCauses;
const ofRequests = [astray, refused, plain, otherUse, otherMethod, ...notTakenCauses, unread, misread];

/** Of a flow without a query. */
export const directCauses: readonly string[] = ofRequests;

/** Of one in which the payer asks for documents. */
export const queriedCauses: readonly string[] = [
  ...ofRequests,
  ...unnoticedCauses,
  ...Object.values(ofReplies),
];
