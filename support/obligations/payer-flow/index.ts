import { defineArea } from '../judge/home';
import { dataComes, decisionsCome, queriesCome } from './payer';
import {
  claimApproved,
  claimQueried,
  claimRejected,
  communicationRun,
  eligibilityKept,
  planProcessed,
  stepsInOrder,
  preauthApproved,
  preauthQueried,
  preauthRejected,
} from './provider';
import { noticeAcknowledged, noticePrompts } from './notices';

/** The cycles between provider and payer (clause 4.7). */
export const payerFlow = defineArea('payer-flow', [
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
