import type { CallbackStep } from '../../support/contract/payer-content';
import type { PayerSeams } from '../../support/mock/payer/seams';
import { conformingPayer } from '../../support/mock/payer/seams';
import type { MockReply } from '../../support/mock/seams';
import type { HarmlessSubject } from '../mutant';
import { harmlessService } from '../mutant';
import type { JsonObject } from '../replies';
import { editAllReplies } from '../replies';
import { stageMock } from '../stage';

/** The receipt of a deployed exchange, with a result and an empty error. */
function receipt(reply: MockReply): MockReply {
  if (reply.status !== 202) return reply;
  const { api_call_id = '', correlation_id = '' } = (reply.body ?? {}) as JsonObject;
  const result = {
    sender_code: '1000000001@sbx',
    recipient_code: '1000003538@sbx',
    entity_type: 'claim',
    protocol_status: 'request.queued',
  };
  const timestamp = '21/11/2026 06:00:00:000';
  return {
    ...reply,
    body: { timestamp, api_call_id, correlation_id, result, error: { code: '', message: '' } },
  };
}

/** The step codes of a deployed payer, written as a workflow id. */
const stepCodes: Readonly<Record<CallbackStep, string>> = {
  plan: '2',
  eligibility: '11',
  approved: '21',
  rejected: '23',
  query: '24',
  prompt: '30',
};

const naming = (change: (step: CallbackStep) => Readonly<Record<string, string>>): Partial<PayerSeams> => ({
  headers: (step, cycle) => ({ ...conformingPayer.headers(step, cycle), ...change(step) }),
});

/** Payers with the receipts and step codes of a deployed exchange. */
export const deployedPayers: readonly HarmlessSubject[] = [
  harmlessService('accepted-with-a-whole-receipt', 'What is accepted is answered 202 with a result.', () =>
    stageMock({ tls: true, seams: editAllReplies(receipt) }),
  ),
  harmlessService('workflow-is-a-step-code', 'The workflow id of a callback is the code of its step.', () =>
    stageMock({ tls: true, seams: { payer: naming((step) => ({ 'x-hcx-workflow_id': stepCodes[step] })) } }),
  ),
  harmlessService('answers-called-partial', 'The status of every callback is response.partial.', () =>
    stageMock({ tls: true, seams: { payer: naming(() => ({ 'x-hcx-status': 'response.partial' })) } }),
  ),
];
