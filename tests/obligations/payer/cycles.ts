import type { OperationId } from '../../../support/contract/operations';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { makeAsked, makeExchange } from '../exchanges';

const read = {
  envelope: 'jwe',
  resources: ['Bundle'],
  providerId: false,
  policyNumber: false,
  documents: 0,
} as const;

/** What no reading offers, as it is inspected. */
export const unreadableFact = {
  envelope: 'unreadable',
  flaw: 'alg dir and enc A256GCM',
  unoffered: true,
} as const;

let clock = 1_000_000;

function at(change: Parameters<typeof makeExchange>[0]): Exchange {
  clock += 10;
  return { ...makeExchange({ arrivedAt: clock, answeredAt: clock, ...change }) };
}

const facts = (payer: Partial<PayerFact>) => ({
  scheme: 'https' as const,
  loopback: false,
  payer: { contents: payer.resources ?? read.resources, ...read, ...payer },
});

/** A message of the suite as provider, which the payer took. */
export const sent = (
  operation: OperationId,
  path: string,
  correlationId: string,
  workflowId = `${correlationId}-w`,
): Exchange =>
  at({
    service: 'provider',
    operation,
    url: `https://provider.example${path}`,
    asked: makeAsked('valid', path),
    status: 202,
    facts: facts({ correlationId, workflowId }),
  });

export const providerSubmission = (kind: 'preauth' | 'claim', id: string): Exchange =>
  sent(`${kind}.submit`, `/v1/${kind}/submit`, id);

export const providerTrigger = (kind: 'preauth' | 'claim', action: string, correlationId: string): Exchange =>
  at({
    service: 'dummyPayer',
    operation: 'dummyPayer.trigger',
    url: 'https://payer.example/process/request',
    asked: makeAsked('valid', 'trigger'),
    status: 202,
    sent: { action, method: kind === 'claim' ? 'Claim' : 'Preauth', correlationId },
  });

/** A callback of the payer. */
export const payerCallback = (path: string, payer: Partial<PayerFact>, operation?: OperationId): Exchange =>
  at({
    sender: 'service',
    service: 'provider',
    ...(operation !== undefined && { operation }),
    url: `https://suite.example${path}`,
    status: 202,
    facts: facts(payer),
  });

export const payerAnswer = (kind: 'preauth' | 'claim', id: string, payer: Partial<PayerFact>): Exchange =>
  payerCallback(`/v1/${kind}/on_submit`, { correlationId: id, ...payer }, `${kind}.onSubmit`);

export const payerQuery = (id: string, payer: Partial<PayerFact> = {}): Exchange =>
  payerCallback('/v1/communication/request', { correlationId: id, ...payer }, 'communication.request');

export const replied = (id: string): Exchange =>
  sent('communication.onRequest', '/v1/communication/on_request', id);

export const approvedFact = { final: true, decision: 'approved' } as const;
export const rejectedFact = { final: true, decision: 'rejected' } as const;
