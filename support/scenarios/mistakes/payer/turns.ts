import { randomUUID } from 'node:crypto';
import { providerBundles } from '../../../client/integrator/payer/bundles';
import type { PayerMessageKind } from '../../../client/integrator/payer/seams';
import { conformingProvider } from '../../../client/integrator/payer/seams';
import { withCorrelationId } from '../../../contract/payer-content';
import type { CallbackTokenFact, CycleKind, MessageSlip } from '../../../contract/payer-facts';
import { defaultReadings } from '../../../contract/readings';
import type { RequestPurpose, TransportFailure } from '../../../exchange/exchange';
import { conformingPayer } from '../../../mock/payer/seams';
import type { CallbackStep, PayerCycle } from '../../../mock/payer/cycle';
import { defaultParticipants } from '../../../targets/embedded';

/** One step of a conversation between provider and payer, before it is recorded. */
export type Turn = MessageTurn | TriggerTurn | StateTurn;

/** A message between provider and payer, without its envelope. */
export interface MessageTurn {
  readonly what: 'submission' | 'query' | 'reply' | 'answer' | 'prompt' | 'acknowledgment' | 'odd callback';
  readonly from: 'provider' | 'payer';
  readonly path: string;
  /** The protected headers of the message's envelope. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bundle: object;
  /** The status of the receiver's answer, or the failure if the receiver did not answer. */
  readonly status: number | TransportFailure;
  /** Set if the message is sent without its envelope. */
  readonly plain?: true;
  /** The mistakes in how the message is written, despite which its content can be read. */
  readonly slips?: readonly MessageSlip[];
  readonly token?: CallbackTokenFact;
  /** The purpose of the message, if the suite sends it as a test. */
  readonly asked?: RequestPurpose;
}

/** A trigger or a payment notice that the provider sends to the dummy payer. */
export interface TriggerTurn {
  readonly what: 'trigger' | 'notice';
  readonly path: '/process/request' | '/paymentNotice/init';
  readonly body: Readonly<Record<string, unknown>>;
  /** The status of the payer's answer. Default: 200. */
  readonly status?: number;
}

/** The state of a cycle that the provider reports in answer to `cycle.get`. */
export interface StateTurn {
  readonly what: 'state';
  readonly correlationId: string;
  readonly state: string;
}

/** Returns a new cycle between the default participants, with random ids. */
export function newCycle(kind: CycleKind): PayerCycle {
  const ids = { correlationId: randomUUID(), workflowId: randomUUID() };
  return { ...ids, ...defaultParticipants, kind, state: 'requested' };
}

const whats = { reply: 'reply', acknowledgment: 'acknowledgment' } as const;

/** Returns a message of the provider, as the suite's own client composes it. */
export function fromProvider(step: PayerMessageKind, { correlationId, workflowId }: PayerCycle): MessageTurn {
  const { provider: sender, payer: recipient } = defaultParticipants;
  const timestamp = new Date().toISOString();
  const [apiCallId, requestId] = [randomUUID(), randomUUID()];
  const address = { sender, recipient, correlationId, workflowId, apiCallId, requestId, timestamp };
  const about = {
    correlationId,
    provider: sender,
    payer: recipient,
    created: timestamp,
    documents: defaultReadings.documents,
  };
  return {
    what: step === 'reply' || step === 'acknowledgment' ? whats[step] : 'submission',
    from: 'provider',
    path: conformingProvider.path(step, defaultReadings),
    headers: { ...conformingProvider.protectedHeaders(step, address), ...idHeaders(correlationId) },
    bundle: providerBundles[step](about),
    status: 202,
  };
}

/** Returns a callback of the payer, as the suite's own payer composes it. */
export function fromPayer(step: CallbackStep, cycle: PayerCycle): MessageTurn {
  const about = { cycle, now: new Date().toISOString(), readings: defaultReadings };
  return {
    what: step === 'query' || step === 'prompt' ? step : 'answer',
    from: 'payer',
    path: conformingPayer.path(step, cycle, defaultReadings),
    headers: { ...conformingPayer.headers(step, cycle), ...idHeaders(cycle.correlationId) },
    bundle: conformingPayer.bundles[step](about),
    status: 202,
    token: { valid: true },
  };
}

export function triggerOf({ correlationId, kind }: PayerCycle, action: string): TriggerTurn {
  const method = kind === 'claim' ? 'Claim' : 'Preauth';
  return { what: 'trigger', path: '/process/request', body: { action, method, correlationId } };
}

export function noticeOf({ provider }: PayerCycle): TriggerTurn {
  return { what: 'notice', path: '/paymentNotice/init', body: { providerId: provider, claimNumber: '' } };
}

export function stateOf({ correlationId }: PayerCycle, state: string): StateTurn {
  return { what: 'state', correlationId, state };
}

/** Returns the protected headers that contain a correlation id, according to the default readings. */
export function idHeaders(correlationId: string): Readonly<Record<string, string>> {
  return withCorrelationId({ headers: {}, bundle: {} }, correlationId, defaultReadings).headers;
}
