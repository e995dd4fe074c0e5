import { operationPath } from '../contract/operations';
import { refuse } from './refusals';
import { checkBearer, readObject } from './request-checks';
import type { Call, Handler, Route } from './seams';

const eligibilityAnswer = '/v1/coverageeligibility/on_check';

/**
 * POST v1/coverageeligibility/check (clauses 4.6, 4.7.2) in the `json` envelope: taken with 202, answered by the dummy
 * payer on its own with a callback that carries the cycle's correlation id and a gateway JWT (clause 6.1).
 */
export const checkEligibility: Handler = async (call, state) => {
  const refused = await checkBearer(call, state, 'authorization');
  if (refused) return refused;
  const read = readObject(call);
  if (!read.ok) return read.reply;
  const correlationId = call.headers['x-hcx-correlation_id'] ?? '';
  if (correlationId === '') return refuse('malformedBody', 'x-hcx-correlation_id is missing');
  state.cycles.answer({
    correlationId,
    path: eligibilityAnswer,
    headers: answerHeaders(call, correlationId),
    body: eligibilityResponse(),
  });
  const timestamp = new Date().toISOString();
  const body = {
    timestamp,
    api_call_id: call.headers['x-hcx-api_call_id'] ?? '',
    correlation_id: correlationId,
  };
  return { status: 202, body };
};

/** Sender and recipient change places; the cycle's ids stay. */
function answerHeaders({ headers }: Call, correlationId: string): Record<string, string> {
  return {
    'x-hcx-sender_code': headers['x-hcx-recipient_code'] ?? '',
    'x-hcx-recipient_code': headers['x-hcx-sender_code'] ?? '',
    'x-hcx-correlation_id': correlationId,
    'x-hcx-workflow_id': headers['x-hcx-workflow_id'] ?? '',
    'x-hcx-request_id': headers['x-hcx-request_id'] ?? '',
    'x-hcx-status': 'response.complete',
  };
}

/** FHIR R4: the coverage is in force. */
function eligibilityResponse(): object {
  const now = new Date().toISOString();
  const resource = {
    resourceType: 'CoverageEligibilityResponse',
    status: 'active',
    purpose: ['benefits'],
    patient: { display: 'Test patient' },
    created: now.slice(0, 10),
    request: { display: 'Eligibility request' },
    outcome: 'complete',
    insurer: { display: 'Dummy payer' },
    insurance: [{ coverage: { identifier: { value: '100217' } }, inforce: true }],
  };
  return { resourceType: 'Bundle', type: 'collection', timestamp: now, entry: [{ resource }] };
}

export const providerRoutes = (): Route[] => [
  { method: 'POST', path: operationPath('eligibility.check'), operation: 'eligibility.check' },
];
