import type { OperationId } from '../../../support/contract/operations';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { Exchange } from '../../../support/exchange/exchange';
import { makeExchange } from '../exchanges';

let clock = 1_000_000;
type Kind = 'preauth' | 'claim';

export const uuid = (n: number): string => `0000000${n}-0000-4000-8000-000000000000`;

function at(change: Parameters<typeof makeExchange>[0]): Exchange {
  clock += 10;
  return makeExchange({ arrivedAt: clock, status: 202, ...change });
}

const message = (
  sender: 'integrator' | 'suite',
  operation: OperationId,
  path: string,
  payer: Partial<PayerFact>,
): Exchange =>
  at({
    sender,
    subject: 'integrator',
    service: 'provider',
    operation,
    url: `https://provider.example/v1/${path}`,
    facts: {
      scheme: 'https',
      loopback: false,
      payer: {
        envelope: 'jwe',
        resources: [],
        providerId: false,
        policyNumber: false,
        documents: 1,
        contents: payer.resources ?? [],
        ...payer,
      },
    },
  });

export const submitExchange = (kind: Kind, correlationId: string): Exchange =>
  message('integrator', `${kind}.submit`, `${kind}/submit`, { correlationId });
export const decisionExchange = (
  kind: Kind,
  correlationId: string,
  decision: 'approved' | 'rejected',
): Exchange =>
  message('suite', `${kind}.onSubmit`, `${kind}/on_submit`, { correlationId, decision, final: true });
export const queryExchange = (correlationId: string): Exchange =>
  message('suite', 'communication.request', 'communication/request', { correlationId });
export const reply = (correlationId: string): Exchange =>
  message('integrator', 'communication.onRequest', 'communication/on_request', { correlationId });

export const triggerExchange = (kind: Kind, action: string, correlationId: unknown): Exchange =>
  at({
    sender: 'integrator',
    service: 'dummyPayer',
    operation: 'dummyPayer.trigger',
    url: 'https://payer.example/process/request',
    sent: { action, method: kind === 'claim' ? 'Claim' : 'Preauth', correlationId },
  });
