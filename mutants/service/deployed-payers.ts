import { refusalBodyType } from '../../support/contract/payer-facts';
import type { ProtectedHeaders } from '../../support/crypto/jose/jwe';
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

/** Writes refusals in the clear in place of the messages that `isRefused` accepts, by their protected headers. */
const refusing =
  (isRefused: (headers: ProtectedHeaders) => boolean): PayerSeams['wrap'] =>
  async (plain, ...rest) => {
    if (!isRefused(plain.headers)) return conformingPayer.wrap(plain, ...rest);
    const details = { code: 'ERR_INVALID_PAYLOAD', message: 'the payload cannot be read', trace: '' };
    const members = { ...plain.headers, 'x-hcx-status': 'response.error', 'x-hcx-error_details': details };
    return { headers: {}, body: { type: refusalBodyType, ...members } };
  };

/** Refuses each cycle once in the clear, before its first message. */
const refusingFirst = (): Partial<PayerSeams> => {
  const refused = new Set<string>();
  return {
    reactions: (...given) => conformingPayer.reactions(...given).flatMap((step) => [step, step]),
    wrap: refusing((headers) => {
      const id = `${headers['x-hcx-correlation_id']} ${headers['x-hcx-status']}`;
      const isFirst = !refused.has(id);
      refused.add(id);
      return isFirst;
    }),
  };
};

const unanswered = 'inconclusive';

/** Payers with the receipts and step codes of a deployed exchange. */
export const deployedPayers: readonly HarmlessSubject[] = [
  harmlessService('accepted-with-a-whole-receipt', 'What is accepted is answered 202 with a result.', () =>
    stageMock({ tls: true, seams: editAllReplies(receipt) }),
  ),
  harmlessService('workflow-is-a-step-code', 'The workflow id of a callback is the code of its step.', () =>
    stageMock({ tls: true, seams: { payer: naming((step) => ({ 'x-hcx-workflow_id': stepCodes[step] })) } }),
  ),
  harmlessService('refused-in-the-clear-first', 'Each message follows a refusal in the clear.', () =>
    stageMock({ tls: true, seams: { payer: refusingFirst() } }),
  ),
  {
    ...harmlessService(
      'refused-in-the-clear-always',
      'Every cycle is refused in the clear, and has no other answer.',
      () => stageMock({ tls: true, seams: { payer: { wrap: refusing(() => true) } } }),
    ),
    except: {
      'CBK-01': unanswered,
      'CBK-02': unanswered,
      'DPY-08': unanswered,
      'FLW-12': unanswered,
      'FLW-13': unanswered,
      'FLW-14': unanswered,
      'FLW-15': unanswered,
    },
  },
  harmlessService('answers-called-partial', 'The status of every callback is response.partial.', () =>
    stageMock({ tls: true, seams: { payer: naming(() => ({ 'x-hcx-status': 'response.partial' })) } }),
  ),
];
