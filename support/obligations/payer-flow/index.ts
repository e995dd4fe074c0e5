import { area } from '../judge/home';
import {
  planProcessed,
  eligibilityKept,
  preauthApproved,
  preauthRejected,
  preauthQueried,
  claimApproved,
  claimRejected,
  claimQueried,
  communicationRun,
} from './flows';
import { noticeAcknowledged } from './notice-acknowledged';
import { stepsInOrder } from './order';
import { decisionsCome, queriesCome } from './decisions';
import { dataComes } from './data';
import { noticePrompts } from './notice-prompt';

/** The cycles between provider and payer (clause 4.7). */
export const payerFlow = area('payer-flow', [
  planProcessed,
  eligibilityKept,
  preauthApproved,
  preauthRejected,
  preauthQueried,
  claimApproved,
  claimRejected,
  claimQueried,
  noticeAcknowledged,
  communicationRun,
  stepsInOrder,
  decisionsCome,
  queriesCome,
  dataComes,
  noticePrompts,
]);
