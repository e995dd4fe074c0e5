import type { MethodParams } from '../../../adapter/protocol';
import { valuesAtPath } from '../../../contract/payer-content';
import { operationPath } from '../../../contract/operations';
import type { ReadingValues } from '../../../contract/readings';
import type { RequestBundles } from './bundles';
import { providerBundles } from './bundles';
import type { CycleStoreMaker } from './cycle-store';
import { createMemoryCycleStore } from './cycle-store';
import type { ProtectedHeaders } from '../../../crypto/jose/jwe';
import type { EnvelopeCodec } from './envelope';
import { conformingEnvelope } from './envelope';

export type PayerMessageKind = keyof RequestBundles;

/** Participants, ids and time of one message in a cycle. */
export interface MessageAddress {
  readonly sender: string;
  readonly recipient: string;
  readonly correlationId: string;
  readonly workflowId: string;
  readonly apiCallId: string;
  readonly requestId: string;
  /** ISO-8601 timestamp. */
  readonly timestamp: string;
}

/** Replaceable parts of the provider. Tests replace some of them to build a provider with a known mistake. */
export interface ProviderSeams {
  readonly bundles: RequestBundles;
  readonly envelope: EnvelopeCodec;
  readonly path: (step: PayerMessageKind, readings: ReadingValues) => string;
  readonly protectedHeaders: (step: PayerMessageKind, address: MessageAddress) => ProtectedHeaders;
  /**
   * Returns the correlation id to send in later messages of a cycle. A conforming provider returns its
   * argument unchanged.
   */
  readonly within: (correlationId: string) => string;
  readonly decide: (bundle: object, readings: ReadingValues) => 'approved' | 'rejected' | undefined;
  readonly cycles: CycleStoreMaker;
  /** Whether the provider answers a payment prompt with an acknowledgment. */
  readonly acknowledges: boolean;
  readonly triggerHeaders: (bearer: string) => Readonly<Record<string, string>>;
  readonly trigger: (given: MethodParams<'dummyPayer.trigger'>) => object;
  readonly notice: (given: MethodParams<'paymentNotice.init'>) => object;
}

const operations = {
  plan: 'insurancePlan.request',
  eligibility: 'eligibility.check',
  preauth: 'preauth.submit',
  claim: 'claim.submit',
  reply: 'communication.onRequest',
} as const;

export const conformingProvider: ProviderSeams = {
  bundles: providerBundles,
  envelope: conformingEnvelope,
  path: (step, readings) =>
    step === 'acknowledgment' ? readings['payment-ack'] : operationPath(operations[step]),
  protectedHeaders: (step, address) => ({
    'x-hcx-sender_code': address.sender,
    'x-hcx-recipient_code': address.recipient,
    'x-hcx-api_call_id': address.apiCallId,
    'x-hcx-request_id': address.requestId,
    'x-hcx-workflow_id': address.workflowId,
    'x-hcx-timestamp': address.timestamp,
    'x-hcx-status': step === 'reply' || step === 'acknowledgment' ? 'response.complete' : 'request.initiated',
  }),
  within: (correlationId) => correlationId,
  decide: (bundle, { decision }) => {
    const { path, approved, rejected, final } = decision;
    if (final !== null && !valuesAtPath(bundle, final.path).includes(final.value)) return undefined;
    const [value] = valuesAtPath(bundle, path);
    return value === approved ? 'approved' : value === rejected ? 'rejected' : undefined;
  },
  cycles: createMemoryCycleStore,
  acknowledges: true,
  triggerHeaders: (bearer) => ({
    Accept: 'application/json',
    'Content-Type': 'application/json',
    bearer_auth: bearer,
  }),
  trigger: ({ action, method, correlationId }) => ({ action, method, correlationId }),
  notice: ({ providerId, claimNumber }) => ({ providerId, claimNumber }),
};
