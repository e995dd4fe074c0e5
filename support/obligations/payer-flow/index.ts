import { area } from '../judge/home';
import { dataComes } from './data';
import { decisionsCome, queriesCome } from './decisions';
import { claimApproved, claimQueried, claimRejected } from './claim-flows';
import { communicationRun, eligibilityKept, planProcessed } from './flows';
import { noticeAcknowledged } from './notice-acknowledged';
import { noticePrompts } from './notice-prompt';
import { stepsInOrder } from './order';
import { preauthApproved, preauthQueried, preauthRejected } from './preauth-flows';

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
