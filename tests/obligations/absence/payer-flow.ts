import { defaultReadings } from '../../../support/contract/readings';
import type { Evidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import {
  decisionExchange,
  queryExchange,
  reply,
  submitExchange,
  triggerExchange,
  uuid,
} from '../integrator/cycle-exchanges';
import { makeAsked, makeExchange } from '../exchanges';
import {
  approvedFact,
  payerAnswer,
  payerCallback,
  payerQuery,
  providerSubmission,
  providerTrigger,
  replied,
  sent,
} from '../payer/cycles';
import type { AbsenceRow, AbsenceRows } from './rows';
import { inOrder, playedMessage, reportedState } from './rows-of-payer';

const id = uuid(1);

/** Returns the rows of a flow that ends with an answer. */
function answerRows(begun: readonly Exchange[], answer: Exchange): Record<string, AbsenceRow> {
  return {
    'the answer of the payer': { missing: inOrder(...begun), present: inOrder(...begun, answer) },
    'the state of the cycle, as the client reports it': {
      missing: inOrder(...begun, answer),
      present: inOrder(...begun, answer, reportedState(id, 'pending')),
    },
  };
}

/** Returns the rows of a plan request or an eligibility check. */
function dataRows(kind: 'insuranceplan' | 'coverageeligibility'): Record<string, AbsenceRow> {
  const isPlan = kind === 'insuranceplan';
  const request = playedMessage('integrator', {
    operation: isPlan ? 'insurancePlan.request' : 'eligibility.check',
    path: isPlan ? '/v1/insuranceplan/request' : '/v1/coverageeligibility/check',
    correlationId: id,
  });
  const path = defaultReadings[isPlan ? 'plan-answer' : 'eligibility-answer'];
  return answerRows([request], playedMessage('suite', { path, correlationId: id }));
}

type Kind = 'preauth' | 'claim';

/** Returns the rows of a flow that ends with the decision of the trigger. */
function decisionRows(kind: Kind, action: 'Approve' | 'Reject'): Record<string, AbsenceRow> {
  const decision = action === 'Approve' ? 'approved' : 'rejected';
  const begun = [submitExchange(kind, id), triggerExchange(kind, action, id)];
  return answerRows(begun, decisionExchange(kind, id, decision));
}

/** Returns the rows of a flow with a query. */
function queryRows(kind: Kind): Record<string, AbsenceRow> {
  const begun = [submitExchange(kind, id), triggerExchange(kind, 'Query', id)];
  const query = queryExchange(id);
  const answer = decisionExchange(kind, id, 'approved');
  const whole = inOrder(...begun, query, reply(id), answer);
  return {
    ...answerRows([...begun, query, reply(id)], answer),
    'the query of the payer': { missing: inOrder(...begun), present: whole },
    'the reply of the client': {
      missing: inOrder(...begun, query),
      present: whole,
      complete: inOrder(...begun, query, answer),
    },
  };
}

const prompt = playedMessage('suite', { path: defaultReadings['payment-prompt'], correlationId: id });
const acknowledgment = playedMessage('integrator', {
  path: defaultReadings['payment-ack'],
  correlationId: id,
});

const approving = [providerSubmission('preauth', id), providerTrigger('preauth', 'Approve', id)];
const querying = [providerSubmission('preauth', id), providerTrigger('preauth', 'Query', id)];
const finalAnswer = payerAnswer('preauth', id, approvedFact);
const withReply = [...querying, payerQuery(id), replied(id)];
const planned = sent('insurancePlan.request', '/v1/insuranceplan/request', id);
const plan = payerCallback(defaultReadings['plan-answer'], {
  correlationId: id,
  resources: ['Bundle', 'InsurancePlan'],
  contents: ['InsurancePlan'],
  policyNumber: true,
});
const notice = makeExchange({
  service: 'dummyPayer',
  operation: 'paymentNotice.init',
  url: 'https://payer.example/paymentNotice/init',
  asked: makeAsked('valid', 'notice'),
  status: 202,
});
const prompting = payerCallback(defaultReadings['payment-prompt'], { correlationId: id });

/** Returns the row of a message of the payer. */
const payerRow = (before: readonly Evidence[], message: Evidence): AbsenceRow => ({
  missing: inOrder(...before),
  present: inOrder(...before, message),
});

export const payerFlowAbsences: AbsenceRows = {
  'FLW-01': dataRows('insuranceplan'),
  'FLW-02': dataRows('coverageeligibility'),
  'FLW-03': decisionRows('preauth', 'Approve'),
  'FLW-04': decisionRows('preauth', 'Reject'),
  'FLW-05': queryRows('preauth'),
  'FLW-06': decisionRows('claim', 'Approve'),
  'FLW-07': decisionRows('claim', 'Reject'),
  'FLW-08': queryRows('claim'),
  'FLW-09': {
    'the prompt of the payer': { missing: inOrder(acknowledgment), present: inOrder(prompt, acknowledgment) },
    'the acknowledgment of the client': {
      missing: inOrder(prompt),
      present: inOrder(prompt, acknowledgment),
    },
  },
  'FLW-10': queryRows('preauth'),
  'FLW-11': {
    'the query before a reply': {
      missing: inOrder(submitExchange('preauth', id), reply(id)),
      present: inOrder(submitExchange('preauth', id), queryExchange(id), reply(id)),
    },
    'the submission of a trigger or a reply': {
      missing: inOrder(triggerExchange('preauth', 'Query', id), queryExchange(id), reply(id)),
      present: inOrder(
        submitExchange('preauth', id),
        triggerExchange('preauth', 'Query', id),
        queryExchange(id),
        reply(id),
      ),
    },
  },
  'FLW-12': { 'the final answer of the payer': payerRow(approving, finalAnswer) },
  'FLW-13': {
    'the query of the payer': {
      missing: inOrder(...querying),
      present: inOrder(...withReply, finalAnswer),
    },
    'the final answer of the payer after the reply': payerRow(withReply, finalAnswer),
  },
  'FLW-14': { 'the answer of the payer': payerRow([planned], plan) },
  'FLW-15': { 'the prompt after an accepted notice': payerRow([notice], prompting) },
};
