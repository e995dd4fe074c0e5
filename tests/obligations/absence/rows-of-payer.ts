import type { OperationId } from '../../../support/contract/operations';
import type { PayerFact } from '../../../support/contract/payer-facts';
import type { AdapterAnswer, Evidence } from '../../../support/exchange/evidence';
import type { Exchange } from '../../../support/exchange/exchange';
import { makeExchange } from '../exchanges';

/** Returns the evidence with its numbers and times, in the given order. */
export const inOrder = (...evidence: readonly Evidence[]): Evidence[] =>
  evidence.map((each, index) => ({ ...each, seq: index + 1, arrivedAt: 1_000_000 + index * 10 }));

/** Returns a message between a provider under test and the payer, which the suite plays. */
export function playedMessage(
  sender: 'integrator' | 'suite',
  {
    operation,
    path,
    ...payer
  }: Partial<PayerFact> & { readonly operation?: OperationId; readonly path: string },
): Exchange {
  const fact = { envelope: 'jwe', resources: ['Bundle'], providerId: false, policyNumber: false } as const;
  return makeExchange({
    sender,
    subject: 'integrator',
    service: 'provider',
    ...(operation && { operation }),
    url: `https://provider.example${path}`,
    status: 202,
    facts: {
      scheme: 'https',
      loopback: false,
      payer: { ...fact, documents: 1, contents: ['Bundle'], ...payer },
    },
  });
}

/** Returns the adapter's answer to `cycle.get`. */
export const reportedState = (correlationId: string, state: string): AdapterAnswer => ({
  seq: 0,
  kind: 'adapter answer',
  arrivedAt: 0,
  method: 'cycle.get',
  facts: { cycle: { correlationId, state } },
});

/** Returns an exchange with another correlation id or other facts of a payer message. */
export function withPayerFact(exchange: Exchange, change: Partial<PayerFact>): Exchange {
  const { payer } = exchange.facts;
  if (payer === undefined) throw new Error('The exchange is not a message between provider and payer');
  return { ...exchange, facts: { ...exchange.facts, payer: { ...payer, ...change } } };
}
